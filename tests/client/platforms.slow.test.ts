import { execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import webpack from 'webpack'
import { useService } from '../harness/use-service.ts'
import { outsideEnv, repository, runIn } from '../package/consumer.ts'
import { paint } from '../scoring/pictures.ts'
import { useBuiltClient } from './built-client.ts'
import { clientOf } from './client-of-service.ts'

const { directory, packageDir } = useBuiltClient()
const at = (name: string) => join(directory, name)

type Bundler = (entry: string, outDir: string) => Promise<unknown>

const bundlers: Readonly<Record<string, Bundler>> = {
  'esbuild --platform=browser': (entry, outDir) =>
    esbuild({ entryPoints: [entry], outdir: outDir, bundle: true, platform: 'browser', logLevel: 'silent' }),
  'esbuild --platform=neutral': (entry, outDir) =>
    esbuild({ entryPoints: [entry], outdir: outDir, bundle: true, platform: 'neutral', logLevel: 'silent' }),
  'webpack --target web': (entry, outDir) => bundleWithWebpack({ entry, target: 'web', output: { path: outDir } }),
  'webpack for the Edge Runtime': (entry, outDir) => {
    const resolve = { conditionNames: ['edge-light', 'node', 'import'] }
    return bundleWithWebpack({ entry, target: 'webworker', resolve, output: { path: outDir } })
  },
  Vite: (entry, outDir) =>
    vite({
      root: directory,
      configFile: false,
      logLevel: 'silent',
      build: { outDir, lib: { entry, formats: ['es'] }, rolldownOptions: { onLog: failOnWarning } },
    }),
}

describe.each(Object.entries(bundlers))('%s', (name, bundle) => {
  test.each([
    ['one function', "import { isPalateError } from '@palate/client'\nconsole.log(isPalateError(1))"],
    ['the whole client', "import * as palate from '@palate/client'\nconsole.log(new palate.Palate())"],
  ])('bundles %s without any module of Node', async (what, source) => {
    const entry = at('entry.js')
    const outDir = at(`bundled/${name}/${what}`.replaceAll(/[^\w/]/g, '-'))
    writeFileSync(entry, source)
    await bundle(entry, outDir)
    const { stdout } = await promisify(execFile)('cat', await filesIn(outDir))
    expect(stdout).toContain('PalateError')
    expect(stdout).not.toMatch(/node:|\bfs\b|fs\/promises|\bprocess\b/)
  })
})

function bundleWithWebpack(options: webpack.Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack({ mode: 'production', context: directory, ...options }, (error, stats) => {
      const problems = stats?.toJson({ errors: true, warnings: true })
      const all = [...(problems?.errors ?? []), ...(problems?.warnings ?? [])].map(({ message }) => message)
      if (error || all.length > 0) reject(error ?? new Error(all.join('\n')))
      else resolve()
    })
  })
}

/** A module that was replaced with an empty one is only a warning. */
function failOnWarning(_level: string, { message }: { readonly message: string }): void {
  throw new Error(message)
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('find', [folder, '-name', '*.*js'])
  return stdout.trim().split('\n')
}

const hasWorkerd = `${process.platform}-${process.arch}` !== 'win32-arm64'

describe.runIf(hasWorkerd)('in workerd without nodejs_compat', () => {
  const service = useService('sqlite')
  let answer: Readonly<Record<string, unknown>>

  beforeAll(async () => {
    const { id } = await clientOf(service).profiles.create({ projectId: 'studio', name: 'Edge' })
    writeFileSync(at('picture.png'), await paint({ mood: 'warm', seed: 1 }))
    writeFileSync(at('worker-source.js'), worker)
    // Wrangler bundles a Worker like this.
    await esbuild({
      entryPoints: [at('worker-source.js')],
      outfile: at('worker.js'),
      bundle: true,
      format: 'esm',
      platform: 'browser',
      conditions: ['workerd', 'worker', 'browser'],
      logLevel: 'silent',
    })
    const variables = { PALATE_URL: service.url, PALATE_API_KEY: service.key, PROFILE: id }
    writeFileSync(at('workerd.capnp'), workerdConfig(variables))
    answer = await askWorker()
  })

  test('the client loads, scores a picture, uploads it, and reads a batch to its end', () => {
    expect(answer).toMatchObject({
      score: { frame_id: 'picture.png', aesthetics: expect.any(Number) },
      reasons: expect.any(Number),
      uploaded: 'image/png',
      lines: ['batch', 'score', 'done'],
    })
  })

  test('a path is refused, because there are no files', () => {
    expect(answer.path).toBe(
      'invalid_argument: a picture is a Blob, bytes or, in Node, the path of a file or a stream, not picture.png',
    )
  })

  test('a refusal is a PalateError', () => {
    expect(answer.refused).toBe('profile_not_found 404')
  })

  /** Starts workerd, sends one request, and stops it. */
  async function askWorker(): Promise<Readonly<Record<string, unknown>>> {
    // The package has no types, and is the path of the program.
    const require = createRequire(import.meta.url)
    const program: string = require('workerd').default
    const child = spawn(program, ['serve', '--control-fd=3', at('workerd.capnp')], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    })
    try {
      const port = await new Promise<number>((resolve, reject) => {
        const events = child.stdio[3] as Readable
        events.setEncoding('utf8').on('data', (text: string) => resolve(JSON.parse(text.split('\n')[0] ?? '').port))
        child.once('error', reject).once('exit', (code) => reject(new Error(`workerd ended (${code})`)))
      })
      const body = readFileSync(at('picture.png'))
      const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })
      return (await response.json()) as Readonly<Record<string, unknown>>
    } finally {
      child.kill('SIGKILL')
    }
  }
})

