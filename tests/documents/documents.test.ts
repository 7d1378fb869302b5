import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeUnknownVariables } from '@palate/server/config/config.ts'
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

it('documents name only variables that something reads, and docs/operations.md names all of the service', () => {
  const namesIn = (text: string) => [...text.matchAll(/\bPALATE_[A-Z0-9_]*[A-Z0-9]\b/g)].map(([name]) => name)
  const pages = ['README.md', 'docs/operations.md', 'docs/data-protection.md', 'docs/security.md']
  const named = Object.fromEntries(pages.flatMap((page) => namesIn(read(page))).map((name) => [name, 'set']))
  expect(describeUnknownVariables(named)).toEqual([])
  const variables = [...read('packages/server/src/config/config.ts').matchAll(/^ {2}(PALATE_\w+): /gm)]
  expect(variables.length).toBeGreaterThan(30)
  const page = read('docs/operations.md')
  expect(variables.map(([, name = '']) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

it('docs/data-protection.md names tables that exist', () => {
  const [table = ''] = /(?:^\|.*\n)+/m.exec(read('docs/data-protection.md')) ?? []
  const names = [...table.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
  const schema = read('packages/server/src/store/schema.ts')
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !schema.includes(`\n  ${name}: {`))).toEqual([])
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
