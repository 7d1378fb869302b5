import type { Batch } from '@palate/core/batches/schema.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import type { Db } from '../store/schema.ts'
import type { State } from './states.ts'

/** What causes an event: a caller, or background work for an account. */
export type EventSource = Pick<Caller, 'accountId'> & Partial<Pick<Caller, 'keyId' | 'keyName' | 'person'>>

/**
 * Records events, and a delivery for each subscribed webhook, in the transaction of the change: everything is stored,
 * or nothing.
 */
export type RecordEvents = (db: Db, source: EventSource, events: readonly NewEvent[], now: string) => Promise<void>

/** Passes a score to the alert rules. Returns immediately: rules are evaluated later, and only if there are any. */
export type NoteScore = (profile: Pick<State, 'accountId' | 'projectId' | 'profileId'>, score: FrameScore) => void

/** Records the event of a batch's end, in the transaction that ends it. */
export type RecordBatchEnd = (
  db: Db,
  project: { readonly accountId: string; readonly projectId: string },
  batch: Batch,
  now: string,
) => Promise<void>
