import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attributes, attributesVersion, type Measured } from '@palate/core/taste/attributes.ts'
import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { extractFeatures } from '../picture-features.ts'

export type SetName = 'oasis' | 'calista' | 'reinecke'
export type Row = Readonly<Record<string, string>>
export type PictureSet = {
  readonly rows: readonly Row[]
  readonly embeddings: readonly Float32Array[]
  readonly measured: readonly Measured[]
}

/** Reads, measures and embeds every picture as the service does. Caches the results in .cache/taste. */
export async function readPictureSets(
  folder: string,
  names: readonly SetName[],
): Promise<Readonly<Record<string, PictureSet>>> {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const sets: Record<string, PictureSet> = {}
  for (const name of names) {
    const rows = await readRows(join(folder, name, 'images.csv'))
    sets[name] = { rows, ...(await readSet(embedder, join(folder, name, 'images'), rows)) }
  }
  await embedder.close()
  return sets
}

export async function readRows(path: string): Promise<readonly Row[]> {
  const [head = '', ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

async function readSet(embedder: Embedder, folder: string, rows: readonly Row[]) {
  const key = createHash('sha256')
    .update(JSON.stringify([embedder.id, attributesVersion, folder, rows]))
    .digest('hex')
    .slice(0, 16)
  const file = join('.cache', 'taste', `${key}.f32`)
  const columns = embedder.dimensions + attributes.length
  const known = await readFile(file).catch(() => undefined)
  if (known?.length === rows.length * columns * 4)
    return unpacked(new Float32Array(new Uint8Array(known).buffer), columns)
  const values = new Float32Array(rows.length * columns)
  for (const [i, { file: name = '' }] of rows.entries()) {
    const { embedding, attributes: measured } = await extractFeatures(embedder, await readFile(join(folder, name)))
    values.set([...attributes.map(({ name }) => measured[name]), ...embedding], i * columns)
  }
  await mkdir(join('.cache', 'taste'), { recursive: true })
  await writeFile(file, Buffer.from(values.buffer))
  return unpacked(values, columns)
}

function unpacked(values: Float32Array, columns: number): Pick<PictureSet, 'embeddings' | 'measured'> {
  const rows = Array.from({ length: values.length / columns }, (_, i) =>
    values.subarray(i * columns, (i + 1) * columns),
  )
  return {
    embeddings: rows.map((row) => row.subarray(attributes.length)),
    measured: rows.map((row) => Object.fromEntries(attributes.map(({ name }, i) => [name, row[i] ?? 0])) as Measured),
  }
}
