import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attributes, attributesVersion } from '@palate/core/taste/attributes.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'
import { extractFeatures } from '../picture-features.ts'
import { seeded } from '../seeded.ts'
import { type Edit, editPicture } from './edits.ts'

/** A photograph and its edit. */
export type EditedPicture = { readonly path: string; readonly edit: Edit; readonly seed: number }

const folder = join('.cache', 'likeness')

/** The features of each edited photograph, as the service extracts them. They are cached in .cache/likeness. */
export async function featuresOf(
  embedder: Embedder,
  pictures: readonly EditedPicture[],
): Promise<readonly PictureFeatures[]> {
  const key = createHash('sha256')
    .update(JSON.stringify([embedder.id, attributesVersion, pictures]))
    .digest('hex')
    .slice(0, 16)
  const file = join(folder, `${key}.f32`)
  const columns = attributes.length + embedder.dimensions
  const known = await readFile(file).catch(() => undefined)
  if (known?.length === pictures.length * columns * 4) return unpacked(known, columns)
  const rows = new Float32Array(pictures.length * columns)
  for (const [i, { path, edit, seed }] of pictures.entries()) {
    const bytes = await editPicture(await readFile(path), edit, seeded(seed))
    const { embedding, attributes: measured } = await extractFeatures(embedder, bytes)
    rows.set([...attributes.map(({ name }) => measured[name]), ...embedding], i * columns)
  }
  await mkdir(folder, { recursive: true })
  await writeFile(file, Buffer.from(rows.buffer))
  return unpacked(Buffer.from(rows.buffer), columns)
}

function unpacked(bytes: Buffer, columns: number): readonly PictureFeatures[] {
  const values = new Float32Array(new Uint8Array(bytes).buffer)
  return Array.from({ length: values.length / columns }, (_, row) => {
    const one = values.subarray(row * columns, (row + 1) * columns)
    const measured = Object.fromEntries(attributes.map(({ name }, i) => [name, one[i] as number]))
    return { attributes: measured as PictureFeatures['attributes'], embedding: one.slice(attributes.length) }
  })
}
