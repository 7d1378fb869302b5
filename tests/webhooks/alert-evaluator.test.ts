import type { Store } from '@palate/server/store/store.ts'
import { AlertEvaluator } from '@palate/server/webhooks/alerts/alert-evaluator.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, startService, type TestService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { openOtherProcess } from './other-process.ts'
import { createWebhook, loopback } from './webhook-requests.ts'

describe.each(engines)('scores that cannot be stored immediately, on %s', (engine) => {
  let service: TestService
  let otherProcess: Awaited<ReturnType<typeof openOtherProcess>>
  let profiles: readonly string[]
  beforeEach(async () => {
    service = await startService(engine, loopback)
    const { id } = await createWebhook(service, 'http://127.0.0.1:1/', { events: ['webhook.test'] })
    otherProcess = await openOtherProcess(service, id)
    profiles = [await createProfile(service, { name: 'a' }), await createProfile(service, { name: 'b' })]
    for (const profileId of profiles) {
      const body = { profileId, dimension: 'warmth', below: 0.5, over: 2 }
      expect((await service.call('POST', '/v1/alerts', { body })).status).toBe(201)
    }
  })
  afterEach(async () => {
    await otherProcess.close()
    await service.stop()
  })

  /** An evaluator whose first write fails; returns the alerts that it raised in two evaluations. */
  async function evaluateWith({ isUnavailable }: { isUnavailable: boolean }) {
    let writes = 0
    const write: Store['write'] = (work) => {
      writes += 1
      return writes === 1 ? Promise.reject(new Error('not now')) : otherProcess.store.write(work)
    }
    const store = {
      ...otherProcess.store,
      write,
      unavailability: () => (isUnavailable ? ('unreachable' as const) : undefined),
    }
    const fired: unknown[] = []
    const alerts = new AlertEvaluator(
      { ...otherProcess, store, log: { error: () => {} } } as never,
      async (_db, _id, events) => {
        fired.push(...events.map(({ profileId, data }) => [profileId, 'mean' in data && data.mean]))
      },
    )
    const note = (profileId: string | undefined, warmth: number) =>
      alerts.note(
        { accountId: otherProcess.accountId, projectId: 'studio', profileId: profileId ?? '' },
        { frame_id: 'x', warmth },
      )
    for (const warmth of [0.1, 0.3]) for (const profileId of profiles) note(profileId, warmth)
    await alerts.evaluate()
    note(profiles[0], 0.2)
    await alerts.close()
    return fired
  }

  test('are evaluated later, in order, if the store was unavailable', async () => {
    const [a, b] = profiles
    expect(await evaluateWith({ isUnavailable: true })).toEqual([
      [b, 0.2],
      [a, 0.2],
    ])
  })

  test("are lost if the store refuses them, without affecting other profiles' scores", async () => {
    expect(await evaluateWith({ isUnavailable: false })).toEqual([[profiles[1], 0.2]])
  })
})
