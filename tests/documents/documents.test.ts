import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const notOurs = new Set(['node_modules', 'dist', '.git', '.cache', 'data'])
const files = globSync('**/*.{md,ts,tsx}', { cwd: root, exclude: (entry) => notOurs.has(basename(entry)) })
const documents = files.filter((file) => file.endsWith('.md'))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe.each(documents)('%s', (document) => {
  const text = read(document)

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link)
    const local = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(local.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([])
  })

  it('names only source files that exist', () => {
    const named = [...text.matchAll(/(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.tsx?)\b/g)].map(([, path = '']) => path)
    expect(named.filter((path) => filesNamed(path).length === 0)).toEqual([])
  })
})

it('docs/decisions/limits.md names limits that the given files define', () => {
  const rows = read('docs/decisions/limits.md').split('\n').flatMap(limitsIn)
  expect(rows.length).toBeGreaterThan(30)
  const isDefined = (name: string, paths: readonly string[]) =>
    paths.flatMap(filesNamed).some((file) => new RegExp(`const ${name} =`).test(read(file)))
  expect(rows.filter(({ name, paths }) => !isDefined(name, paths))).toEqual([])
})

it('docs/decisions/memory.md has a row for every cache and every long-lived collection', () => {
  const page = read('docs/decisions/memory.md')
  const sources = files.filter((file) => file.startsWith('packages/server/src/') && !file.endsWith('.test.ts'))
  const keeping = sources.filter((file) =>
    /new (LRUCache|WriteBehindBuffer)\b|^ +(readonly )?#\w+ = new (Map|Set)\b/m.test(read(file)),
  )
  expect(keeping.length).toBeGreaterThan(10)
  expect(
    keeping.map((file) => file.replace('packages/server/src/', 'server/')).filter((file) => !page.includes(file)),
  ).toEqual([])
})

function limitsIn(line: string): readonly { readonly name: string; readonly paths: readonly string[] }[] {
  const [, , names = '', places = ''] = line.split('|')
  const paths = places.match(/[\w/-]+\.tsx?/g) ?? []
  return paths.length === 0 ? [] : [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, paths }))
}

/** Documents shorten paths: `core/fault.ts` means `packages/core/src/fault.ts`. */
function filesNamed(path: string): readonly string[] {
  const short = (file: string) => file.replace('packages/', '').replace('/src/', '/')
  return files.filter((file) => [file, short(file)].some((name) => `/${name}`.endsWith(`/${path}`)))
}
