import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOperatorCommand } from '../harness/command.ts'
import { eventually } from '../harness/eventually.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createEmptyHome, engines, type Home, startService } from '../harness/service.ts'

describe.each(engines)('several processes on one store on %s', (engine) => {
  const processes = createProcesses()
  let home: Home
  let all: readonly Serving[]
  let one: Serving
  let other: Serving
  beforeAll(async () => {
    home = await createEmptyHome(engine)
    const [first, second, ...more] = await Promise.all(Array.from({ length: 3 }, () => processes.serve(home.env)))
    if (!first || !second) throw new Error('they did not start')
    one = first
    other = second
    all = [first, second, ...more]
  })
  afterAll(async () => {
    await processes.stopAll()
    await home.remove()
  })

  const newKey = async (body: object) => (await one.call('POST', '/api/api-keys', { body })).body

  test('processes that start concurrently on an empty store migrate it once and create exactly one first account', async () => {
    const printed = all.flatMap(({ output }) => /first key (plt_\w+)/.exec(output().stdout)?.[1] ?? [])
    expect(printed).toEqual([one.key])
    expect(new Set(all.map(({ address }) => address)).size).toBe(3)
    for (const { call, output } of all) {
      expect((await call('GET', '/v1/profiles')).status).toBe(200)
      expect(output().stderr).not.toMatch(/"level":[456]0/)
    }
    const { stdout } = await runOperatorCommand(['accounts', 'list'], home.env)
    expect(stdout.match(/default/g)).toHaveLength(1)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect((await one.call('GET', '/api/api-keys')).body.keys).toHaveLength(1)
  })

  test('a write of one process is visible to every other process immediately', async () => {
    const { body } = await one.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'seen' } })
    for (const { call } of all) expect((await call('GET', `/v1/profiles/${body.id}`)).body.name).toBe('seen')
  })

  test('a revoked key is refused by every process on the very next request', async () => {
    const { id, key } = await newKey({ name: 'revoked' })
    for (const { call } of all) expect((await call('GET', '/v1/profiles', { key })).status).toBe(200)
    expect((await one.call('DELETE', `/api/api-keys?id=${id}`)).status).toBe(200)
    for (const { call } of all) expectProblem(await call('GET', '/v1/profiles', { key }), 401, 'revoked_api_key')
  })

  test('a rotated key is refused by every process on the very next request, and its successor works', async () => {
    const { id, key } = await newKey({ name: 'rotated' })
    for (const { call } of all) expect((await call('GET', '/v1/profiles', { key })).status).toBe(200)
    const { body: next } = await one.call('POST', `/api/api-keys/rotate?id=${id}`)
    for (const { call } of all) {
      expectProblem(await call('GET', '/v1/profiles', { key }), 401, 'revoked_api_key')
      expect((await call('GET', '/v1/profiles', { key: next.key })).status).toBe(200)
    }
  })

  test('usageCount is the exact sum over the processes', async () => {
    const { id, key } = await newKey({ name: 'counted' })
    await Promise.all(all.flatMap(({ call }) => Array.from({ length: 15 }, () => call('GET', '/v1/profiles', { key }))))
    await eventually(async () => {
      const { keys } = (await one.call('GET', '/api/api-keys')).body
      expect(keys.find((record: { id: string }) => record.id === id).usageCount).toBe(45)
    })
  })

  test('of many requests with one idempotency key to many processes exactly one is carried out', async () => {
    const ask = { body: { projectId: 'p', name: 'made once' }, headers: { 'idempotency-key': 'everywhere' } }
    const asks = all.flatMap(({ call }) => Array.from({ length: 4 }, () => call('POST', '/v1/profiles', ask)))
    const answers = await Promise.all(asks)
    const made = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'))
    expect(made).toHaveLength(1)
    for (const answer of answers.filter((each) => each !== made[0])) {
      if (answer.status === 201) expect(answer.text).toBe(made[0]?.text)
      else expectProblem(answer, 409, 'idempotency_conflict')
    }
    for (const { call } of all) {
      const again = await call('POST', '/v1/profiles', ask)
      expect(again.text).toBe(made[0]?.text)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
  })

  test('of many profiles created concurrently with one name exactly one is created, whatever the process', async () => {
    const ask = { body: { projectId: 'p', name: 'contested' } }
    const answers = await Promise.all(all.flatMap(({ call }) => [1, 2, 3].map(() => call('POST', '/v1/profiles', ask))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409, 'name_taken')
  })

  test('counted usage survives stopping and starting every process', async () => {
    const { id, key } = await newKey({ name: 'kept' })
    await Promise.all(all.map(({ call }) => call('GET', '/v1/profiles', { key })))
    other.child.kill('SIGTERM')
    expect(await other.ended).toBe(0)
    for (const { child } of all) child.kill('SIGTERM')
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0])
    const again = await startService(engine, {}, home)
    const { keys } = (await again.call('GET', '/api/api-keys')).body
    await again.stop()
    expect(keys.find((record: { id: string }) => record.id === id).usageCount).toBe(3)
  })
})