const worker = `
import { isPalateError, Palate } from '@palate/client'

export default {
  async fetch(request, { PALATE_URL, PALATE_API_KEY, PROFILE }) {
    try {
      const bytes = await request.arrayBuffer()
      const palate = new Palate({ url: PALATE_URL, apiKey: PALATE_API_KEY })
      const picture = new File([bytes], 'picture.png')
      const ask = { profile_id: PROFILE, dimensions: ['aesthetics'] }
      const { scores } = await palate.score({ ...ask, frames: [picture], explain: true })
      const [{ details, confidence, ...score }] = scores
      const { contentType, url } = await palate.frames.upload(picture, { projectId: 'studio' })
      const lines = []
      for await (const { type } of palate.scoreBatch({ ...ask, frames: [{ id: 'a', url }] })) lines.push(type)
      const refused = await palate.profiles.get('prof_0').catch((error) => error)
      const path = await palate.frames.upload('picture.png', { projectId: 'studio' }).catch((error) => error)
      return Response.json({
        score,
        reasons: details.aesthetics.reasons.length,
        uploaded: contentType,
        lines: lines.filter((type) => type !== 'progress'),
        refused: isPalateError(refused) && refused.code + ' ' + refused.status,
        path: path.code + ': ' + path.message,
      })
    } catch (error) {
      return Response.json({ error: String(error.stack) })
    }
  },
}
`

function workerdConfig(variables: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(variables).map(([name, text]) => `(name = "${name}", text = "${text}")`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [${bindings.join(', ')}],
  compatibilityDate = "2026-10-01",
);
`
}

describe('in Node', () => {
  const service = useService('sqlite')

  test('new Palate() reads PALATE_URL and PALATE_API_KEY, and a path is a picture', async () => {
    const { id } = await clientOf(service).profiles.create({ projectId: 'studio', name: 'Node' })
    writeFileSync(at('warm picture.png'), await paint({ mood: 'warm', seed: 1 }))
    writeFileSync(
      at('score.js'),
      `import { Palate } from '@palate/client'
      const ask = { profile_id: process.argv[2], dimensions: ['aesthetics'], frames: ['warm picture.png'] }
      console.log(JSON.stringify(await new Palate().score(ask)))`,
    )
    const env = { ...outsideEnv(), PALATE_URL: service.url, PALATE_API_KEY: service.key }
    const { code, stdout, stderr } = await runIn(directory, process.execPath, ['score.js', id], env)
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout).scores).toEqual([{ frame_id: 'warm picture.png', aesthetics: expect.any(Number) }])
  })
})

describe('the types', () => {
  const lowest = createRequire(join(repository, 'tests/lowest-typescript/package.json'))
  const { version } = lowest('typescript/package.json')
  const nodeTypes = dirname(dirname(lowest.resolve('@types/node/package.json')))

  test('the README names the lowest version of TypeScript', () => {
    const readme = readFileSync(join(packageDir, 'README.md'), 'utf8')
    expect(readme.replaceAll('\n', ' ')).toContain(`TypeScript ${/^\d+\.\d+/.exec(version)?.[0]} or later`)
  })

  test.each([
    ['Node', { types: ['node'], lib: ['es2022'], module: 'nodenext', moduleResolution: 'nodenext' }],
    ['a browser', { types: [], lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler' }],
  ])('compile for %s with the lowest TypeScript and Node 20, without skipLibCheck', async (platform, options) => {
    const [file, config] = [`${platform}.ts`, `${platform}.json`].map((name) => name.replaceAll(' ', '-'))
    writeFileSync(at(file ?? ''), platform === 'Node' ? nodeProgram : program)
    const compilerOptions = {
      ...options,
      target: 'es2022',
      typeRoots: [nodeTypes],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    }
    writeFileSync(at(config ?? ''), JSON.stringify({ files: [file], compilerOptions }))
    const args = [lowest.resolve('typescript/lib/tsc.js'), '-p', at(config ?? '')]
    expect(await runIn(directory, process.execPath, args, outsideEnv())).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

const program = `
import { isPalateError, Palate } from '@palate/client'

const palate = new Palate({ url: 'https://palate.example.com', apiKey: 'plt_x' })

export async function score(frames: { id: string; url: string }[], file: Blob, bytes: Uint8Array) {
  const ask = { profile_id: 'prof_x', dimensions: ['aesthetics'] as const }
  const { scores } = await palate.score({ ...ask, frames: [...frames, file, bytes, 'a.png'], explain: true })
  for (const { text, effect } of scores[0]?.details?.aesthetics?.reasons ?? []) console.log(text, effect.toFixed(2))
  for await (const line of palate.scoreBatch({ ...ask, frames })) if (line.type === 'score') return line.aesthetics
  return isPalateError(undefined)
}
`

const nodeProgram = `${program}
import { createReadStream } from 'node:fs'
import { pathToFileURL } from 'node:url'

export async function upload(bytes: Buffer) {
  await palate.frames.upload(bytes, { projectId: 'studio' })
  await palate.frames.upload(createReadStream('a.png'), { projectId: 'studio' })
  await palate.frames.upload(pathToFileURL('a.png'), { projectId: 'studio' })
}
`
