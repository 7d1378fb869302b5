import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { TraceSettings } from '../../config/config.ts'
import { version } from '../version.ts'
import { closeMsMax, openOtlpTracer, spansWaitingMax } from './otlp-tracer.ts'
import { createSampler, type samplers } from './sampling.ts'
import { currentTraceparent, inTrace, reserveStep, type Span, startTrace, type Tracer, traced } from './tracing.ts'

const span: Span = {
  ...{ name: 'step', kind: 'internal', traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentId: undefined },
  ...{ startMs: 1_700_000_000_000.5, endMs: 1_700_000_000_001, attributes: { words: 'some', count: 3 }, isError: true },
}

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listen(handle: RequestListener): Promise<string> {
  server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
}

function open(url: string, more: Partial<TraceSettings> = {}) {
  const warnings: unknown[] = []
  let dropped = 0
  const settings: TraceSettings = { url, headers: {}, resource: {}, sampler: 'always_on', ratio: 1, ...more }
  const tracer = openOtlpTracer(settings, { warn: (...words: unknown[]) => void warnings.push(words) }, (count) => {
    dropped += count
  })
  return { tracer, warnings, dropped: () => dropped }
}

test('spans are sent as OTLP JSON', async () => {
  const got: string[] = []
  const url = await listen(async (request, response) => {
    got.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
    for await (const chunk of request) got.push(String(chunk))
    response.end('{}')
  })
  const { tracer } = open(url)
  tracer.add(span)
  await tracer.close()
  expect(got[0]).toBe('POST /v1/traces application/json')
  expect(JSON.parse(got[1] ?? '').resourceSpans[0].scopeSpans[0].spans).toEqual([
    {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      name: 'step',
      kind: 1,
      startTimeUnixNano: '1700000000000500000',
      endTimeUnixNano: '1700000000001000000',
      attributes: [
        { key: 'words', value: { stringValue: 'some' } },
        { key: 'count', value: { intValue: '3' } },
      ],
      status: { code: 2 },
    },
  ])
})

type Sent = { readonly key: string; readonly value: { readonly stringValue: string } }

test('the resource names this run of the process, and what OTEL_RESOURCE_ATTRIBUTES says; headers are sent', async () => {
  const got: { readonly key: unknown; readonly attributes: Record<string, unknown> }[] = []
  const url = await listen(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request))
    const sent: readonly Sent[] = resourceSpans[0].resource.attributes
    const pairs = sent.map(({ key, value }) => [key, value.stringValue])
    got.push({ key: request.headers['api-key'], attributes: Object.fromEntries(pairs) })
    response.end('{}')
  })
  const resource = { 'service.name': 'palate-eu', 'deployment.environment.name': 'test' }
  for (let run = 1; run <= 2; run++) {
    const { tracer } = open(url, { headers: { 'api-key': 'k' }, resource })
    tracer.add(span)
    await tracer.close()
  }
  const ids = got.map(({ attributes }) => attributes['service.instance.id'])
  expect(got[0]).toEqual({
    key: 'k',
    attributes: { ...resource, 'service.version': version, 'service.instance.id': ids[0] },
  })
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{8}-/), expect.stringMatching(/^[0-9a-f]{8}-/)])
  expect(ids[0]).not.toBe(ids[1])
})

test('while the collector does not answer, a bounded number of spans waits and the others are dropped', async () => {
  const requested = Promise.withResolvers<void>()
  const { tracer, dropped } = open(await listen(() => requested.resolve()))
  tracer.add(span)
  await requested.promise
  for (let i = 0; i < spansWaitingMax + 100; i++) tracer.add(span)
  expect(dropped()).toBe(100)
  server?.closeAllConnections()
  server?.close()
  await tracer.close()
})

test('a collector that refuses is reported once, and its spans are dropped', async () => {
  const { tracer, dropped, warnings } = open(await listen((_, response) => response.writeHead(500).end()))
  tracer.add(span)
  await tracer.close()
  tracer.add(span)
  await tracer.close()
  expect([dropped(), warnings.length]).toEqual([2, 1])
})

