import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../harness/client.ts'
import { type DirectConnection, openDirectConnection } from '../harness/direct-connection.ts'
import { eventually } from '../harness/eventually.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, engines, type Home, startService } from '../harness/service.ts'
import { openOnWire } from '../harness/wire.ts'
import { beginPost } from './begin-post.ts'

const processes = createProcesses()
afterAll(() => processes.stopAll())

describe.each(engines)('stopping on %s', (engine) => {
  let home: Home
  beforeEach(async () => {
    home = await createHome(engine)
  })
  afterEach(async () => {
    await processes.stopAll()
    await home.remove()
  })

  /** The names of the profiles that the next start finds. */
  async function storedNames(): Promise<readonly string[]> {
    const again = await startService(engine, {}, home)
    const { profiles } = (await again.call('GET', '/v1/profiles')).body
    await again.stop()
    return profiles.map(({ name }: { name: string }) => name)
  }

  test.runIf(engine === 'sqlite')(
    'at SIGTERM every request sent before is answered, no new connections are accepted, and the exit code is 0',
    async () => {
      const serving = await processes.serve(home.env)
      // Leaves an idle connection, which must not delay the stop.
      expect((await serving.call('GET', '/v1/profiles')).status).toBe(200)
      const { hostname, port } = new URL(serving.address)
      const silent = connect(Number(port), hostname)
      await once(silent, 'connect')
      const silentClosed = once(silent, 'close')
      const { sent, answer } = await beginPost(serving)
      sent.write('{"projectId":"p",')
      const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' }
      const requests = Array.from({ length: 20 }, (_, i) => {
        const request = openOnWire(`${serving.address}/v1/profiles`, 'POST', headers)
        request.sent.end(JSON.stringify({ projectId: 'p', name: `n${i}` }))
        return request
      })
      await Promise.all(requests.map((request) => once(request.sent, 'finish')))
      serving.child.kill('SIGTERM')
      const answers = await Promise.all(requests.map((request) => request.answer))
      expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 201))
      // A connection without a request is closed before the 10 s end, because a request is still running.
      await silentClosed
      await eventually(() => expect(fetch(`${serving.address}/healthz`)).rejects.toThrow('fetch failed'))
      expect(serving.child.exitCode).toBeNull()
      sent.end('"name":"finished"}')
      const finished = await answer
      expect({ status: finished.status, name: finished.body.name }).toEqual({ status: 201, name: 'finished' })
      expect(finished.headers.get('connection')).toBe('close')
      expect(await serving.ended).toBe(0)
      expect(await storedNames()).toEqual(expect.arrayContaining(['finished', 'n0', 'n19']))
    },
  )

  describe('a request whose client disconnected', () => {
    let serving: Serving
    let direct: DirectConnection
    beforeEach(async () => {
      // Nothing else writes: no background work, and the request is counted before it needs the store.
      serving = await processes.serve(home.env, ['--no-worker'])
      direct = await openDirectConnection(home)
    })
    afterEach(() => direct.close())

    const holdStore = () =>
      direct.execute(engine === 'sqlite' ? 'begin immediate' : 'begin; lock table profiles in share mode')

    /** Resolves once the service has started on what was sent before. */
    async function settle(): Promise<void> {
      for (let i = 0; i < 3; i++) expect((await fetch(`${serving.address}/healthz`)).status).toBe(200)
    }

    /** Stops the service, and lets go of the store once it is stopping. */
    async function stopHeld(): Promise<void> {
      // Ctrl-C without a terminal, as some supervisors send it.
      serving.child.kill('SIGINT')
      await expect.poll(() => serving.output().stderr).toContain('"stopping"')
      await direct.execute('commit')
      expect(await serving.ended).toBe(0)
    }

    const logged = (method: string) => new RegExp(`"method":"${method}","route":"/v1/profiles[^"]*","status":499`)

    test('while it writes is finished and logged before the process ends', async () => {
      const { sent } = await beginPost(serving)
      await untilCounted()
      await holdStore()
      sent.on('error', () => {}).end('{"projectId":"p","name":"left behind"}')
      await once(sent, 'finish')
      await settle()
      sent.destroy()
      await stopHeld()
      expect(serving.output().stderr).toMatch(logged('POST'))
      expect(await storedNames()).toEqual(['left behind'])
    })

    test('while it waits for an earlier write is given up and logged at once, and changes nothing', async () => {
      const { id } = (await serving.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'new' } })).body
      await holdStore()
      const rename = (name: string) => {
        const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' }
        const request = openOnWire(`${serving.address}/v1/profiles/${id}`, 'PATCH', headers)
        request.sent.on('error', () => {}).end(JSON.stringify({ name }))
        return request
      }
      const earlier = rename('renamed')
      await settle()
      const left = rename('left behind')
      await settle()
      expect(serving.output().stderr).not.toMatch(logged('PATCH'))
      left.sent.destroy()
      await expect.poll(() => serving.output().stderr).toMatch(logged('PATCH'))
      await stopHeld()
      expect((await earlier.answer).status).toBe(200)
      expect(await storedNames()).toEqual(['renamed'])
    })

    /** Resolves once the first request is counted. Counts are stored a moment later, in a transaction of their own. */
    async function untilCounted(): Promise<void> {
      const store = await openStore(readConfig(home.env))
      const counted = () => store.read.selectFrom('api_keys').select('id').where('usage_count', '>', 0).execute()
      await expect.poll(counted).toHaveLength(1)
      await store.close()
    }
  })
})

