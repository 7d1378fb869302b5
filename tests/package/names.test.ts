import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { packages } from '../../build/packages.ts'
import { repository } from './consumer.ts'

const notOurs = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'tests'])
const kinds = '{md,ts,tsx,js,mjs,sh,yml,yaml,html,json,service}'
const files = globSync([`**/*.${kinds}`, '.claude-plugin/*', '**/Dockerfile', '.ci/*'], {
  cwd: repository,
  exclude: (entry) => notOurs.has(basename(entry)),
}).filter((file) => basename(file) !== 'package-lock.json' && !file.endsWith('.test.ts'))
const read = (file: string) => readFileSync(join(repository, file), 'utf8')

/** In the clone, npx runs the command of the clone. The README says that these commands are for the clone. */
const inClone: Readonly<Record<string, RegExp>> = { 'README.md': /^npx palate$/ }

/** Commands, addresses and specifiers that get a package of Palate from a registry, by its name. */
function installsByName(text: string): readonly string[] {
  const name = '(?:@palate/[\\w-]+|palate)(?:@[^\\s"\'`)/]*)?(?=[\\s"\'`);|&.,:]|$)(?!\\.)'
  const tools = 'npx|bunx|pnpx|deno|(?:npm|pnpm|yarn|bun|corepack)\\s+(?:[\\w-]+)'
  const commands = text.matchAll(new RegExp(`\\b(${tools})((?:\\s+-{1,2}[\\w=.-]+)*)\\s+["']?(${name})`, 'g'))
  const addresses = text.matchAll(
    /\bnpm:@?palate\b[\w/-]*|(?:unpkg\.com|esm\.sh|jsdelivr\.net\/npm|skypack\.dev)\/@?palate\b[\w/-]*/g,
  )
  const versions = text.matchAll(/(?<![\w/.-])(?:@palate\/[\w-]+|palate)@(?:latest|next|\$|[\^~]?\d)[^\s"'`]*/g)
  return [
    ...Array.from(commands, ([, tool = '', , what]) => `${tool} ${what}`),
    ...[...addresses, ...versions].map(([found]) => found),
  ]
}

test('nothing tells anybody to install a package of Palate by its name, which is in no public registry', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    installsByName(read(file))
      .filter((one) => !inClone[file]?.test(one))
      .map((one) => `${file}: ${one}`),
  )
  expect(found).toEqual([])
})

test.each([
  'npm install @palate/client',
  'npm install --save-dev @palate/playwright',
  'npm i -D palate',
  'npm install --global --no-audit -- "palate@$VERSION"',
  'npm exec palate serve',
  'npx palate serve',
  'npx --yes palate@latest mcp',
  'Run `npx palate`.',
  'pnpm add @palate/client',
  'pnpm dlx palate',
  'yarn add palate',
  'bunx palate',
  "import { Palate } from 'npm:@palate/client'",
  'https://esm.sh/@palate/client',
  '{"args": ["-y", "palate@latest"]}',
])('%s is found', (line) => {
  expect(installsByName(line)).not.toEqual([])
})

test.each([
  'npm install /path/to/palate-0.1.0.tgz',
  'npm install --global ./palate-client-0.1.0.tgz',
  'node_modules/.bin/palate serve',
  'palate serve',
  "import { Palate } from '@palate/client'",
  '- uses: OWNER/palate@main',
  '"@palate/client": "0.1.0"',
  'npm run palate-checks',
  'cd palate && npm install',
  'mkdir palate && cd palate',
])('%s is allowed', (line) => {
  expect(installsByName(line)).toEqual([])
})

test.each(packages.map((plan) => [plan.directory, plan] as const))(
  'the README of the package %s is its own, and links only to files in the package',
  (_, { files: contents }) => {
    const [source = ''] = Object.entries(contents).find(([, to]) => to === 'README.md') ?? []
    expect(source).toMatch(/^packages\/\w+\/README\.md$/)
    const links = [...read(source).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link)
    const local = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(local.filter((link) => !Object.values(contents).some((to) => `${link}/`.startsWith(`${to}/`)))).toEqual([])
    expect(read(source)).not.toMatch(/npm (?:run (?!pack)|start|test)/)
  },
)
