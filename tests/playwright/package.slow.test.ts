import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { beforeAll, expect, test } from 'vitest'
import { createFolder } from '../harness/temporary-folder.ts'
import { repository, runIn } from '../package/consumer.ts'

let packageDir = ''
beforeAll(async () => {
  const folder = createFolder('playwright-package')
  const args = ['build/build.ts', '--only', 'playwright', '--out', folder]
  const { code, stderr } = await runIn(repository, process.execPath, args, process.env as Record<string, string>)
  expect(code, stderr).toBe(0)
  packageDir = join(folder, 'playwright')
})

const read = (name: string) => readFileSync(join(packageDir, name), 'utf8')

test('it contains scripts with types, brings its client along, and loads the runners of its user', async () => {
  const files = readdirSync(packageDir, { recursive: true, encoding: 'utf8' })
  for (const entry of ['index', 'vitest', 'vitest-plugin']) {
    expect(files).toEqual(expect.arrayContaining([`lib/${entry}.js`, `lib/${entry}.d.ts`]))
  }
  const scripts = files.filter((name) => name.endsWith('.js')).map(read)
  const imported = scripts.flatMap((script) => [...script.matchAll(/ from "([^".][^"]*)"/g)].map(([, name]) => name))
  expect([...new Set(imported)].filter((name) => !name?.startsWith('node:')).toSorted()).toEqual([
    '@playwright/test',
    'vitest',
    'vitest/browser',
  ])
  const { dependencies, peerDependencies } = JSON.parse(read('package.json'))
  expect(dependencies).toBeUndefined()
  expect(Object.keys(peerDependencies)).toEqual(['@playwright/test', 'vitest'])
})

test('only the part for Node has the key: nothing of it is in the script for the browser', () => {
  expect(read('lib/vitest.js')).not.toMatch(/PALATE_API_KEY|node:/)
})

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: packageDir, pack: false, strict: true })
  expect(messages).toEqual([])
})
