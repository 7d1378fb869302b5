import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The fitted map. It is not part of the package: the likeness views contain what they need of it. */
export const objectAxesPath = fileURLToPath(new URL('object-axes.json', import.meta.url))

/** The same people as in `Faces`, cut out. */
const excluded: ReadonlySet<string> = new Set(['Faces_easy'])
/** Of one category: a few of them have ten times as many as the others. */
const categoryMax = 80

/** Paths of the photographs of Caltech-101, in an order that is as good as random. Its categories are not read. */
export async function photographsIn(folder: string): Promise<readonly string[]> {
  const categories = (await readdir(folder)).filter((name) => !excluded.has(name)).sort()
  const paths = await Promise.all(
    categories.map(async (category) => {
      const files = (await readdir(join(folder, category))).filter((name) => name.endsWith('.jpg'))
      return inRandomOrder(files.map((file) => join(category, file))).slice(0, categoryMax)
    }),
  )
  return inRandomOrder(paths.flat()).map((path) => join(folder, path))
}

function inRandomOrder(paths: readonly string[]): readonly string[] {
  const keyOf = (path: string) => createHash('sha256').update(path).digest('hex')
  return paths
    .map((path) => ({ path, key: keyOf(path) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ path }) => path)
}
