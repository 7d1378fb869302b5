import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { readSample } from '../harness/metrics.ts'
import { expectProblem } from '../harness/problem.ts'
import { createHome, engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { askScore, loopbackAllowed, profileWith, scoresOf } from '../scoring/scoring-service.ts'

const framePictures = ['new', 'known', 'unreadable']

test.each(engines)('the age of waiting batches and readiness are known without a worker, on %s', async (engine) => {
  const home = await createHome(engine)
  const options = { isWorker: false }
  const submitting = await startService(engine, {}, home, options)
  const { id } = (await submitting.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'House style' } }))
    .body
  const body = { profile_id: id, dimensions: ['aesthetics'], frames: [{ id: 'a', url: 'frame:none' }] }
  const headers = { prefer: 'respond-async' }
  expect((await submitting.call('POST', '/v1/score/batch', { body, headers })).status).toBe(202)
  await submitting.stop()
  const service = await startService(engine, { PALATE_METRICS_PORT: '0' }, home, options)
  try {
    await expect.poll(() => readSample(service.metricsUrl, 'palate_batch_queue_age_seconds')).toBeGreaterThan(0)
    await expect.poll(() => readSample(service.metricsUrl, 'palate_ready{check="uploads"}')).toBe(1)
    expect(await readSample(service.metricsUrl, 'palate_data_free_bytes')).toBeGreaterThan(0)
    await expect.poll(() => readSample(service.metricsUrl, 'palate_webhook_queue_age_seconds')).toBe(0)
  } finally {
    await service.stop()
    await home.remove()
  }
})

describe.each(engines)('metrics on %s', (engine) => {
  const service = useService(engine, { PALATE_METRICS_PORT: '0', ...loopbackAllowed })

  const readMetrics = async () => (await fetch(service.metricsUrl)).text()

  /** The value of the one sample with this name and exactly these labels. */
  async function sample(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    const lines = (await readMetrics())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    const found = lines.filter((line) => wanted.every((label) => line.includes(label)))
    return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  test('GET /metrics on PALATE_METRICS_PORT is Prometheus text and needs no key', async () => {
    const response = await fetch(service.metricsUrl)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(new URL(service.metricsUrl).port).not.toBe(new URL(service.url).port)
  })

  test('/metrics is not on the port of the API, and nothing else is on the port of the metrics', async () => {
    expectProblem(await service.call('GET', '/metrics'), 404, 'route_not_found')
    expect((await fetch(service.metricsUrl.replace('/metrics', '/v1/profiles'))).status).toBe(404)
  })

  test('requests are counted by method, route and status', async () => {
    const counter = (status: string) =>
      sample('palate_http_requests_total', { method: 'GET', route: '/v1/profiles/:id', status })
    const missing = await counter('404')
    await service.call('GET', '/v1/profiles/none')
    await service.call('GET', '/v1/profiles/other')
    expect(await counter('404')).toBe(missing + 2)
    await service.call('GET', '/v1/profiles/none', { key: null })
    expect(await counter('401')).toBe(1)
  })

  test('metrics are complete when scraped, however many requests arrived since the last scrape', async () => {
    const labels = { method: 'GET', route: '/healthz', status: '200' }
    const before = await sample('palate_http_requests_total', labels)
    for (let i = 0; i < 70; i++) await service.call('GET', '/healthz')
    expect(await sample('palate_http_requests_total', labels)).toBe(before + 70)
  })

  test('paths that clients make up do not become labels', async () => {
    await service.call('GET', '/made/up/path')
    expect(await readMetrics()).not.toContain('made')
  })

  test('the time to answer is a histogram by route', async () => {
    const labels = { method: 'GET', route: '/api/projects' }
    await service.call('GET', '/api/projects')
    expect(await sample('palate_http_request_duration_seconds_count', labels)).toBe(1)
    expect(await sample('palate_http_request_duration_seconds_sum', labels)).toBeGreaterThan(0)
    expect(await sample('palate_http_request_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(1)
  })

  test("the store's time is a histogram of reads and writes", async () => {
    const reads = await sample('palate_store_duration_seconds_count', { kind: 'read' })
    const writes = await sample('palate_store_duration_seconds_count', { kind: 'write' })
    await service.call('GET', '/v1/profiles')
    await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'n' } })
    expect(await sample('palate_store_duration_seconds_count', { kind: 'read' })).toBeGreaterThan(reads)
    expect(await sample('palate_store_duration_seconds_count', { kind: 'write' })).toBeGreaterThan(writes)
  })

  test('requests that are being handled are counted', async () => {
    const waiting = Promise.withResolvers<() => void>()
    const host = createServer((_, response) => waiting.resolve(() => response.writeHead(404).end()))
    await once(host.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/picture.png`
    const id = await createProfile(service)
    const scoring = scoresOf(service, id, [{ id: 'a', url }])
    const answer = await waiting.promise
    expect(await sample('palate_http_requests_in_flight')).toBe(1)
    answer()
    await scoring
    await expect.poll(() => sample('palate_http_requests_in_flight')).toBe(0)
    host.close()
  })

  test('scored frames are counted by whether their picture was new, and lookups by where they found it', async () => {
    const id = await profileWith(service, { constraints: [{ id: 'c', question: 'q', answer: 'warm' }] })
    const picture = { id: 'a', url: dataUrl(await paint({ mood: 'warm', seed: 41 })) }
    const scored = () =>
      Promise.all(framePictures.map((name) => sample('palate_frames_scored_total', { picture: name })))
    const found = (cache: string, result: string) => sample('palate_cache_lookups_total', { cache, result })
    const before = {
      scored: await scored(),
      missed: await found('features', 'miss'),
      model: await found('models', 'miss'),
    }
    await scoresOf(service, id, [picture])
    expect(await found('features', 'miss')).toBe(before.missed + 1)
    expect(await found('models', 'miss')).toBe(before.model + 1)
    const [known, models] = [await found('features', 'memory'), await found('models', 'memory')]
    await scoresOf(service, id, [picture, { id: 'b', url: 'frame:none' }])
    await scoresOf(service, id, [picture])
    expect(await found('features', 'memory')).toBe(known + 2)
    expect(await found('models', 'memory')).toBe(models + 2)
    expect((await scored()).map((count, i) => count - (before.scored[i] ?? 0))).toEqual([1, 2, 1])
  })

  test('palate_build_info says what runs, as /api/status and scores do', async () => {
    const { version, embedder } = (await service.call('GET', '/api/status')).body
    const id = await createProfile(service)
    const frames = [{ id: 'a', url: dataUrl(await paint({ mood: 'cold', seed: 42 })) }]
    const { model } = (await askScore(service, { profile_id: id, dimensions: ['aesthetics'], frames })).body
    expect(await readMetrics()).toContain(
      `palate_build_info{version="${version}",model="${model}",embedder="${embedder}",store="${engine}"} 1\n`,
    )
  })

  test('the event-loop delay and the memory are included', async () => {
    const text = await readMetrics()
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  })
})
