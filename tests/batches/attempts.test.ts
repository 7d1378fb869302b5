import { defaultFetchLimits } from '@palate/server/pictures/fetching/fetch-limits.ts'
import { describe, expect, test } from 'vitest'
import { readSample } from '../harness/metrics.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import {
  cancel,
  type Line,
  linesOf,
  many,
  openLines,
  path,
  scored,
  submit,
  submitAsync,
  untilStatus,
  useStage,
} from './batch-service.ts'

describe('attempts at the frames of a batch', () => {
  const stage = useStage('sqlite', { PALATE_METRICS_PORT: '0' })

  const sample = (name: string) => readSample(stage.service.metricsUrl, name)
  const outcome = (name: string) => sample(`palate_batch_frames_total{outcome="${name}"}`)

  test('a host that fails twice and then answers costs three attempts; outcomes are counted', async () => {
    const { service, request, host } = stage
    const lines = linesOf(await submit(service, request(['flaky/2/a', 'flaky/1/b', 'now/c', 'status/404'])))
    const byIndex = scored(lines).toSorted((a, b) => a.index - b.index)
    expect(byIndex.map(({ type, attempts }) => [type, attempts])).toEqual([
      ['score', 3],
      ['score', 2],
      ['score', 1],
      ['error', 1],
    ])
    expect(host.requestsFor('flaky/2/a')).toBe(3)
    expect(await outcome('succeeded')).toBe(3)
    expect(await outcome('failed')).toBe(1)
    expect(await outcome('retried')).toBe(3)
    expect(await sample('palate_batch_leases_lost_total')).toBe(0)
    await expect.poll(() => sample('palate_batch_queue_age_seconds')).toBe(0)
  })

  test('there are three attempts, and a batch whose frames all failed is completed', async () => {
    const { service, request, host } = stage
    const lines = linesOf(await submit(service, request(['flaky/3/x', 'status/404', 'status/500'])))
    expect(lines.at(-1)).toMatchObject({
      status: 'completed',
      counts: { total: 3, succeeded: 0, failed: 3, canceled: 0 },
    })
    const byIndex = scored(lines).toSorted((a, b) => a.index - b.index)
    expect(byIndex.map(({ attempts, error }) => [error.code, error.retryable, attempts])).toEqual([
      ['fetch_failed', true, 3],
      ['fetch_failed', false, 1],
      ['fetch_failed', true, 3],
    ])
    expect([host.requestsFor('flaky/3/x'), host.requestsFor('status/500')]).toEqual([3, 3])
  })

  test('a URL that occurs several times in a batch is fetched once, and each frame has its own id', async () => {
    const { service, request, host } = stage
    const paths = Array.from({ length: 300 }, (_, i) => `now/twin-${i % 3}`)
    const lines = linesOf(await submit(service, request(paths)))
    expect([0, 1, 2].map((i) => host.requestsFor(`now/twin-${i}`))).toEqual([1, 1, 1])
    const results = scored(lines)
    expect(results.every(({ frame_id, index }) => frame_id === `f${index}`)).toBe(true)
    expect(new Set(results.map(({ warmth }) => warmth)).size).toBe(1)
  })

  test('a host that never answers does not delay frames of another host', async () => {
    const { service, request, host } = stage
    const urls = many(100, '').flatMap((one) => [
      host.url(`silent${one}`),
      host.url(`now${one}`).replace('127.0.0.1', 'localhost'),
    ])
    const frames = urls.map((url, i) => ({ id: `f${i}`, url }))
    const stream = await openLines(service, 'POST', path, { ...request([]), frames })
    const { batch_id } = await stream.next()
    const results: Line[] = []
    while (results.length < 100) results.push(...scored([await stream.next()]))
    expect(results.every(({ type, index }) => type === 'score' && index % 2 === 1)).toBe(true)
    stream.leave()
    await cancel(service, batch_id)
    expect((await untilStatus(service, batch_id, 'canceled')).counts).toMatchObject({ succeeded: 100 })
  })

  test('an account whose frames hang does not delay the frames of another account', async () => {
    const { service, request, host } = stage
    const hanging = await submitAsync(service, request(many(600, 'silent/hang')))
    const fetched = () => many(600, 'silent/hang').filter((one) => host.requestsFor(one) > 0).length
    const since = performance.now()
    await expect.poll(fetched).toBeGreaterThan(0)
    const other = service.as(await service.newAccount())
    const frames = many(20, 'now').map((one, i) => ({
      id: `f${i}`,
      url: host.url(one).replace('127.0.0.1', 'localhost'),
    }))
    const body = { profile_id: await createProfile(other), frames, dimensions: ['warmth'] }
    expect(linesOf(await submit(other, body)).at(-1).counts.succeeded).toBe(20)
    const askedByThen = fetched()
    // Unless the first of them have timed out on a busy machine.
    if (performance.now() - since < defaultFetchLimits.fetchTimeoutMs) expect(askedByThen).toBeLessThanOrEqual(12)
    const { counts } = (await cancel(service, hanging.batch_id)).body
    expect(counts).toEqual({ total: 600, succeeded: 0, failed: 0, canceled: 0 })
    await untilStatus(service, hanging.batch_id, 'canceled')
  })
})
