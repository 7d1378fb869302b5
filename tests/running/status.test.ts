import type { ServiceStatus } from '@palate/core/service/schema.ts'
import { listUnfinishedOf } from '@palate/server/batches/storing/batch-store.ts'
import { statusHandlers } from '@palate/server/composition/service-status.ts'
import { readConfig } from '@palate/server/config/config.ts'
import type { Call } from '@palate/server/operations.ts'
import { version } from '@palate/server/platform/version.ts'
import { openStore } from '@palate/server/store/open.ts'
import { findFirstDue } from '@palate/server/webhooks/deliveries/dispatcher.ts'
import { describe, expect, test } from 'vitest'
import { createHome, engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

describe.each(engines)('GET /api/status on %s', (engine) => {
  const service = useService(engine)
  const status = async (key = service.key) => (await service.call('GET', '/api/status', { key })).body

  test('returns the version, the store, the threads, and empty queues', async () => {
    const before = new Date(Date.now() + 1000).toISOString()
    const body = await status()
    expect(body).toEqual({
      version,
      startedAt: expect.any(String),
      store: engine,
      embedder: expect.stringMatching(/./),
      failedChecks: {},
      scoring: { threads: 1, running: expect.any(Number), waiting: expect.any(Number) },
      batches: { unfinished: 0, oldestSeconds: null },
      account: { usedBytes: 0, maxBytes: 20 * 1024 ** 3 },
      deliveries: { overdueSeconds: null },
    })
    expect(body.startedAt < before).toBe(true)
  })

  test('a key of one project does not see the storage of the account', async () => {
    const { body } = await service.call('POST', '/api/api-keys', { body: { name: 'red', projectId: 'red' } })
    expect(Object.keys(await status(body.key))).not.toContain('account')
    expect(Object.keys(await status())).toContain('account')
  })

  test("returns how long batches and deliveries wait, only for the key's account and project", async () => {
    // Without a running service, whose workers would process these.
    const home = await createHome(engine)
    const store = await openStore(readConfig(home.env))
    await store.write(async (db) => {
      for (const [account_id, project_id, minute] of [
        ['ours', 'red', '10'],
        ['ours', 'blue', '20'],
        ['theirs', 'red', '00'],
      ] as const) {
        const at = `2026-01-01T00:${minute}:00.000Z`
        const id = `${account_id} ${project_id}`
        await db
          .insertInto('webhooks')
          .values({ ...webhook, account_id, id, project_id })
          .execute()
        await db
          .insertInto('deliveries')
          .values({ ...delivery, account_id, id, webhook_id: id, due_at: at })
          .execute()
        await db
          .insertInto('batches')
          .values({ ...batch, account_id, id, project_id, created_at: at })
          .execute()
      }
    })
    const { getStatus } = statusHandlers(
      { store, clock: () => new Date() },
      {
        ...{
          checks: [{ name: 'store', concerns: 'dependency', check: async () => 'full' }],
          embedderId: 'e',
          findFirstDue,
        },
        ...{ scoringLoad: () => ({ threads: 1, running: 0, waiting: 0 }), listUnfinished: listUnfinishedOf },
      },
    )
    const now = '2026-01-01T00:15:00.000Z'
    const tell = async (accountId: string, projectId: string | null) => {
      const call = {
        caller: { accountId, projects: projectId === null ? null : [projectId] },
        db: store.read,
        now,
      } as Call<'getStatus'>
      const { batches, deliveries, failedChecks } = (await getStatus(call)).body as ServiceStatus
      return [batches.unfinished, batches.oldestSeconds, deliveries.overdueSeconds, failedChecks]
    }
    const told = [
      await tell('ours', null),
      await tell('ours', 'red'),
      await tell('ours', 'blue'),
      await tell('nobody', null),
    ]
    await store.close()
    await home.remove()
    const failed = { store: 'full' }
    expect(told).toEqual([
      [2, 300, 300, failed],
      [1, 300, 300, failed],
      // Created and due in five minutes.
      [1, 0, null, failed],
      [0, null, null, failed],
    ])
  })
})

const created_at = '2026-01-01T00:00:00.000Z'
const webhook = {
  url: 'http://x',
  events: '[]',
  status: 'enabled',
  secret: 's',
  created_at,
  updated_at: created_at,
  failures_in_row: 0,
} as const
const delivery = {
  event_id: 'e',
  event_type: 't',
  stream: '',
  place: 1,
  status: 'pending',
  tries: 0,
  created_at,
} as const
const batch = {
  profile_id: 'p',
  status: 'in_progress',
  total: 1,
  succeeded: 0,
  failed: 0,
  canceled: 0,
  taken: 0,
  asked: '{}',
} as const
