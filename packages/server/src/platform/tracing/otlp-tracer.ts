import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { TraceSettings } from '../../config/config.ts'
import { version } from '../version.ts'
import { createSampler } from './sampling.ts'
import type { Span, Tracer } from './tracing.ts'

/** While the collector is slow or gone, further spans are dropped. */
export const spansWaitingMax = 4_096
const spansPerRequestMax = 512
const exportEveryMs = 1_000
const exportMsMax = 5_000
/** For the last spans, when the process ends. */
export const closeMsMax = 2_000
const kinds = { internal: 1, server: 2, client: 3 } as const
const statusError = 2

/** Sends spans as OTLP JSON over HTTP, a few times a minute at most if nothing answers. Loaded only if tracing is on. */
export function openOtlpTracer(
  { url, headers, resource, sampler, ratio }: TraceSettings,
  log: Pick<Logger, 'warn'>,
  onDropped: (count: number) => void,
): Tracer {
  // An instance is one run of a process.
  const instance = { 'service.name': 'palate', 'service.version': version, 'service.instance.id': randomUUID() }
  const attributes = attributesOf({ ...instance, ...resource })
  const closing = new AbortController()
  let waiting: Span[] = []
  let isFailing = false
  let exporting: Promise<void> | undefined

  async function exportAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, spansPerRequestMax)
      waiting = waiting.slice(spansPerRequestMax)
      const error = await send({ url, headers, signal: closing.signal }, requestOf(attributes, spans))
      if (error !== undefined) {
        onDropped(spans.length)
        if (!isFailing) log.warn({ reason: error }, 'traces cannot be exported')
        isFailing = true
        return
      }
      isFailing = false
    }
  }

  const flush = () => {
    exporting ??= exportAll().finally(() => {
      exporting = undefined
    })
    return exporting
  }
  const timer = setInterval(() => void flush(), exportEveryMs).unref()

  return {
    sampler: createSampler(sampler, ratio),
    add(span) {
      if (waiting.length < spansWaitingMax) waiting.push(span)
      else onDropped(1)
    },
    async close() {
      clearInterval(timer)
      const late = setTimeout(() => closing.abort(), closeMsMax)
      await exporting
      await flush()
      clearTimeout(late)
    },
  }
}

interface Destination extends Pick<TraceSettings, 'url' | 'headers'> {
  readonly signal: AbortSignal
}

/** Why the export failed. */
async function send({ url, headers, signal }: Destination, body: object): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(exportMsMax)]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `the collector answers with status ${response.status}`
  } catch (error) {
    return (error as Error).message
  }
}

function requestOf(attributes: readonly object[], spans: readonly Span[]): object {
  return {
    resourceSpans: [
      { resource: { attributes }, scopeSpans: [{ scope: { name: 'palate', version }, spans: spans.map(shown) }] },
    ],
  }
}

function shown({ name, kind, traceId, spanId, parentId, startMs, endMs, attributes, isError }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanosecondsOf(startMs),
    endTimeUnixNano: nanosecondsOf(Math.max(startMs, endMs)),
    attributes: attributesOf(attributes),
    status: isError ? { code: statusError } : {},
  }
}

/** A double has no room for nanoseconds since 1970. */
function nanosecondsOf(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}

function attributesOf(attributes: Span['attributes']): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
