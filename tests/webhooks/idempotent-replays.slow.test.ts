import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, engines, type Home } from '../harness/service.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, loopback, settled } from './webhook-requests.ts'

const processes = createProcesses()
afterAll(() => processes.stopAll())

const eventCount = 5
const rounds = 6
const since = '2020-01-01T00:00:00.000Z'

// See docs/decisions/http.md about work that does not fit into one transaction.
describe.each(engines)('replays of deliveries with an Idempotency-Key, sent to two processes on %s', (engine) => {
  let home: Home
  let receiver: Receiver
  beforeEach(async () => {
    home = await createHome(engine)
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await processes.stopAll()
    await receiver.stop()
    await home.remove()
  })

  test('get one response, and every event is delivered again under its own id', async () => {
    const env = { ...home.env, ...loopback, PALATE_LOG_LEVEL: 'error', PALATE_RATE_LIMIT: '1000000' }
    const first = await processes.serve(env)
    const second = await processes.serve(env)
    const { id } = await createWebhook(first, receiver.url, { events: ['profile.created'] })
    for (let i = 0; i < eventCount; i++) {
      const body = { projectId: 'p', name: `Profile ${i}` }
      expect((await first.call('POST', '/v1/profiles', { body })).status).toBe(201)
    }
    await settled(first, id, 'delivered')
    const ids = idsOf(receiver)
    expect(ids.size).toBe(eventCount)
    for (let round = 1; round <= rounds; round++) {
      const headers = { 'idempotency-key': `round ${round}` }
      const replay = ({ call }: Pick<Client, 'call'>) =>
        call('POST', `/v1/webhooks/${id}/deliveries/replay`, { body: { since, status: 'delivered' }, headers })
      const answers = await Promise.all([replay(first), replay(second)])
      expect(answers.map(({ status }) => status)).toEqual([202, 202])
      expect(answers[1]?.text).toBe(answers[0]?.text)
      const replayed = answers.map((answer) => answer.headers.get('idempotency-replayed'))
      expect(replayed.toSorted()).toEqual([null, 'true'].toSorted())
      const late = await replay(second)
      expect([late.text, late.headers.get('idempotency-replayed')]).toEqual([answers[0]?.text, 'true'])
      await receiver.waitFor((round + 1) * eventCount)
      await settled(first, id, 'delivered')
    }
    expect(idsOf(receiver)).toEqual(ids)
  })
})

function idsOf({ got }: Receiver): ReadonlySet<unknown> {
  return new Set(got.map(({ headers }) => headers['webhook-id']))
}
