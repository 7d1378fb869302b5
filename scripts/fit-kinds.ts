/**
 * Fits how photographs and screens are told apart, measures how often that is right, and prints the tables of
 * packages/core/src/taste/attributes/kinds.ts.
 *
 *   node scripts/fit-kinds.ts --data DIR
 *
 * DIR contains oasis/, calista/ and reinecke/; their judgements are not read, and nothing is fitted on reinecke/.
 */
import { parseArgs } from 'node:util'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { randomInterface } from '../demo/interfaces/interface.ts'
import { drawPictures } from '../demo/pictures/draw.ts'
import { readFeatures } from '../fitting/interfaces/mock-ups.ts'
import { fitKinds, quantilesOf, screenShare } from '../fitting/kinds.ts'
import { extractFeatures } from '../fitting/picture-features.ts'
import { readPictureSets } from '../fitting/prior/picture-sets.ts'

const mockUps = 200

const { values: options } = parseArgs({ options: { data: { type: 'string' } } })
if (options.data === undefined) throw new Error('pass the directory of the pictures: --data DIR')
const { oasis, calista, reinecke } = await readPictureSets(options.data, ['oasis', 'calista', 'reinecke'])
if (!oasis || !calista || !reinecke) throw new Error('some pictures are missing')
const embedder = await openEmbedder({ kind: 'builtin' })
const drawn = []
for (const { name, bytes } of await drawPictures())
  drawn.push({ isScreen: name.endsWith('.png'), attributes: (await extractFeatures(embedder, bytes)).attributes })
await embedder.close()
const drawnPhotographs = drawn.flatMap(({ isScreen, attributes }) => (isScreen ? [] : [attributes]))
const drawnScreens = drawn.flatMap(({ isScreen, attributes }) => (isScreen ? [attributes] : []))
const mocked = await readFeatures(Array.from({ length: mockUps }, (_, i) => randomInterface(3_000_000 + i)))
const mockedScreens = mocked.map(({ attributes }) => attributes)

const isEven = (_: unknown, i: number) => i % 2 === 0
const isOdd = (_: unknown, i: number) => i % 2 === 1
const fit = fitKinds({
  photographs: [...oasis.measured, ...drawnPhotographs.filter(isEven)],
  screens: [...calista.measured, ...mockedScreens.filter(isEven)],
})
const held = {
  'websites of reinecke/': reinecke.measured,
  'drawn screens': [...mockedScreens.filter(isOdd), ...drawnScreens],
  'drawn photographs': drawnPhotographs.filter(isOdd),
  'photographs of oasis/ (fitted on)': oasis.measured,
  'websites of calista/ (fitted on)': calista.measured,
}
for (const [title, pictures] of Object.entries(held))
  process.stdout.write(`${title}: ${screenShare(fit, pictures).toFixed(3)} are taken for screens\n`)
const tables = { ...fit, quantiles: { photograph: quantilesOf(oasis.measured), screen: quantilesOf(calista.measured) } }
process.stdout.write(`${JSON.stringify(tables, null, 2)}\n`)
