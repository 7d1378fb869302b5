import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses } from '../harness/processes.ts'
import { engines, startService, type TestService } from '../harness/service.ts'

describe.each(engines)('palate accounts beside a running server on %s', (engine) => {
  const processes = createProcesses()
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(async () => {
    await processes.stopAll()
    await service.stop()
  })

  const create = (name: string) => processes.finish(['accounts', 'create', name], service.home.env)

  test("create prints the new account's first key, alone, on stdout, and the key works at once", async () => {
    const { code, stdout, stderr } = await create('Second')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^plt_[0-9A-Za-z]{38}\n$/)
    const second = service.as(stdout.trim())
    expect((await second.call('GET', '/v1/profiles')).body).toEqual({ profiles: [] })
    const { body } = await second.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'theirs' } })
    expectProblem(await service.call('GET', `/v1/profiles/${body.id}`), 404, 'profile_not_found')
    const { keys } = (await second.call('GET', '/api/api-keys')).body
    expect(keys).toMatchObject([{ prefix: stdout.slice(0, 12) }])
  })

  test('a name that is taken is refused in one line, and no key is printed', async () => {
    const ended = await create('default')
    expect(ended).toEqual({ code: 1, stdout: '', stderr: 'palate: there is an account "default" already\n' })
  })

  test('key prints a further key of an account, alone: also of one that has revoked its last', async () => {
    const first = (await create('Locked out')).stdout.trim()
    const { keys } = (await service.as(first).call('GET', '/api/api-keys')).body
    await service.as(first).call('DELETE', `/api/api-keys?id=${keys[0].id}`)
    const { code, stdout } = await processes.finish(['accounts', 'key', 'Locked out'], service.home.env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^plt_[0-9A-Za-z]{38}\n$/)
    expect((await service.as(stdout.trim()).call('GET', '/api/api-keys')).body.keys).toHaveLength(1)
    const nobody = await processes.finish(['accounts', 'key', 'Nobody'], service.home.env)
    expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'palate: there is no account "Nobody"\n' })
  })

  test('an invalid name is refused in one line', async () => {
    const [blank, long] = await Promise.all([create('  '), create('x'.repeat(256))])
    const refused = { code: 1, stdout: '', stderr: 'palate: the name of an account must have 1 to 255 characters\n' }
    expect([blank, long]).toEqual([refused, refused])
  })

  test('of several processes that create one account concurrently exactly one gets its key', async () => {
    const all = await Promise.all([create('raced'), create(' raced '), create('raced')])
    expect(all.map(({ code }) => code).sort()).toEqual([0, 1, 1])
    expect(all.map(({ stdout }) => stdout.length).sort()).toEqual([0, 0, 43])
    const { stdout } = await processes.finish(['accounts', 'list'], service.home.env)
    expect(stdout.split('\n').filter((line) => line.endsWith('  raced'))).toHaveLength(1)
  })
})