const nonsense = 'nonsense\r\n'.repeat(1000)
test.each<[what: string, behave: (socket: Socket) => void]>([
  ['closes every connection', (socket) => socket.destroy()],
  ['reads nothing', (socket) => socket.pause()],
  ['never answers', (socket) => socket.resume()],
  ['sends what is not HTTP', (socket) => socket.end(nonsense)],
  ['never ends its headers', (socket) => socket.resume().write('HTTP/1.1 200 OK\r\nx-a: ')],
])('a collector that %s does not keep the process from ending', async (_, behave) => {
  const sockets = new Set<Socket>()
  const listener = createSocketServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    behave(socket)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const { tracer, dropped } = open(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/v1/traces`)
  for (let i = 0; i < 3_000; i++) tracer.add(span)
  const started = performance.now()
  await tracer.close()
  expect(performance.now() - started).toBeLessThan(closeMsMax + 2_000)
  expect(dropped()).toBeGreaterThan(0)
  for (const socket of sockets) socket.destroy()
  listener.close()
})

test('an endless answer is not read', async () => {
  const closed = Promise.withResolvers<void>()
  const url = await listen((_, response) => {
    response.once('close', closed.resolve)
    Readable.from(endless()).pipe(response)
  })
  const { tracer, dropped } = open(url)
  tracer.add(span)
  await tracer.close()
  await closed.promise
  expect(dropped()).toBe(0)
})

function* endless() {
  for (;;) yield nonsense
}

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
test.each<[sampler: (typeof samplers)[number], decided: readonly [boolean, boolean, boolean]]>([
  ['always_on', [true, true, true]],
  ['always_off', [false, false, false]],
  ['traceidratio', [false, false, false]],
  ['parentbased_always_on', [true, true, false]],
  ['parentbased_always_off', [false, true, false]],
  ['parentbased_traceidratio', [false, true, false]],
])('the sampler %s decides without a caller, and with one that records or does not', (name, decided) => {
  // The last 56 bits of the id are at 0.81 of their range.
  const sample = createSampler(name, 0.1)
  expect([sample(id, undefined), sample(id, true), sample(id, false)]).toEqual(decided)
})

test('traceidratio records this share of the traces, and with a larger one the same traces and more', () => {
  const ids = Array.from({ length: 5_000 }, () => startTrace(collect([])).traceId)
  const sampledAt = (ratio: number) => ids.filter((one) => createSampler('traceidratio', ratio)(one, undefined))
  expect(sampledAt(0.1).length / ids.length).toBeCloseTo(0.1, 1)
  const more = new Set(sampledAt(0.5))
  expect(sampledAt(0.1).filter((one) => !more.has(one))).toEqual([])
  expect([sampledAt(0).length, sampledAt(1).length]).toEqual([0, ids.length])
})

test('a step of a trace that is not recorded adds nothing, and what it calls continues the trace', async () => {
  const spans: Span[] = []
  const trace = startTrace({ ...collect(spans), sampler: () => false })
  expect(await inTrace(trace, () => traced('step', {}, async () => currentTraceparent()))).toBe(
    `00-${trace.traceId}-${trace.spanId}-00`,
  )
  expect(spans).toEqual([])
})

test.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736', true],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', '4bf92f3577b34da6a3ce929d0e0e4736', false],
  ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', '4bf92f3577b34da6a3ce929d0e0e4736', true],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined, true],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined, true],
  [`00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`, undefined, true],
  ['nonsense', undefined, true],
])('the header %s', (header, traceId, isSampled) => {
  const trace = startTrace(collect([]), header)
  expect(trace.isSampled).toBe(isSampled)
  if (traceId === undefined) expect([trace.traceId.length, trace.parentId]).toEqual([32, undefined])
  else expect([trace.traceId, trace.parentId]).toEqual([traceId, '00f067aa0ba902b7'])
})

test('steps nest, and a failed one is marked', async () => {
  const spans: Span[] = []
  const trace = startTrace(collect(spans))
  const failing = () => traced('outer', {}, () => traced('inner', {}, () => Promise.reject(new Error('no'))))
  await expect(inTrace(trace, failing)).rejects.toThrow('no')
  const [inner, outer] = spans
  expect([inner?.name, outer?.name, inner?.isError]).toEqual(['inner', 'outer', true])
  expect([inner?.parentId, outer?.parentId]).toEqual([outer?.spanId, trace.spanId])
})

test('without a trace there is nothing to record', async () => {
  expect(await traced('step', {}, async () => reserveStep())).toBeUndefined()
})

function collect(spans: Span[]): Tracer {
  return { add: (one) => void spans.push(one), close: async () => {} }
}
