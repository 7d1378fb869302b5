import { serverSentEvent } from '../server-sent-events.ts'
import type { FrameScore } from '../taste/scoring-schema.ts'
import type { Batch } from './schema.ts'

/** The lines of a result stream; each is one JSON object. */
export function batchLine({ batch_id, profile_id, version_id, counts }: Batch) {
  return { type: 'batch', batch_id, profile_id, version_id, total: counts.total }
}

export function resultLine(seq: number, index: number, attempts: number, { frame_id, error, ...numbers }: FrameScore) {
  const ids = { seq, index, frame_id }
  return error ? { type: 'error', ...ids, error, attempts } : { type: 'score', ...ids, ...numbers, attempts }
}

export function progressLine({ counts }: Batch) {
  return { type: 'progress', completed: counts.succeeded + counts.failed, total: counts.total }
}

export function doneLine({ status, counts, created_at, completed_at = created_at, model, models }: Batch) {
  const latency_ms = Date.parse(completed_at) - Date.parse(created_at)
  return { type: 'done', status, counts, latency_ms, ...(model !== undefined && { model }), ...(models && { models }) }
}

/** Formats a line as a server-sent event. A result's `seq` is the event id, from which a browser resumes. */
export function asEvent(line: { readonly type: string; readonly seq?: number }): string {
  return serverSentEvent({ event: line.type, id: line.seq, data: JSON.stringify(line) })
}

export function asLine(line: object): string {
  return `${JSON.stringify(line)}\n`
}
