import { once } from 'node:events'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSample } from '../harness/metrics.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, engines, type Home, startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type EmbeddingEndpoint, startEmbeddingEndpoint } from '../scoring/embedding-endpoint.ts'
import { paint } from '../scoring/pictures.ts'
import { askScore, openStage, type Stage } from '../scoring/scoring-service.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { createWebhook } from '../webhooks/webhook-requests.ts'

interface Exported {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpan = '00f067aa0ba902b7'
const headers = { traceparent: `00-${traceId}-${callerSpan}-01` }

describe.each(engines)('traces on %s', (engine) => {
  let collector: Receiver
  let hook: Receiver
  let endpoint: EmbeddingEndpoint
  let stage: Stage
  beforeAll(async () => {
    collector = await startReceiver((response) => response.writeHead(200).end('{}'))
    hook = await startReceiver()
    endpoint = await startEmbeddingEndpoint()
    stage = await openStage(engine, {
      PALATE_OTLP_URL: new URL(collector.url).origin,
      PALATE_EMBEDDER: endpoint.setting,
    })
  })
  afterAll(async () => {
    await stage.close()
    await Promise.all([collector.stop(), hook.stop(), endpoint.close()])
  })

  const spansOf = (trace: string): readonly Exported[] =>
    collector.got
      .flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans as Exported[])
      .filter((span) => span.traceId === trace)
  const attributesOf = (span: Exported | undefined): Readonly<Record<string, string>> =>
    Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])
  const postgresOf = ({ env }: Home) => {
    const { hostname, port, pathname } = new URL(env.DATABASE_URL ?? '')
    const server = { 'server.address': hostname, 'server.port': port }
    return { 'db.system.name': 'postgresql', 'db.namespace': pathname.slice(1), ...server }
  }
  const named = (trace: string, name: string) => spansOf(trace).filter((span) => span.name === name)

  test('a request continues the trace of its caller, with a span for each step of scoring', async () => {
    const { service } = stage
    const profile = await createProfile(service)
    const name = 'warm.png?signature=very-secret'
    stage.host.show(name, { bytes: await paint({ mood: 'warm', seed: 1 }) })
    const url = stage.host.url(name)
    const answer = await askScore(service, { profile_id: profile, frames: [{ id: 'one', url }] }, headers)
    expect(answer.status).toBe(200)
    await expect.poll(() => named(traceId, 'POST /v1/score')).toHaveLength(1)
    const [root] = named(traceId, 'POST /v1/score')
    expect(root).toMatchObject({ kind: 2, parentSpanId: callerSpan })
    expect(root?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } })
    for (const step of ['SELECT profiles', 'fetch', 'decode', 'embed', 'score']) {
      expect(named(traceId, step), step).not.toEqual([])
    }
    const ids = new Set(spansOf(traceId).map(({ spanId }) => spanId))
    for (const { parentSpanId = '', startTimeUnixNano, endTimeUnixNano } of spansOf(traceId)) {
      expect(parentSpanId === callerSpan || ids.has(parentSpanId)).toBe(true)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
    }
  })

  test('a statement has the attributes of databases, and its text without values', async () => {
    const other = traceId.replace('4', 'd')
    const path = '/v1/profiles?projectId=of-a-secret-project'
    await stage.service.call('GET', path, { headers: { traceparent: `00-${other}-${callerSpan}-01` } })
    await expect.poll(() => named(other, 'GET /v1/profiles')).toHaveLength(1)
    const attributes = attributesOf(named(other, 'SELECT profiles')[0])
    const { 'db.query.text': text = '' } = attributes
    expect(text).toMatch(/^select .* from "profiles" where "account_id" = (\?|\$2) and /s)
    expect(text).not.toContain('secret')
    const database = engine === 'sqlite' ? { 'db.system.name': 'sqlite' } : postgresOf(stage.service.home)
    expect(attributes).toEqual({
      ...database,
      'db.operation.name': 'SELECT',
      'db.collection.name': 'profiles',
      'db.query.summary': 'SELECT profiles',
      'db.query.text': text,
    })
  })

  test('probes have no spans', async () => {
    const other = traceId.replace('4', 'e')
    const probe = { headers: { traceparent: `00-${other}-${callerSpan}-01` }, key: null }
    expect((await stage.service.call('GET', '/healthz', probe)).status).toBe(200)
    expect((await stage.service.call('GET', '/readyz', probe)).status).toBe(200)
    await stage.service.call('GET', '/openapi.json', probe)
    await expect.poll(() => spansOf(other).map(({ name }) => name)).toEqual(['GET /openapi.json'])
  })

  test('a large request has spans of the offload thread', async () => {
    const other = traceId.replace('4', 'c')
    const profile = await createProfile(stage.service)
    const constraints = [{ id: 'c', question: 'What?', answer: 'x'.repeat(100_000) }]
    const { status } = await stage.service.call('PATCH', `/v1/profiles/${profile}`, {
      body: { profileData: { workingChanges: { constraints } } },
      headers: { traceparent: `00-${other}-${callerSpan}-01` },
    })
    expect(status).toBe(200)
    await expect.poll(() => named(other, 'PATCH /v1/profiles/:id')).toHaveLength(1)
    const [offload] = named(other, 'offload')
    const steps = spansOf(other).filter(({ parentSpanId }) => parentSpanId === offload?.spanId)
    expect(steps.map(({ name }) => name)).toContain('store write')
  })

  test('the embedder receives the trace, below the span of embedding', () => {
    const [embed] = named(traceId, 'embed')
    expect(endpoint.traceparents).toContain(`00-${traceId}-${embed?.spanId}-01`)
  })

  test('a webhook receives the trace of the request that caused the event', async () => {
    const { service } = stage
    await createWebhook(service, hook.url, { events: ['profile.created'] })
    const other = traceId.replace('4', 'a')
    await service.call('POST', '/v1/profiles', {
      body: { projectId: 'p', name: 'traced' },
      headers: { traceparent: `00-${other}-${callerSpan}-01` },
    })
    const [received] = await hook.waitFor(1)
    await expect.poll(() => named(other, 'deliver')).toHaveLength(1)
    expect(received?.headers.traceparent).toBe(`00-${other}-${named(other, 'deliver')[0]?.spanId}-01`)
    expect(named(other, 'store write')).not.toEqual([])
  })

  test('a trace that its caller does not record is passed on, but not exported', async () => {
    const other = traceId.replace('4', 'b')
    await stage.service.call('POST', '/v1/profiles', {
      body: { projectId: 'p', name: 'quiet' },
      headers: { traceparent: `00-${other}-${callerSpan}-00` },
    })
    const received = (await hook.waitFor(2)).find((one) => one.headers.traceparent?.includes(other))
    expect(received?.headers.traceparent).toMatch(/-00$/)
    expect(spansOf(other)).toEqual([])
  })

  test('a malformed header starts a new trace', async () => {
    const before = collector.got.length
    await stage.service.call('GET', '/v1/profiles', { headers: { traceparent: 'nonsense' } })
    await expect.poll(() => collector.got.length).toBeGreaterThan(before)
    await expect.poll(() => JSON.stringify(collector.got)).toContain('GET /v1/profiles')
  })

  test('nothing exported contains a key or the query of a URL', async () => {
    expectProblem(
      await stage.service.call('GET', '/v1/profiles?secret=in-the-query', { key: 'plt_wrong' }),
      401,
      'invalid_api_key',
    )
    await expect.poll(() => JSON.stringify(collector.got)).toContain('"401"')
    const all = JSON.stringify(collector.got)
    for (const secret of ['very-secret', 'in-the-query', 'plt_', stage.service.key]) expect(all).not.toContain(secret)
  })
})

