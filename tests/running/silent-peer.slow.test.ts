import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { createFlakyProxy, type FlakyProxy } from '../harness/flaky-proxy.ts'
import { expectProblem } from '../harness/problem.ts'
import { startService, type TestService } from '../harness/service.ts'

/** More than the connections of a process. */
const writers = 12

describe('when a machine disappears during a transaction on PostgreSQL', () => {
  let service: TestService
  let network: FlakyProxy
  let lost: Store
  let blocked: string
  let free: string
  const returned = Promise.withResolvers<void>()
  beforeAll(async () => {
    service = await startService('postgres')
    network = await createFlakyProxy(new URL(inject('postgresUrl')))
    const url = new URL(service.home.env.DATABASE_URL ?? '')
    url.port = String(network.port)
    lost = await openStore(readConfig({ ...service.home.env, DATABASE_URL: url.href }))
    ;[blocked, free] = [await createProfile('blocked'), await createProfile('free')]
  })
  afterAll(async () => {
    await network.cut()
    returned.resolve()
    await lost.close()
    await service.stop()
  })

  async function createProfile(name: string): Promise<string> {
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name } })
    return `/v1/profiles/${body.id}`
  }

  const change = (path: string, seed: string) => service.call('PATCH', path, { body: { seed } })

  test('every connection has timeouts and keep-alives on the server', async () => {
    const expected = {
      lock_timeout: '4s',
      idle_in_transaction_session_timeout: '8s',
      statement_timeout: '1min',
      tcp_user_timeout: '10000',
      tcp_keepalives_idle: '5',
      tcp_keepalives_interval: '2',
      tcp_keepalives_count: '3',
    }
    const settings = await lost.read
      .selectNoFrom(({ fn, val }) => Object.keys(expected).map((name) => fn('current_setting', [val(name)]).as(name)))
      .executeTakeFirst()
    expect(settings).toEqual(expected)
  })

  test('only writers of its row wait for some seconds; reads and other writes continue', async () => {
    const begun = Promise.withResolvers<void>()
    const lostWrite = lost.write(async (db) => {
      await db.updateTable('profiles').set({ seed: 'lost' }).where('name', '=', 'blocked').execute()
      begun.resolve()
      await returned.promise
    })
    lostWrite.catch(() => {})
    await begun.promise
    network.hold()

    let answered = 0
    const waiting = Array.from({ length: writers }, async (_, i): Promise<Answer> => {
      const answer = await change(blocked, `waiting ${i}`)
      answered += 1
      return answer
    })
    const since = performance.now()
    for (let i = 0; i < 5; i++) {
      const others = [change(free, `${i}`), service.call('GET', blocked), service.call('GET', '/v1/profiles')]
      for (const { status } of await Promise.all(others)) expect(status).toBe(200)
    }
    const answeredByThen = answered
    // Unless the machine was busy: the first of them gives up after 4 s.
    if (performance.now() - since < 4000) expect(answeredByThen).toBe(0)

    const answers = await Promise.all(waiting)
    const refused = answers.filter(({ status }) => status !== 200)
    // Each waits 4 s for the row, which PostgreSQL releases from the lost machine after 8 s.
    expect([1, 2]).toContain(refused.length)
    for (const answer of refused) {
      expect(expectProblem(answer, 503, 'unavailable').detail).toBe('a concurrent write holds the lock; try again')
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect((await change(blocked, 'after')).status).toBe(200)
  })
})
