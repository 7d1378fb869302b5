import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@palate/server/scoring/embedders/embedder.ts'
import { openEmbedder } from '@palate/server/scoring/embedders/open-embedder.ts'
import { decodePicture, forEmbedder } from '@palate/server/scoring/pictures/decode.ts'

export type SetName = 'oasis' | 'calista' | 'reinecke'
export type Row = Readonly<Record<string, string>>
export type PictureSet = { readonly rows: readonly Row[]; readonly embeddings: readonly Float32Array[] }

/** Reads and embeds every picture as the service does. Embeddings are cached in .cache/taste between runs. */
export async function readPictureSets(
  folder: string,
  names: readonly SetName[],
): Promise<Readonly<Record<string, PictureSet>>> {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const sets: Record<string, PictureSet> = {}
  for (const name of names) {
    const rows = await readRows(join(folder, name, 'images.csv'))
    sets[name] = { rows, embeddings: await embedSet(embedder, join(folder, name, 'images'), rows) }
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

async function embedSet(embedder: Embedder, folder: string, rows: readonly Row[]): Promise<readonly Float32Array[]> {
  const key = createHash('sha256')
    .update(JSON.stringify([embedder.id, folder, rows]))
    .digest('hex')
    .slice(0, 16)
  const file = join('.cache', 'taste', `${key}.f32`)
  const known = await readFile(file).catch(() => undefined)
  const { dimensions } = embedder
  if (known?.length === rows.length * dimensions * 4) {
    const values = new Float32Array(new Uint8Array(known).buffer)
    return rows.map((_, i) => values.subarray(i * dimensions, (i + 1) * dimensions))
  }
  const embeddings: Float32Array[] = []
  for (const { file: name = '' } of rows) {
    const picture = await decodePicture(await readFile(join(folder, name)), embedder.picture)
    embeddings.push(...(await embedder.embed([forEmbedder(picture, embedder.picture)])))
  }
  await mkdir(join('.cache', 'taste'), { recursive: true })
  await writeFile(
    file,
    Buffer.concat(embeddings.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
  )
  return embeddings
}
