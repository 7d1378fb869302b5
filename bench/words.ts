/**
 * Measures whether what Palate says is true: what it says about owners who flip a coin, how it hears negations, and whether
 * a word finds the pictures that it describes.
 *
 *   npm run bench:words -- --data DIR
 *
 * DIR contains oasis/, calista/ and reinecke/.
 */
import { parseArgs } from 'node:util'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { readPictureSets } from '../fitting/prior/picture-sets.ts'
import { printTable } from './harness/report.ts'
import { coinFlips } from './honesty/coin-flip-words.ts'
import { firstLessons } from './honesty/first-lessons.ts'
import { kinds } from './honesty/kinds.ts'
import { negations } from './honesty/negations.ts'

const { values: options } = parseArgs({ options: { data: { type: 'string' } } })
if (options.data === undefined) throw new Error('pass the directory of the pictures: --data DIR')
const { oasis, calista, reinecke } = await readPictureSets(options.data, ['oasis', 'calista', 'reinecke'])
const featuresIn = (set: typeof oasis) =>
  set?.measured.map((attributes, i) => ({ attributes, embedding: set.embeddings[i] as Float32Array })) ?? []
const kind = { kind: 'builtin' } as const
const learner = createLearner(openBuiltinPrior(kind), openBuiltinLikeness(kind))
const sets = {
  photographs: featuresIn(oasis),
  'websites (Calista)': featuresIn(calista),
  'websites (Reinecke)': featuresIn(reinecke),
}
for (const [name, features] of Object.entries(sets))
  printTable(`${coinFlips.title}, ${name}`, await coinFlips.run({ features }))
printTable(negations.title, await negations.run())
printTable(kinds.title, await kinds.run({ learner, sets }))
printTable(firstLessons.title, await firstLessons.run({ learner, features: sets.photographs }))
