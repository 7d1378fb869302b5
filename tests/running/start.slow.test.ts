import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { formatKey } from '@palate/core/keys/format.ts'
import { version } from '@palate/server/platform/version.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../harness/client.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { freePort } from '../harness/free-port.ts'
import { createProcesses } from '../harness/processes.ts'
import { createEmptyHome, type Env, engines, type Home, startService } from '../harness/service.ts'

const processes = createProcesses()
const givenKey = formatKey(Array.from({ length: 32 }, (_, i) => i * 3))

afterAll(() => processes.stopAll())

describe.each(engines)('the start on %s', (engine) => {
  let home: Home
  beforeEach(async () => {
    home = await createEmptyHome(engine)
  })
  afterEach(async () => {
    await processes.stopAll()
    await home.remove()
  })

  const keyFile = () => join(home.env.PALATE_DATA_DIR ?? '', 'bootstrap-key')

  test('on an empty store the first key is created, printed once and written with mode 0600; later starts do none of it', async () => {
    const first = await processes.serve(home.env)
    const written = readFileSync(keyFile(), 'utf8')
    expect(written).toMatch(/^plt_[0-9A-Za-z]{38}\n$/)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    const key = written.trim()
    expect(first.output().stdout.split('\n')).toEqual([
      `palate: first key ${key} (also in ${keyFile()})`,
      expect.stringMatching(/^palate: sign in at http:\S+\/#code=[\w-]{43} \(once, within 15 minutes\)$/),
      `palate: listening on ${first.address}`,
      '',
    ])
    const code = /#code=(\S+)/.exec(first.output().stdout)?.[1]
    expect((await first.call('POST', '/api/session', { key: null, body: { code } })).body).toEqual({
      account: 'default',
    })
    expect((await first.call('GET', '/api/api-keys')).body.keys).toHaveLength(1)
    // It is account-wide and belongs to the account default.
    for (const projectId of ['one', 'two']) {
      const made = await first.call('POST', '/v1/profiles', { body: { projectId, name: 'n' } })
      expect(made.status).toBe(201)
    }
    const { keys } = (await first.call('GET', '/api/api-keys')).body
    expect(keys[0]).not.toHaveProperty('projectId')
    expect(keys[0]).not.toHaveProperty('expiresAt')
    const { stdout } = await runOperatorCommand(['accounts', 'list'], home.env)
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}default\n$/)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    // PALATE_HOST and PALATE_PORT set the address, which is printed as one line.
    const port = await freePort()
    const second = await processes.serve({ ...home.env, PALATE_HOST: 'localhost', PALATE_PORT: String(port) })
    expect(second.address).toBe(`http://localhost:${port}`)
    expect(second.output().stdout).toBe(`palate: listening on ${second.address}\n`)
    expect(readFileSync(keyFile(), 'utf8')).toBe(written)
    expect((await second.call('GET', '/api/api-keys')).body.keys).toHaveLength(1)
  })

  test.runIf(engine === 'sqlite')('the first key is printed even if the start fails after creating it', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const { code, stdout } = await processes.finish(['serve'], { ...home.env, PALATE_PORT: String(port) })
    taken.close()
    expect(code).not.toBe(0)
    expect(stdout).toBe(`palate: first key ${readFileSync(keyFile(), 'utf8').trim()} (also in ${keyFile()})\n`)
  })

  test('PALATE_BOOTSTRAP_KEY sets the value of the first key', async () => {
    const service = await startService(engine, { PALATE_BOOTSTRAP_KEY: givenKey }, home)
    const answer = await service.call('GET', '/v1/profiles', { key: givenKey })
    await service.stop()
    expect(answer.status).toBe(200)
    expect(readFileSync(keyFile(), 'utf8')).toBe(`${givenKey}\n`)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  })

  test('a key file left by an interrupted first start is replaced', async () => {
    writeFileSync(keyFile(), 'plt_left', { mode: 0o644 })
    const service = await startService(engine, {}, home)
    const answer = await service.call('GET', '/v1/profiles')
    await service.stop()
    expect(answer.status).toBe(200)
    expect(readFileSync(keyFile(), 'utf8')).toBe(`${service.key}\n`)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  })

  test('PALATE_BOOTSTRAP_KEY creates no key on a store that has an account', async () => {
    await (await startService(engine, {}, home)).stop()
    const service = await startService(engine, { PALATE_BOOTSTRAP_KEY: givenKey }, home)
    const answers = [
      await service.call('GET', '/v1/profiles', { key: givenKey }),
      await service.call('GET', '/v1/profiles'),
    ]
    await service.stop()
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
  })

  test('a store that has an account, whatever its name, gets no first account', async () => {
    const { stdout: key } = await runOperatorCommand(['accounts', 'create', 'own'], home.env)
    const serving = processes.run(['serve'], home.env)
    const address = await serving.url
    expect(serving.output().stdout).toBe(`palate: listening on ${address}\n`)
    expect(existsSync(keyFile())).toBe(false)
    expect((await createClient(address, key.trim()).call('GET', '/v1/profiles')).status).toBe(200)
  })
})

describe('on a Node that is too old, with its own Node installed', () => {
  let home: Home
  let env: Env
  beforeEach(async () => {
    home = await createEmptyHome('sqlite')
    // The first process reports an old version and another path; the one that it starts reports the real ones.
    const older = join(home.env.PALATE_DATA_DIR ?? '', 'older.cjs')
    writeFileSync(
      older,
      `if (process.env.OLDER) {
        delete process.env.OLDER
        Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })
        Object.defineProperty(process, 'execPath', { value: '/usr/bin/node' })
      }`,
    )
    env = { ...home.env, NODE_OPTIONS: `--require=${older}`, OLDER: '1' }
  })
  afterEach(async () => {
    await processes.stopAll()
    await home.remove()
  })

  test('palate runs on that one, with the same output and exit code', async () => {
    expect(await processes.finish(['--version'], env)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    const refused = await processes.finish(['serve'], { ...env, PALATE_PORT: 'http' })
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr: 'palate: PALATE_PORT must be a port from 0 to 65535, not "http"\n',
    })
  })

  test('SIGTERM stops the service, which ends with exit code 0', async () => {
    const serving = await processes.serve(env)
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe(0)
    await expect(fetch(`${serving.address}/healthz`)).rejects.toThrow('fetch failed')
  })
})

test('only its owner can read the store, which contains the secrets of webhooks', async () => {
  const home = await createEmptyHome('sqlite')
  const dataDir = join(home.env.PALATE_DATA_DIR ?? '', 'made by the start')
  const service = await startService('sqlite', { PALATE_DATA_DIR: dataDir }, home)
  expect((await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'n' } })).status).toBe(201)
  const modes = ['', 'palate.db', 'palate.db-wal', 'palate.db-shm'].map(
    (name) => statSync(join(dataDir, name)).mode & 0o777,
  )
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600])
  const copy = join(dataDir, 'copy.db')
  expect((await runOperatorCommand(['backup', copy], { ...home.env, PALATE_DATA_DIR: dataDir })).code).toBe(0)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  await service.stop()
  await home.remove()
})
