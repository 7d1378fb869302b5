import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const notOurs = new Set(['node_modules', 'dist', '.git', '.cache', 'data'])
const files = globSync('**/*.{md,ts,tsx}', { cwd: root, exclude: (entry) => notOurs.has(basename(entry)) })
const documents = files.filter((file) => file.endsWith('.md'))
const sources = files.filter((file) => file.startsWith('packages/') && !/\.(test\.ts|md)$/.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe.each(documents)('%s', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?[^)]*\)/g)]
    .map(([, path = '', anchor]) => ({ path, anchor }))
    .filter(({ path }) => !/^[a-z]+:/.test(path))
  const targetOf = (path: string) => (path === '' ? document : join(dirname(document), path))

  it('links only to files that exist', () => {
    expect(links.filter(({ path }) => !existsSync(join(root, targetOf(path))))).toEqual([])
  })

  it('links only to headings that exist', () => {
    const broken = links.filter(
      ({ path, anchor }) =>
        anchor !== undefined && targetOf(path).endsWith('.md') && !anchorsOf(read(targetOf(path))).has(anchor),
    )
    expect(broken).toEqual([])
  })
})

it('comments and messages name only documents that exist', () => {
  const named = files
    .filter((file) => !file.endsWith('.md'))
    .flatMap((file) => [...read(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([path]) => ({ file, path })))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

it('docs/decisions/limits.md names limits that the code defines', () => {
  const names = [...read('docs/decisions/limits.md').matchAll(/^- .* \((`.*)\)$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  const code = [...sources, ...globSync('action/*.ts', { cwd: root })].map(read).join('\n')
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !new RegExp(`const ${name} =`).test(code))).toEqual([])
})

it('docs/decisions/memory.md names every file with a cache or a long-lived collection', () => {
  const page = read('docs/decisions/memory.md')
  const keeping = sources.filter(
    (file) =>
      file.startsWith('packages/server/src/') &&
      /new (LRUCache|WriteBehindBuffer)\b|^ +(readonly )?#\w+ = new (Map|Set)\b/m.test(read(file)),
  )
  expect(keeping.length).toBeGreaterThan(10)
  expect(keeping.filter((file) => !page.includes(`- \`${basename(file)}\`: `))).toEqual([])
})

/** GitHub's anchors of headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
