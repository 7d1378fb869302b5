import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attributes, attributesVersion, type Measured } from '@palate/core/taste/attributes.ts'
import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'
import { builtinModelPath } from '@palate/server/pictures/embedders/model-files.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { drawInterface, type Interface, randomInterface, renderInterface } from '../../demo/interfaces/interface.ts'
import { withSvg } from '../../demo/with-svg.ts'
import { extractFeatures } from '../picture-features.ts'

/** A mock-up with its embedding and attributes. */
export interface MockUp {
  readonly interface: Interface
  readonly embedding: Float32Array
  readonly attributes: Measured
}

/** Training data of the estimates. The benchmark uses other seeds. */
export const fittedInterfaces: readonly Interface[] = Array.from({ length: 9600 }, (_, i) =>
  randomInterface(1_000_000 + i),
)

/** Draws mock-ups and extracts their features. Caches them in `.cache`, because extraction takes minutes. */
export async function readMockUps(interfaces: readonly Interface[]): Promise<readonly MockUp[]> {
  const file = join('.cache', 'interfaces', `${cacheNameOf(interfaces)}.f32`)
  const known = await readFile(file).catch(() => undefined)
  if (known) return mockUpsOf(interfaces, new Float32Array(new Uint8Array(known).buffer))
  const mockUps = await readFeatures(interfaces)
  await mkdir(join('.cache', 'interfaces'), { recursive: true })
  const rows = mockUps.map(({ attributes: measured, embedding }) => [
    ...attributes.map(({ name }) => measured[name]),
    ...embedding,
  ])
  await writeFile(file, new Uint8Array(Float32Array.from(rows.flat()).buffer))
  return mockUps
}

/** Draws mock-ups and extracts their features like the service. */
export async function readFeatures(interfaces: readonly Interface[]): Promise<readonly MockUp[]> {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const mockUps: MockUp[] = []
  for (const one of interfaces) mockUps.push(await readMockUp(embedder, one))
  await embedder.close()
  return mockUps
}

/** The rows of a file: the attributes, then the embedding. */
function mockUpsOf(interfaces: readonly Interface[], values: Float32Array): readonly MockUp[] {
  const columns = values.length / interfaces.length
  return interfaces.map((one, i) => {
    const row = values.subarray(i * columns, (i + 1) * columns)
    const measured = Object.fromEntries(attributes.map(({ name }, at) => [name, row[at]]))
    return { interface: one, attributes: measured as Measured, embedding: row.subarray(attributes.length) }
  })
}

/** Changes with the drawings, the attributes and the built-in model. */
function cacheNameOf(interfaces: readonly Interface[]): string {
  const hash = createHash('sha256').update(`${attributesVersion}`).update(readFileSync(builtinModelPath))
  for (const one of interfaces) hash.update(drawInterface(one))
  return hash.digest('hex').slice(0, 16)
}

async function readMockUp(embedder: Embedder, mockUp: Interface): Promise<MockUp> {
  return { interface: mockUp, ...(await extractFeatures(embedder, await withSvg(() => renderInterface(mockUp)))) }
}
