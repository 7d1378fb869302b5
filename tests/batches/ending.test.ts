import { daysKept } from '@palate/core/days-kept.ts'
import { sweepEnded } from '@palate/server/batches/running/sweep.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { describe, expect, test } from 'vitest'
import { eachAccount } from '../harness/each-account.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { change, commit, createProfile } from '../profiles/profile-requests.ts'
import { scoresOf } from '../scoring/scoring-service.ts'
import {
  batchOf,
  cancel,
  linesOf,
  many,
  path,
  requestOf,
  resultsOf,
  scored,
  submit,
  submitAsync,
  untilCompleted,
  untilStatus,
  useStage,
} from './batch-service.ts'

const day = 24 * 3600 * 1000

describe.each(engines)('the end of a batch on %s', (engine) => {
  const stage = useStage(engine)

  test('cancel answers 200 with the batch; frames without a result count as canceled, others keep theirs', async () => {
    const { service, request } = stage
    const { batch_id } = await submitAsync(service, request([...many(3, 'now'), ...many(300, 'silent')]))
    await untilCompleted(service, batch_id, 3)
    const answer = await cancel(service, batch_id)
    expect(answer.status).toBe(200)
    expect(['canceling', 'canceled']).toContain(answer.body.status)
    const ended = await untilStatus(service, batch_id, 'canceled')
    expect(ended.counts).toEqual({ total: 303, succeeded: 3, failed: 0, canceled: 300 })
    const lines = await resultsOf(service, batch_id)
    expect(
      scored(lines)
        .map(({ index }) => index)
        .toSorted(),
    ).toEqual([0, 1, 2])
    expect(lines.at(-1)).toMatchObject({ type: 'done', status: 'canceled', counts: ended.counts })
    expect((await cancel(service, batch_id)).body).toEqual(ended)
  })

  test('a completed batch stays completed', async () => {
    const { service, request } = stage
    const { batch_id } = linesOf(await submit(service, request(['now/0'])))[0]
    const before = await batchOf(service, batch_id)
    expect((await cancel(service, batch_id)).body).toEqual(before)
    expect(before.status).toBe('completed')
  })

  test('cancels that race each other and the results leave one final status and consistent counts', async () => {
    const { service, request } = stage
    const { batch_id } = await submitAsync(service, request(many(400, 'now')))
    const stream = service.call('GET', `${path}/${batch_id}/results`)
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(service, batch_id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const lines = linesOf(await stream)
    const { status, counts } = lines.at(-1)
    expect(['canceled', 'completed']).toContain(status)
    expect(counts.succeeded + counts.canceled).toBe(400)
    expect(scored(lines)).toHaveLength(counts.succeeded)
    expect(await batchOf(service, batch_id)).toMatchObject({ status, counts })
  })

  test('the version is pinned at the start, even if the profile changes', async () => {
    const { service, host } = stage
    const id = await createProfile(service)
    const taste = (answer: string) => ({
      constraints: [{ id: 'c', question: 'Which colours?', answer }],
      exemplars: [],
      comparisons: [],
    })
    await commit(service, id, { id: 'v1', snapshot: taste('warm colours') })
    const dimensions = ['aesthetics']
    const body = requestOf(id, host, ['held/pin'], { dimensions })
    const committed = await submitAsync(service, body)
    await change(service, id, { workingChanges: taste('cold colours') })
    const working = await submitAsync(service, { ...body, include_working: true })
    await change(service, id, { workingChanges: { constraints: [] } })
    await commit(service, id, { id: 'v2', parent: 'v1', snapshot: taste('cold colours') })
    expect([committed.version_id, working.version_id]).toEqual(['v1', 'v1'])
    host.open()
    const numbers = await Promise.all(
      [committed, working].map(async ({ batch_id }) => scored(await resultsOf(service, batch_id))[0].aesthetics),
    )
    const frames = [{ id: 'x', url: host.url('held/pin') }]
    const now = async (more: object) => (await scoresOf(service, id, frames, { dimensions, ...more }))[0].aesthetics
    const [v1, v2] = [await now({ version_id: 'v1' }), await now({ version_id: 'v2' })]
    host.shut()
    expect(numbers).toEqual([v1, v2])
    expect(v1).not.toBe(v2)
  })

  test('a batch whose profile is deleted fails, and existing scores stay', async () => {
    const { service, host } = stage
    const id = await createProfile(service)
    const { batch_id } = await submitAsync(service, requestOf(id, host, [...many(2, 'now'), ...many(3, 'flaky/9')]))
    await untilCompleted(service, batch_id, 2)
    await service.call('DELETE', `/v1/profiles/${id}`)
    const { counts } = await untilStatus(service, batch_id, 'failed')
    expect(counts).toEqual({ total: 5, succeeded: 2, failed: 0, canceled: 3 })
    expect((await resultsOf(service, batch_id)).at(-1)).toMatchObject({ type: 'done', status: 'failed' })
  })

  test('it fails immediately, even while all of its frames are being fetched', async () => {
    const { service, host } = stage
    const id = await createProfile(service)
    const { batch_id } = await submitAsync(service, requestOf(id, host, many(3, 'held')))
    await service.call('DELETE', `/v1/profiles/${id}`)
    const { status, counts } = await batchOf(service, batch_id)
    expect({ status, counts }).toEqual({ status: 'failed', counts: { total: 3, succeeded: 0, failed: 0, canceled: 3 } })
    host.shut()
    expect((await resultsOf(service, batch_id)).at(-1)).toMatchObject({ type: 'done', status: 'failed' })
    const { events } = (await service.call('GET', '/v1/events?type=score.batch_failed')).body
    expect(events[0].data).toMatchObject({ batch_id, status: 'failed' })
  })

  test('results are kept for 7 days after the end, then the whole batch is deleted', async () => {
    const { service, request } = stage
    const { batch_id } = linesOf(await submit(service, request(many(3, 'now'))))[0]
    const { completed_at } = await batchOf(service, batch_id)
    const store = await openStore(readConfig(service.home.env))
    const sweepAt = (ms: number, kept: number = daysKept.batches) => {
      const clock = () => new Date(Date.parse(completed_at) + ms)
      return eachAccount(store, (accountId) => sweepEnded({ store, clock }, accountId, kept))
    }
    await sweepAt(9_000 * day, 0)
    await sweepAt(9 * day, 10)
    await sweepAt(7 * day)
    expect(scored(await resultsOf(service, batch_id))).toHaveLength(3)
    await Promise.all([sweepAt(7 * day + 1), sweepAt(7 * day + 1)])
    expectProblem(await service.call('GET', `${path}/${batch_id}`), 404, 'batch_not_found')
    for (const table of ['batch_frames', 'batch_requests', 'batch_request_parts'] as const) {
      const rows = await store.read.selectFrom(table).select('batch_id').where('batch_id', '=', batch_id).execute()
      expect(rows).toEqual([])
    }
    await store.close()
  })
})
