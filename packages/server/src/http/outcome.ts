import type { Route } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { Handler, Outcome } from '../operations.ts'
import { type Answer, isStream } from './answer.ts'

export type AnyHandler = Handler<OperationId>

export const jsonType = 'application/json; charset=utf-8'

/** What came of an operation, as it goes to the client. */
export function answerOf(route: Route, outcome: Outcome<OperationId>): Answer {
  const { status = route.status, headers, body, mediaType = route.mediaType ?? jsonType, isKept } = outcome
  if (body === null || typeof body === 'string' || isStream(body)) return { status, headers, mediaType, body }
  if (!isKept) return { status, headers, mediaType, body: JSON.stringify(body) }
  return { status, headers, mediaType, ...keptText(body) }
}

const keptTexts = new WeakMap<object, { readonly body: string; readonly length: string }>()

function keptText(value: object) {
  const known = keptTexts.get(value)
  if (known) return known
  const body = JSON.stringify(value)
  const kept = { body, length: String(Buffer.byteLength(body)) }
  keptTexts.set(value, kept)
  return kept
}
