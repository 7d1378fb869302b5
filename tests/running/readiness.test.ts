import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FlakyProxy } from '../harness/flaky-proxy.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, type Home, startService, type TestService } from '../harness/service.ts'
import { startAcross } from './start-across.ts'

describe.each(engines)('health and readiness on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.stop())

  test('GET /healthz reports without a key that the process is up', async () => {
    expect(await service.call('GET', '/healthz', { key: null })).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('GET /readyz reports without a key that the store answers', async () => {
    const answer = await service.call('GET', '/readyz', { key: null })
    expect(answer).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  test('HEAD is answered like GET, without a body', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs']) {
      expect(await service.call('HEAD', path, { key: null })).toMatchObject({ status: 200, text: '' })
    }
  })
})

test('a directory in which no upload can be written is noticed, and forgotten once it can', async () => {
  const service = await startService('sqlite')
  const incoming = join(service.home.env.PALATE_DATA_DIR ?? '', 'incoming')
  const isReady = () => service.call('GET', '/readyz', { key: null })
  try {
    expect((await isReady()).status).toBe(200)
    rmSync(incoming, { recursive: true, force: true })
    writeFileSync(incoming, 'in the way')
    const checks = { uploads: 'uploads cannot be stored' }
    await expect.poll(isReady).toMatchObject({ status: 503, body: { checks } })
    rmSync(incoming)
    await expect.poll(async () => (await isReady()).status).toBe(200)
  } finally {
    await service.stop()
  }
})

describe('a service whose PostgreSQL is gone', () => {
  let home: Home
  let service: TestService
  let network: FlakyProxy
  beforeAll(async () => {
    ;({ home, service, network } = await startAcross())
    await network.cut()
  })
  afterAll(async () => {
    await service.stop()
    await network.cut()
    await home.remove()
  })

  test('GET /readyz is 503 unavailable and leaks no inner text', async () => {
    const problem = expectProblem(await service.call('GET', '/readyz', { key: null }), 503, 'unavailable')
    expect(problem.detail).toBe('the store is not responding')
    expect(problem.checks).toEqual({ store: 'the store is not responding' })
    expect(JSON.stringify(problem)).not.toContain('ECONN')
  })

  test('the metrics say so, and neither a scrape nor a probe waits for the store', async () => {
    network.hold()
    await network.mend()
    const reading = service.call('GET', '/v1/profiles')
    const read = async (path: string) => (await fetch(new URL(path, service.metricsUrl))).text()
    expect(await read('/healthz')).toBe('ok\n')
    expect(await read('/metrics')).toContain('palate_batch_frames_total{outcome="succeeded"} 0')
    expect(await read('/metrics')).toMatch(/^palate_ready\{check="store"\} [01]$/m)
    await network.cut()
    network.release()
    expect((await reading).status).toBe(503)
  })

  test('GET /healthz is still 200', async () => {
    expect((await service.call('GET', '/healthz', { key: null })).status).toBe(200)
  })

  test('a request that needs the store is 503 unavailable and leaks no inner text', async () => {
    const answer = await service.call('GET', '/v1/profiles')
    expectProblem(answer, 503, 'unavailable')
    expect(answer.text).not.toMatch(/ECONN|connect|postgres|127\.0\.0\.1|select/i)
  })

  test('metrics are still served, except those that come from the store', async () => {
    const response = await fetch(service.metricsUrl)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('palate_http_requests_total{')
    expect(text).not.toMatch(/^palate_webhook_dead_letters /m)
  })

  test('a key whose checksum is wrong is refused without touching the store', async () => {
    const mistyped = `${service.key.slice(0, -1)}${service.key.endsWith('0') ? '1' : '0'}`
    expectProblem(await service.call('GET', '/v1/profiles', { key: mistyped }), 401, 'invalid_api_key')
  })

  test('once PostgreSQL is back the service becomes ready again automatically', async () => {
    await network.mend()
    await expect.poll(async () => (await service.call('GET', '/readyz')).status).toBe(200)
    expect((await service.call('GET', '/v1/profiles')).status).toBe(200)
  })
})
