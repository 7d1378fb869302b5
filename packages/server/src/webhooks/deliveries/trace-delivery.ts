import { endTrace, nowMs, startTrace, type Tracer, traceparentOf } from '../../platform/tracing/tracing.ts'
import type { Job } from './claims.ts'
import type { Answer } from './send.ts'

/** Continues the trace of the request that caused the event, and passes it on to the receiver. */
export async function traceDelivery(
  tracer: Tracer,
  { webhookId, eventId, tries, traceparent }: Job,
  send: (headers: { readonly traceparent: string }) => Promise<Answer>,
): Promise<Answer> {
  const trace = startTrace(tracer, traceparent)
  const startMs = nowMs()
  const answer = await send({ traceparent: traceparentOf(trace) })
  const attributes = {
    'palate.webhook_id': webhookId,
    'palate.event_id': eventId,
    'palate.attempt': tries + 1,
    ...(answer.status !== null && { 'http.response.status_code': answer.status }),
  }
  endTrace(trace, { name: 'deliver', kind: 'client', startMs, attributes, isError: answer.error !== null })
  return answer
}
