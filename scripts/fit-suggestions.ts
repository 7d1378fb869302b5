/**
 * Measures which other attributes change when somebody follows a suggestion, and prints the table of
 * packages/core/src/taste/verdict/side-effects.ts.
 *
 *   node scripts/fit-suggestions.ts --data DIR
 *
 * DIR contains oasis/ and calista/; their judgements are not read.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRows } from '../fitting/prior/picture-sets.ts'
import { measureSideEffects } from '../fitting/suggestions/side-effects.ts'

/** Every how many pictures of each set is edited: 35 photographs and 34 websites. */
const every = { oasis: 8, calista: 3 }

const { values: options } = parseArgs({ options: { data: { type: 'string' } } })
if (options.data === undefined) throw new Error('pass the directory of the pictures: --data DIR')
const paths: string[] = []
for (const [set, step] of Object.entries(every)) {
  const rows = await readRows(join(options.data, set, 'images.csv'))
  for (const [i, { file = '' }] of rows.entries()) {
    if (i % step === 0) paths.push(join(options.data, set, 'images', file))
  }
}
process.stdout.write(`${JSON.stringify(await measureSideEffects(paths), null, 2)}\n`)
