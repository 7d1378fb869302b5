import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, engines, type Home } from '../harness/service.ts'
import { openOnWire } from '../harness/wire.ts'

vi.setConfig({ testTimeout: 60_000 })

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

  test('at SIGTERM no new connections are accepted, the running request finishes, and the exit code is 0', async () => {
    const serving = await processes.serve(home.env)
    // Leaves an idle connection, which must not delay the stop.
    expect((await serving.call('GET', '/v1/profiles')).status).toBe(200)
    const { sent, answer } = await beginPost(serving)
    sent.write('{"projectId":"p",')
    serving.child.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${serving.address}/healthz`)).rejects.toThrow('fetch failed'), {
      timeout: 20_000,
    })
    expect(serving.child.exitCode).toBeNull()
    sent.end('"name":"finished"}')
    const { status, headers, body } = await answer
    expect({ status, name: body.name }).toEqual({ status: 201, name: 'finished' })
    expect(headers.get('connection')).toBe('close')
    expect(await serving.ended).toBe(0)

    const again = await processes.serve(home.env)
    expect((await again.call('GET', `/v1/profiles/${body.id}`)).body.name).toBe('finished')
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  })

  test('every request sent before SIGTERM is answered, also on new connections', async () => {
    const serving = await processes.serve(home.env)
    const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' }
    const asked = Array.from({ length: 60 }, (_, i) => {
      const request = openOnWire(`${serving.address}/v1/profiles`, 'POST', headers)
      request.sent.end(JSON.stringify({ projectId: 'p', name: `n${i}` }))
      return request
    })
    await Promise.all(asked.map(({ sent }) => once(sent, 'finish')))
    serving.child.kill('SIGTERM')
    const answers = await Promise.all(asked.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 201))
    expect(await serving.ended).toBe(0)
  })

  test('a connection without a request is closed and does not delay the stop', async () => {
    const serving = await processes.serve(home.env)
    const { hostname, port } = new URL(serving.address)
    const silent = connect(Number(port), hostname)
    await once(silent, 'connect')
    const { sent, answer } = await beginPost(serving)
    serving.child.kill('SIGTERM')
    await once(silent, 'close')
    // Not closed by the end of the 10 s: the request is still running.
    sent.end('{"projectId":"p","name":"n"}')
    expect((await answer).status).toBe(201)
    expect(await serving.ended).toBe(0)
  })

  test('a request whose client disconnected is finished and logged before the process ends', async () => {
    const serving = await processes.serve(home.env)
    const direct = await openDirectConnection(home)
    await direct.execute(engine === 'sqlite' ? 'begin immediate' : 'begin; lock table profiles in share mode')
    const { sent } = await beginPost(serving)
    sent.on('error', () => {}).end('{"projectId":"p","name":"left behind"}')
    // Once a later request is answered, the service has started on the earlier one.
    expect((await serving.call('GET', '/v1/profiles')).status).toBe(200)
    sent.destroy()
    serving.child.kill('SIGTERM')
    await pause(500)
    await direct.execute('commit')
    await direct.close()
    expect(await serving.ended).toBe(0)
    expect(serving.output().stderr).toMatch(/"method":"POST","route":"\/v1\/profiles","status":499/)

    const again = await processes.serve(home.env)
    const { profiles } = (await again.call('GET', '/v1/profiles')).body
    expect(profiles.map(({ name }: { name: string }) => name)).toEqual(['left behind'])
  })
})

test('a request that does not finish delays the stop for 10 s and no longer', async () => {
  const homes = await Promise.all(engines.map(createHome))
  const all = await Promise.all(homes.map(({ env }) => processes.serve(env)))
  const begun = await Promise.all(all.map(beginPost))
  for (const { sent } of begun) sent.on('error', () => {}).write('{')
  for (const { child } of all) child.kill('SIGTERM')
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0])
  await Promise.all(begun.map(({ answer }) => expect(answer).rejects.toThrow('socket hang up')))
  await Promise.all(homes.map((home) => home.remove()))
})

test('stopping `npm start` stops the service', async () => {
  const home = await createHome('sqlite')
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...home.env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(npm, 'exit')
  let said = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const address = await vi.waitFor(() => /listening on (http:\S+)/.exec(said)?.[1] ?? expect.fail(said), 30_000)
  npm.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
  await home.remove()
})

/** Starts a request whose body is still to come, and waits until the server has accepted it. */
async function beginPost({ address, key }: Serving) {
  const request = openOnWire(`${address}/v1/profiles`, 'POST', {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    expect: '100-continue',
    connection: 'keep-alive',
  })
  await once(request.sent, 'continue')
  return request
}
