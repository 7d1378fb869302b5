import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../harness/client.ts'
import { palateCommand, runPalate } from '../harness/process.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { writeSmallModel } from '../scoring/embedders/small-model.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { scoreOf } from '../scoring/scoring-service.ts'

type Command = readonly [string, ...string[]]
const bundled: Command = [process.execPath, palateCommand]
const sources: Command = [process.execPath, fileURLToPath(new URL('../../packages/cli/bin/palate.js', import.meta.url))]

const place = createFolder('quiet')
const folders = { home: join(place, 'home'), temporary: join(place, 'temporary'), data: join(place, 'data') }
beforeEach(() => {
  for (const folder of Object.values(folders)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  }
})

/** ONNX Runtime sends nothing on build machines, which it detects by such variables. */
const buildMachine = ['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'CIRCLECI', 'TF_BUILD', 'TRAVIS', 'BUILDKITE', 'JENKINS_URL']
const env = {
  ...Object.fromEntries([...buildMachine, 'ORT_DISABLE_TELEMETRY'].map((name) => [name, ''])),
  ...{ HOME: folders.home, XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_STATE_HOME: '' },
  ...{ TMPDIR: folders.temporary, PALATE_DATA_DIR: folders.data, PALATE_PORT: '0', PALATE_SCORING_THREADS: '2' },
}

/** Starts a service, scores a picture, leaves it running for a while, and stops it in order. */
async function serveAndScore(command: Command, more: Record<string, string> = {}, idleMs = 0): Promise<void> {
  const service = runPalate(['serve'], { ...env, ...more }, command)
  const key = readFileSync(join(folders.data, (await service.url) && 'bootstrap-key'), 'utf8').trim()
  const client = createClient(await service.url, key)
  await scoreOf(client, await createProfile(client), dataUrl(await paint({ mood: 'warm', seed: 1 })))
  await pause(idleMs)
  service.child.kill('SIGTERM')
  expect(await service.ended, service.output().stderr).toBe(0)
}

function written(): readonly string[] {
  return [folders.home, folders.temporary].flatMap((folder) => readdirSync(folder, { recursive: true }) as string[])
}

describe('Palate writes nothing to the home and the temporary directory', () => {
  it.each([
    { how: 'from the bundle', command: bundled },
    { how: 'from the sources', command: sources },
  ])('when it serves $how', async ({ command }) => {
    await serveAndScore(command)
    expect(written()).toEqual([])
  })

  it('when it serves with a custom model', async () => {
    await serveAndScore(bundled, {
      PALATE_EMBEDDER: `onnx:${await writeSmallModel({ card: { mean: 0, deviation: 1 } })}`,
    })
    expect(written()).toEqual([])
  })

  it('when it loads models on the main thread', async () => {
    const model = await writeSmallModel({ card: { mean: 0, deviation: 1 } })
    const check = runPalate(['embedder', 'check', model], env)
    expect(await check.ended, check.output().stderr).toBe(0)
    expect(written()).toEqual([])
  })

  it('when the environment asks for telemetry', async () => {
    await serveAndScore(bundled, { ORT_DISABLE_TELEMETRY: '0' })
    expect(written()).toEqual([])
  })
})

/** ONNX Runtime first looks up the host of its telemetry 9 s after it was loaded. */
const firstUploadMs = 20_000

// Every name lookup reads /etc/hosts. In a mount namespace it is a pipe, so that each read is detected.
const canMount = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0
describe.runIf(canMount)('Palate looks up no name', () => {
  const pipe = join(place, 'hosts')
  const inNamespace = (command: Command): Command => [
    ...(['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const),
    ...['mount --bind "$0" /etc/hosts && exec "$@"', pipe, ...command],
  ]

  it('when it serves', async () => {
    execFileSync('mkfifo', [pipe])
    // A reader may close the pipe before it has read anything.
    const answer = 'trap "" PIPE; while :; do { echo read >&3; echo; } 3>&1 > "$0" 2> /dev/null; sleep 0.1; done'
    const hosts = spawn('sh', ['-c', answer, pipe])
    let reads = ''
    hosts.stdout.setEncoding('utf8').on('data', (text: string) => {
      reads += text
    })
    try {
      await serveAndScore(inNamespace(bundled), {}, firstUploadMs)
      expect(reads).toBe('')
      // A lookup would have been detected.
      const lookUp = ['--eval', 'require("node:dns").lookup("a.invalid", () => {})']
      const control = runPalate(lookUp, env, inNamespace([process.execPath]))
      expect(await control.ended, control.output().stderr).toBe(0)
      await expect.poll(() => reads).not.toBe('')
    } finally {
      hosts.kill('SIGKILL')
    }
  })
})