test('log lines of a request and its response have the ids of its trace', async () => {
  const collector = await startReceiver((response) => response.writeHead(200).end('{}'))
  const processes = createProcesses()
  const home = await createHome('sqlite')
  try {
    const settings = { PALATE_OTLP_URL: new URL(collector.url).origin, OTEL_TRACES_SAMPLER: 'parentbased_always_off' }
    const { call, child, ended, output } = await processes.serve({ ...home.env, ...settings })
    await call('POST', '/api/api-keys', { body: { name: 'k' }, headers })
    await call('GET', '/v1/profiles', { headers: { 'x-request-id': 'not-sampled' } })
    await call('GET', '/healthz', { headers: { 'x-request-id': 'a-probe' } })
    child.kill('SIGTERM')
    await ended
    const lines = output()
      .stderr.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [root] = collector.got
      .flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans)
      .filter(({ name }) => name === 'POST /api/api-keys')
    const ids = { trace_id: traceId, span_id: root.spanId }
    expect(lines.filter(({ trace_id }) => trace_id === traceId)).toMatchObject([
      { ...ids, msg: 'audit' },
      { ...ids, msg: 'request', status: 201 },
    ])
    const idOf = (requestId: string) => lines.find((line) => line.requestId === requestId).trace_id
    expect(idOf('not-sampled')).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.stringify(collector.got)).not.toContain(idOf('not-sampled'))
    expect(idOf('a-probe')).toBeUndefined()
  } finally {
    await processes.stopAll()
    await home.remove()
    await collector.stop()
  }
})

describe.each<[what: string, behave: (socket: Socket) => void]>([
  ['reads nothing', (socket) => socket.pause()],
  ['sends nonsense', (socket) => socket.end('nonsense\r\n\r\n')],
])('with a collector that %s', (_, behave) => {
  test('requests are handled, and spans are dropped and counted', async () => {
    const sockets: Socket[] = []
    const listener = createSocketServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      behave(socket)
    })
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const { port } = listener.address() as AddressInfo
    const service = await startService('sqlite', {
      PALATE_OTLP_URL: `http://127.0.0.1:${port}`,
      PALATE_METRICS_PORT: '0',
    })
    const dropped = () => readSample(service.metricsUrl, 'palate_spans_dropped_total')
    let handled = 0
    // One span of the request, and more of its statements.
    while ((await dropped()) < 1_000) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => service.call('GET', '/v1/profiles')))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      handled += answers.length
    }
    expect(handled).toBeGreaterThan(0)
    await service.stop()
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
})
