import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Sampler } from './sampling.ts'

/** A finished step of a request or of background work. Times are milliseconds since 1970, with fractions. */
export interface Span {
  readonly name: string
  readonly kind: SpanKind
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly isError: boolean
}

type SpanKind = 'internal' | 'server' | 'client'
/** Never a secret, and never the query of a URL. */
type Attributes = Readonly<Record<string, string | number>>

/** Exports spans. Undefined if tracing is off, so that it costs nothing. */
export interface Tracer {
  /** Without it, the caller decides, and what begins here is recorded. */
  readonly sampler?: Sampler | undefined
  add(span: Span): void
  close(): Promise<void>
}

/** What steps belong to. It follows asynchronous calls. */
export interface Trace {
  readonly tracer: Tracer
  readonly traceId: string
  readonly spanId: string
  /** Undefined for the first span of a trace. */
  readonly parentId: string | undefined
  /** Whether it is recorded. */
  readonly isSampled: boolean
  /** Shared by all steps. A timer that a request starts runs in its context, also after the request has ended. */
  readonly state: { isOver: boolean }
}

const current = new AsyncLocalStorage<Trace>()

/** Starts or continues a trace with a `traceparent` header: https://www.w3.org/TR/trace-context/ */
export function startTrace(tracer: Tracer, traceparent?: string): Trace {
  const [, traceId = newId(16), parentId, flags] = traceparentForm.exec(traceparent ?? '') ?? []
  const isSampledByCaller = flags === undefined ? undefined : (Number.parseInt(flags, 16) & 1) === 1
  const isSampled = tracer.sampler ? tracer.sampler(traceId, isSampledByCaller) : (isSampledByCaller ?? true)
  return { tracer, traceId, spanId: newId(8), parentId, isSampled, state: { isOver: false } }
}

/** Continues a trace on another thread, below the step that calls the thread. */
export function continueTrace(tracer: Tracer, traceparent: string): Trace {
  const trace = startTrace(tracer, traceparent)
  return { ...trace, spanId: trace.parentId ?? trace.spanId }
}

const traceparentForm = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

export function inTrace<Result>(trace: Trace | undefined, work: () => Result): Result {
  return trace ? current.run(trace, work) : work()
}

type SpanDetails = Pick<Span, 'name' | 'kind' | 'startMs' | 'attributes' | 'isError'>

/** Adds the span of the whole request or job. */
export function endTrace(trace: Trace, span: SpanDetails): void {
  trace.state.isOver = true
  addSpan(trace, span)
}

function addSpan({ tracer, traceId, spanId, parentId, isSampled }: Trace, span: SpanDetails): void {
  if (isSampled) tracer.add({ ...span, traceId, spanId, parentId, endMs: nowMs() })
}

/** A job that no request waits for, in a separate trace. */
export function tracedJob<Result>(
  tracer: Tracer | undefined,
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer ? measure(startTrace(tracer), { name, attributes, kind: 'internal' }, work, endTrace) : work()
}

/** Runs the work in the trace and adds its span. */
async function measure<Result>(
  trace: Trace,
  span: Pick<Span, 'name' | 'attributes' | 'kind'>,
  work: () => Promise<Result>,
  add: (trace: Trace, span: SpanDetails) => void,
): Promise<Result> {
  const startMs = nowMs()
  let isError = true
  try {
    const result = await current.run(trace, work)
    isError = false
    return result
  } finally {
    add(trace, { ...span, startMs, isError })
  }
}

function activeTrace(): Trace | undefined {
  const trace = current.getStore()
  return trace?.state.isOver ? undefined : trace
}

/** Whether there is a trace that is recorded. */
export function isRecording(): boolean {
  return activeTrace()?.isSampled === true
}

/** For log lines; empty if there is no trace. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const trace = activeTrace()
  return trace ? { trace_id: trace.traceId, span_id: trace.spanId } : {}
}

/** A step below the current one; what it calls is below it. Only runs the work if no trace is recorded. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  kind: SpanKind = 'internal',
): Promise<Result> {
  const outer = activeTrace()
  if (!outer?.isSampled) return work()
  return measure({ ...outer, spanId: newId(8), parentId: outer.spanId }, { name, attributes, kind }, work, addSpan)
}

/** A step that was measured elsewhere. */
export function addStep(name: string, startMs: number, endMs: number, more: Partial<StepDetails> = {}): void {
  const outer = activeTrace()
  if (!outer?.isSampled) return
  const { tracer, traceId, spanId: parentId } = outer
  const { spanId = newId(8), kind = 'internal', attributes = {} } = more
  tracer.add({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, isError: false })
}

type StepDetails = Pick<Span, 'spanId' | 'kind' | 'attributes'>

/** To continue the current trace elsewhere, below a step that is added later with this id. */
export function reserveStep(): { readonly spanId: string; readonly traceparent: string } | undefined {
  const outer = activeTrace()
  if (!outer) return undefined
  const spanId = newId(8)
  return { spanId, traceparent: traceparentOf({ ...outer, spanId }) }
}

export function currentTraceparent(): string | undefined {
  const trace = activeTrace()
  return trace && traceparentOf(trace)
}

export function traceparentOf({ traceId, spanId, isSampled }: Trace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

function newId(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
