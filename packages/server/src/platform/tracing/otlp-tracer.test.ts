import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openOtlpTracer, spansWaitingMax } from './otlp-tracer.ts'
import { inTrace, reserveStep, type Span, startTrace, type Tracer, traced } from './tracing.ts'

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

const silent = { warn: () => {} }

test('spans are sent as OTLP JSON', async () => {
  const got: string[] = []
  const url = await listen(async (request, response) => {
    got.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
    for await (const chunk of request) got.push(String(chunk))
    response.end('{}')
  })
  const tracer = openOtlpTracer(url, silent)
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

test('while the collector does not answer, a bounded number of spans waits and the others are dropped', async () => {
  const requested = Promise.withResolvers<void>()
  const tracer = openOtlpTracer(await listen(() => requested.resolve()), silent)
  tracer.add(span)
  await requested.promise
  for (let i = 0; i < spansWaitingMax + 100; i++) tracer.add(span)
  expect(tracer.dropped).toBe(100)
  server?.closeAllConnections()
  server?.close()
  await tracer.close()
})

test('a collector that refuses is reported once, and its spans are dropped', async () => {
  const warnings: unknown[] = []
  const tracer = openOtlpTracer(await listen((_, response) => response.writeHead(500).end()), {
    warn: (...words: unknown[]) => void warnings.push(words),
  })
  tracer.add(span)
  await tracer.close()
  tracer.add(span)
  await tracer.close()
  expect([tracer.dropped, warnings.length]).toEqual([2, 1])
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