describe('PALATE_DRAIN_MS', () => {
  let home: Home
  beforeEach(async () => {
    home = await createHome('sqlite')
  })
  afterEach(async () => {
    await processes.stopAll()
    await home.remove()
  })

  test('at SIGTERM the service reports that it is not ready, goes on serving for that time, and exits with 0', async () => {
    const serving = await processes.serve({ ...home.env, PALATE_DRAIN_MS: '3000' })
    const startMs = performance.now()
    serving.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${serving.address}/readyz`)).status).toBe(503)
    const body = { projectId: 'p', name: 'late' }
    expect((await serving.call('POST', '/v1/profiles', { body })).status).toBe(201)
    expect(await serving.ended).toBe(0)
    expect(performance.now() - startMs).toBeGreaterThan(2_900)
  })

  test('a second signal some seconds later ends the service immediately', async () => {
    const serving = await processes.serve({ ...home.env, PALATE_DRAIN_MS: '3600000' })
    serving.child.kill('SIGTERM')
    await pause(3_500)
    expect((await fetch(`${serving.address}/healthz`)).status).toBe(200)
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe('SIGTERM')
  })
})

describe('npm start', () => {
  let home: Home
  beforeEach(async () => {
    home = await createHome('sqlite')
  })
  afterEach(async () => {
    await processes.stopAll()
    await home.remove()
  })

  test('SIGTERM to npm stops the service', async () => {
    const npm = await startInTerminal(home)
    process.kill(npm.pid, 'SIGTERM')
    expect(await npm.ended).toBe(0)
    await expect(fetch(`${npm.address}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('Ctrl-C in a terminal, even pressed twice, finishes running requests and keeps the counts', async () => {
    const npm = await startInTerminal(home)
    for (let i = 0; i < 6; i++) expect((await npm.call('GET', '/v1/profiles')).status).toBe(200)
    const { sent, answer } = await beginPost(npm)
    npm.pressCtrlC()
    await expect.poll(() => npm.output()).toContain('"stopping"')
    npm.pressCtrlC()
    sent.end('{"projectId":"p","name":"finished"}')
    expect((await answer).status).toBe(201)
    expect(await npm.ended).toBe(0)

    const again = await startService('sqlite', {}, home)
    const { keys } = (await again.call('GET', '/api/api-keys')).body
    await again.stop()
    expect(keys[0].usageCount).toBeGreaterThanOrEqual(7)
  })

  test('a supervisor that signals the whole process group stops the service once', async () => {
    const npm = await startInTerminal(home)
    const { sent, answer } = await beginPost(npm)
    process.kill(-npm.pid, 'SIGTERM')
    await expect.poll(() => npm.output()).toContain('"stopping"')
    process.kill(-npm.pid, 'SIGTERM')
    sent.end('{"projectId":"p","name":"finished"}')
    expect((await answer).status).toBe(201)
    expect(await npm.ended).toBe(0)
  })

  test('a second Ctrl-C some seconds later ends the service immediately', async () => {
    const npm = await startInTerminal(home)
    const { sent, answer } = await beginPost(npm)
    sent.on('error', () => {})
    answer.catch(() => {})
    npm.pressCtrlC()
    await expect.poll(() => npm.output()).toContain('"stopping"')
    await pause(3_500)
    npm.pressCtrlC()
    await expect(answer).rejects.toThrow()
    expect(await npm.ended).toBe('SIGINT')
  })
})

/** Runs `npm start` as the foreground process group of a pseudo-terminal. */
async function startInTerminal(home: Home) {
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...home.env },
    cols: 1000,
  })
  const ended = new Promise<number | 'SIGINT'>((resolve) =>
    npm.onExit(({ exitCode, signal }) => resolve(signal === constants.signals.SIGINT ? 'SIGINT' : exitCode)),
  )
  let output = ''
  npm.onData((text) => {
    output += text
  })
  const address = await eventually(() => /listening on (http:\S+)/.exec(output)?.[1] ?? expect.fail(output))
  const key = readFileSync(join(home.env.PALATE_DATA_DIR ?? '', 'bootstrap-key'), 'utf8').trim()
  const { call } = createClient(address, key)
  return { pid: npm.pid, address, key, call, ended, output: () => output, pressCtrlC: () => npm.write('\x03') }
}
