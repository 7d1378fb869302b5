import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { openDirectConnection } from '../harness/direct-connection.ts'
import { eventually } from '../harness/eventually.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, type Home } from '../harness/service.ts'
import { sendBytes } from '../harness/wire.ts'
import { startPictureHost } from '../scoring/picture-host.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'

describe('logs', () => {
  const processes = createProcesses()
  const secrets: string[] = []
  let home: Home
  let serving: Serving
  let failed: Answer
  let lines: readonly Record<string, unknown>[]
  let stderr: string
  beforeAll(async () => {
    home = await createHome('sqlite')
    serving = await processes.serve({ ...home.env, PALATE_LOG_LEVEL: 'trace', ...loopbackAllowed })
    secrets.push(serving.key)
    await useKeysEverywhere()
    const direct = await openDirectConnection(home)
    await direct.execute('alter table profiles rename to hidden')
    failed = await serving.call('GET', '/v1/profiles', { headers: { 'x-request-id': 'the-failed-one' } })
    await direct.execute('alter table hidden rename to profiles')
    await direct.close()
    expect((await serving.call('GET', '/v1/profiles')).status).toBe(200)
    await askAndLeave()
    serving.child.kill('SIGTERM')
    await serving.ended
    stderr = serving.output().stderr
    lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  })
  afterAll(async () => {
    await processes.stopAll()
    await home.remove()
  })

  /** Creates, uses, misspells, rotates, revokes and misplaces keys. */
  async function useKeysEverywhere(): Promise<void> {
    const headers = { 'idempotency-key': 'i' }
    const made = (await serving.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'p' }, headers })).body
    const next = (await serving.call('POST', `/api/api-keys/rotate?id=${made.id}`)).body
    secrets.push(made.key, next.key)
    await serving.call('GET', '/v1/profiles', { key: made.key })
    await serving.call('GET', '/v1/profiles?projectId=q', { key: next.key })
    await serving.call('DELETE', `/api/api-keys?id=${next.id}`, { key: next.key })
    await serving.call('GET', '/v1/profiles', { key: next.key })
    await serving.call('GET', `/v1/profiles/${made.key}?key=${made.key}`)
    await serving.call('GET', `/${made.key}`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    await serving.call('DELETE', `/api/api-keys?id=${made.key}`)
    await serving.call('GET', '/healthz', { headers: { 'x-request-id': made.key, referer: made.key } })
    await serving.call('POST', '/v1/profiles', { raw: `{"name": ${made.key}` })
    await serving.call('GET', `/v1/profiles/%zz${made.key}`)
    await sendBytes(serving.address, `NONSENSE ${made.key}\r\n\r\n`)
  }

  /** Requests a slow score and closes the connection before the response. */
  async function askAndLeave(): Promise<void> {
    const host = await startPictureHost()
    host.gather('never', [Buffer.alloc(0), Buffer.alloc(0)])
    const frames = [{ id: 'a', url: host.url('never') }]
    const body = {
      profile_id: (await serving.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'n' } })).body.id,
      frames,
      dimensions: ['aesthetics'],
    }
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' }
    const { signal } = leaving
    const scoring = fetch(`${serving.address}/v1/score`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    })
    await eventually(() => expect(host.gathered('never')).toBe(1))
    leaving.abort()
    await expect(scoring).rejects.toThrow()
    await host.close()
  }

  test('no log contains a key, whatever the level', () => {
    expect(secrets).toHaveLength(3)
    for (const secret of secrets) {
      expect(stderr).not.toContain(secret)
      expect(stderr).not.toContain(secret.slice(12))
    }
    expect(stderr).not.toContain('Bearer')
  })

  test('the first key is printed once, at the first start', () => {
    expect(serving.output().stdout.split(serving.key)).toHaveLength(2)
  })

  test('each request is one line of JSON with its id, route, status and time', () => {
    const refused = lines.filter(({ status, route }) => status === 403 && route === '/v1/profiles')
    expect(refused).toEqual([
      expect.objectContaining({
        msg: 'request',
        method: 'GET',
        requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
        keyId: expect.stringMatching(/^key_[0-9a-f]{32}$/),
        accountId: expect.stringMatching(/^acct_[0-9a-f]{32}$/),
        ms: expect.any(Number),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      }),
    ])
  })

  test('what the audit log records is also a line, with the entry', () => {
    const entries = lines.filter(({ msg }) => msg === 'audit').map(({ audit }) => audit as Record<string, unknown>)
    const created = entries.filter(({ action }) => action === 'api_key.created')
    expect(created).not.toEqual([])
    for (const entry of created) {
      expect(entry).toMatchObject({ address: '127.0.0.1', target: { type: 'api_key' }, keyId: expect.any(String) })
      expect(Object.keys(entry).sort()).toEqual(
        ['accountId', 'action', 'address', 'at', 'details', 'id', 'keyId', 'projectId', 'requestId', 'target'].sort(),
      )
    }
  })

  test('the client address is that of the connection, whatever an untrusted peer claims', () => {
    const requests = lines.filter(({ msg }) => msg === 'request')
    expect(new Set(requests.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
  })

  test('a request whose client disconnected is logged with the status 499', () => {
    const left = lines.filter(({ route, msg }) => route === '/v1/score' && msg === 'request')
    expect(left).toEqual([expect.objectContaining({ method: 'POST', status: 499, keyId: expect.any(String) })])
  })

  test('an unknown path is logged too, without the path', () => {
    const strays = lines.filter(({ route }) => route === 'none')
    expect(strays.map(({ status }) => status)).toEqual([404, 400])
  })

  test('an internal error shows no details to the client, and the log has them', () => {
    expectProblem(failed, 500, 'internal')
    expect(failed.body).toEqual({
      type: 'urn:palate:problem:internal',
      title: 'Internal error',
      status: 500,
      detail: 'internal error; please report the request id',
      code: 'internal',
      requestId: 'the-failed-one',
    })
    const logged = lines.filter(({ msg }) => msg === 'a request failed')
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).toContain('profiles')
    expect(JSON.stringify(logged)).toContain('the-failed-one')
  })

  test('at the level warn, audit entries and misspelt variables are logged, and requests are not', async () => {
    const env = { ...home.env, PALATE_LOG_LEVEL: 'warn', PALATE_DATADIR: 'misspelt' }
    const quiet = await processes.serve(env)
    await quiet.call('POST', '/api/api-keys', { body: { name: 'audited' } })
    quiet.child.kill('SIGTERM')
    await quiet.ended
    const messages = quiet
      .output()
      .stderr.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(messages).toMatchObject([
      { level: 40, msg: 'nothing reads the variable PALATE_DATADIR: did you mean PALATE_DATA_DIR?' },
      { level: 30, msg: 'audit', audit: { action: 'api_key.created' } },
    ])
  })
})
