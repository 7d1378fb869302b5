import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { outsideEnv, repository, runIn } from '../package/consumer.ts'
import { paint } from '../scoring/pictures.ts'
import { useBuiltClient } from './built-client.ts'
import { clientOf } from './client-of-service.ts'

const gzippedBytesMax = 8 * 1024
const run = promisify(execFile)

const { directory, packageDir } = useBuiltClient()

/** What a page that imports this downloads, minified and compressed. */
async function downloadOf(source: string): Promise<{ code: string; bytes: number }> {
  const entry = join(directory, 'entry.js')
  writeFileSync(entry, source)
  const bundle = await rolldown({ input: entry, cwd: directory, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const { code } = output[0]
  return { code, bytes: gzipSync(code).length }
}

test('the whole client is at most 8 kB, without a schema library', async () => {
  const { code, bytes } = await downloadOf("export * from '@palate/client'")
  expect(bytes).toBeLessThanOrEqual(gzippedBytesMax)
  expect(code).not.toMatch(/zod/i)
})

test('importing one function includes nothing else', async () => {
  const { code, bytes } = await downloadOf("export { verifyWebhook } from '@palate/client'")
  expect(code).not.toContain('/v1/profiles')
  expect(bytes).toBeLessThan(1500)
})

test('it contains the scripts and their types, and has no dependencies', () => {
  const files = readdirSync(packageDir, { recursive: true, encoding: 'utf8' }).filter((name) => !/\.d\.ts$/.test(name))
  expect(files.toSorted()).toEqual(
    [
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES',
      'lib',
      'lib/client.js',
      'lib/client.js.map',
      'lib/index.js',
      'lib/node.js',
      'lib/node.js.map',
      'lib/resources',
      'lib/routes.js',
      'lib/routes.js.map',
      'lib/streams',
      'lib/transport',
      'package.json',
      'sbom.cdx.json',
    ].toSorted(),
  )
  const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  expect(manifest.dependencies).toBeUndefined()
})

test('publint and arethetypeswrong find nothing', async () => {
  const { messages } = await publint({ pkgDir: packageDir, pack: false, strict: true })
  expect(messages).toEqual([])
  const packed = await run('npm', ['pack', packageDir, '--loglevel=error'], { cwd: directory })
  const tarball = join(directory, packed.stdout.trim())
  const args = ['run', '--silent', 'package-types', '--', tarball, '--profile', 'esm-only', '--format', 'json']
  const { code, stdout } = await runIn(repository, 'npm', args, outsideEnv())
  expect(code, stdout).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ analysis: { packageName: '@palate/client', types: { kind: 'included' } } })
})

describe('the example for Node', () => {
  const service = useService('sqlite')

  test('scores the pictures of a folder, best first', async () => {
    const folder = join(directory, 'pictures')
    mkdirSync(folder)
    for (const seed of [1, 2]) writeFileSync(join(folder, `${seed}.png`), await paint({ mood: 'warm', seed }))
    const { id } = await clientOf(service).profiles.create({ projectId: 'studio', name: 'Example' })
    const example = readFileSync(join(repository, 'packages/client/examples/score-folder.ts'), 'utf8')
    writeFileSync(join(directory, 'score-folder.ts'), example)
    const env = { ...process.env, PALATE_URL: service.url, PALATE_API_KEY: service.key }
    const { stdout } = await run(process.execPath, ['score-folder.ts', id, 'pictures'], { cwd: directory, env })
    expect(stdout).toMatch(/^0\.\d{4} [12]\.png\n0\.\d{4} [12]\.png\n$/)
  })
})
