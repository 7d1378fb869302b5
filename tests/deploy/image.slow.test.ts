import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFolder } from '../harness/temporary-folder.ts'
import { buildPackage, packPackage } from '../package/archive.ts'
import { repository } from '../package/consumer.ts'

/**
 * Builds the image and runs it as compose.yaml does. Of the Dockerfile only the first stage is left out, which installs
 * what development needs: the archive that it would make is made here.
 */

vi.setConfig({ hookTimeout: 900_000 })

const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8')
const [, base = ''] = /^ARG BASE=(.*)$/m.exec(dockerfile) ?? []
const { engine = '', obstacle } = findEngine()
if (engine === '') console.info(`the image is not tried: ${obstacle}`)
const run = promisify(execFile)
const unique = randomUUID().slice(0, 8)
const image = `palate-test:${unique}`
const volumes = ['first', 'second'].map((name) => `palate-test-${unique}-${name}`) as [string, string]
const containers: string[] = []

describe.runIf(engine !== '')('the image', () => {
  beforeAll(buildImage)
  afterAll(() => {
    for (const name of containers) spawnSync(engine, ['rm', '--force', name])
    spawnSync(engine, ['volume', 'rm', '--force', ...volumes])
    spawnSync(engine, ['rmi', image])
  })

  let url: string
  let key: string

  test('runs as a user without rights on a file system that is read-only, and is ready', async () => {
    url = await start('one', volumes[0])
    expect(await inside('one', 'id', '-u')).toBe('1000')
    await expect(inside('one', 'touch', '/opt/palate/file')).rejects.toThrow('Read-only file system')
    expect(await inside('one', 'sh', '-c', 'grep CapBnd /proc/1/status')).toMatch(/\t0+$/)
    const [, check = '[]'] = /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(dockerfile) ?? []
    await inside('one', ...JSON.parse(check))
  })

  test('has the command on its path: it checks the service, makes keys and backs up', async () => {
    key = await inside('one', 'cat', '/data/bootstrap-key')
    expect(await inside('one', 'palate', 'doctor')).not.toMatch(/^(?!ok)/m)
    expect(await inside('one', 'palate', 'accounts', 'new-key')).toMatch(/^plt_\w+$/)
    await inside('one', 'palate', 'backup', '/data/backup.db')
  })

  test('loses nothing that it acknowledged when it gets SIGTERM, and a new container continues', async () => {
    const acknowledged: string[] = []
    let isUp = true
    const writing = [1, 2, 3].map(async () => {
      while (isUp) {
        const id = await createProfile().catch(() => undefined)
        if (id === undefined) isUp = false
        else acknowledged.push(id)
      }
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), { timeout: 60_000 })
    await run(engine, ['stop', '--time', '30', nameOf('one')])
    await Promise.all(writing)
    expect(await inspect('one', '{{.State.ExitCode}}')).toBe('0')

    url = await start('two', volumes[0])
    for (const id of acknowledged) expect((await call('GET', `/v1/profiles/${id}`)).status).toBe(200)
  })

  test('restores a backup into an empty volume', async () => {
    const mounts = ['--volume', `${volumes[0]}:/backups:ro`, '--volume', `${volumes[1]}:/data`]
    await run(engine, ['run', '--rm', ...confined, ...mounts, image, 'restore', '/backups/backup.db'])
    url = await start('restored', volumes[1])
    expect((await call('GET', '/v1/profiles')).status).toBe(200)
  })

  async function createProfile(): Promise<string | undefined> {
    const response = await call('POST', '/v1/profiles', { projectId: 'p1', name: randomUUID() })
    return response.status === 201 ? ((await response.json()) as { id: string }).id : undefined
  }

  function call(method: string, path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
})

/** What compose.yaml says about the container. */
const confined = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges:true', '--tmpfs=/tmp']

/** Podman or Docker, if it can run a container of the base image without getting that from a registry. */
function findEngine(): { readonly engine?: string; readonly obstacle?: string } {
  const tried = ['podman', 'docker'].map((engine) => {
    const { error, status, stderr } = spawnSync(engine, ['run', '--rm', '--pull=never', base, 'true'], {
      encoding: 'utf8',
    })
    const obstacle = error === undefined ? stderr.trim().split('\n')[0] : 'not installed'
    return status === 0 ? { engine } : { obstacle: `${engine}: ${obstacle}` }
  })
  const found = tried.find(({ engine }) => engine !== undefined)
  return found ?? { obstacle: tried.map(({ obstacle }) => obstacle).join('; ') }
}

async function buildImage(): Promise<void> {
  const context = createFolder('image')
  await buildPackage(context)
  await packPackage(context, 'linux')
  const stages = dockerfile.slice(dockerfile.indexOf(`FROM \${BASE} AS install`))
  writeFileSync(join(context, 'Dockerfile'), `ARG BASE=${base}\n${stages.replace('--from=pack /src/dist/', '')}`)
  writeFileSync(join(context, '.dockerignore'), 'palate\n')
  writeFileSync(join(context, 'npmrc'), npmSettings())
  const secret = ['--secret', `id=npmrc,src=${join(context, 'npmrc')}`]
  const format = engine === 'podman' ? ['--format=docker'] : []
  const args = ['build', '--network=host', ...secret, ...format, '--tag', image, context]
  await run(engine, args, { timeout: 600_000, maxBuffer: 2 ** 26, env: { ...process.env, DOCKER_BUILDKIT: '1' } })
}

/** For npm in the build: the settings of this user, and the authorities that Node trusts on this machine. */
function npmSettings(): string {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const authorities = read(process.env.NODE_EXTRA_CA_CERTS ?? '').match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/g)
  const lines = authorities?.map((text) => `ca[]=${JSON.stringify(text)}`) ?? []
  return [read(join(homedir(), '.npmrc')), ...lines].join('\n')
}

/** The address of a new container, once it is ready. */
async function start(name: string, volume: string): Promise<string> {
  containers.push(nameOf(name))
  const args = ['--name', nameOf(name), '--volume', `${volume}:/data`, '--publish', '127.0.0.1::8080']
  await run(engine, ['run', '--detach', ...confined, ...args, image])
  const { stdout } = await run(engine, ['port', nameOf(name), '8080'])
  const url = `http://${stdout.trim()}`
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 120_000 })
  return url
}

async function inside(name: string, ...command: readonly string[]): Promise<string> {
  return (await run(engine, ['exec', nameOf(name), ...command])).stdout.trim()
}

async function inspect(name: string, format: string): Promise<string> {
  return (await run(engine, ['inspect', '--format', format, nameOf(name)])).stdout.trim()
}

function nameOf(container: string): string {
  return `palate-test-${unique}-${container}`
}
