import type { DaysKept } from '@palate/core/days-kept.ts'
import { dayMs, usageDaysMax } from '@palate/core/keys/usage-days.ts'
import { discardKeptMinutes } from '@palate/core/profile/annotations/discards.ts'
import { sql } from 'kysely'
import { objectsAheadKeptMs } from '../profiles/snapshots/objects-ahead-store.ts'
import { releasedTextsKeptMs } from '../profiles/snapshots/sweep-uncommitted-blobs.ts'
import type { Services } from '../services.ts'
import type { Schema } from '../store/schema.ts'
import type { FindExpiry } from './sweep-accounts.ts'

/** Rows that the sweeps delete some time after the time in a column. */
interface Expiring {
  readonly column: string
  readonly keptMs: number
  /** A column with the same order and an index, if the first has none. */
  readonly orderBy?: string
}

const expiringTables = (days: DaysKept): Partial<Readonly<Record<keyof Schema, Expiring>>> => ({
  idempotency: { column: 'expires_at', keptMs: 0 },
  sessions: { column: 'expires_at', keptMs: 0 },
  session_codes: { column: 'expires_at', keptMs: 0 },
  invitations: { column: 'expires_at', keptMs: 0 },
  key_usage_days: { column: 'date', keptMs: (usageDaysMax + 1) * dayMs },
  audit_entries: { column: 'at', keptMs: msOf(days.audit), orderBy: 'id' },
  shares: { column: 'expires_at', keptMs: msOf(days.shares) },
  discards: { column: 'discarded_at', keptMs: discardKeptMinutes * 60_000 },
  seen_frames: { column: 'seen_at', keptMs: msOf(days.seenFrames) },
  recent_frames: { column: 'scored_at', keptMs: msOf(days.seenFrames) },
  features: { column: 'created_at', keptMs: msOf(days.features) },
  thumbnails: { column: 'created_at', keptMs: msOf(days.features) },
  batches: { column: 'completed_at', keptMs: msOf(days.batches) },
  events: { column: 'created_at', keptMs: msOf(days.events), orderBy: 'id' },
  deliveries: { column: 'created_at', keptMs: msOf(days.events), orderBy: 'id' },
  working_texts: { column: 'released_at', keptMs: releasedTextsKeptMs },
  objects_ahead: { column: 'written_at', keptMs: objectsAheadKeptMs },
})

/**
 * Nothing says since when an object in a bucket is not needed, but only a write or a sweep can be the reason. An object
 * that is new when they happen is removed by a sweep this long after them.
 */
const objectsAfterMs = dayMs

/** Finds what an account has to delete next, in one statement that reads a row of each index. */
export function createFindExpiry({ store, config, clock }: Pick<Services, 'store' | 'config' | 'clock'>): FindExpiry {
  const expiring = Object.entries(expiringTables(config.daysKept)).filter(([, { keptMs }]) => keptMs !== forEver)
  const objects: Expiring = { column: 'kept_at', keptMs: 0, orderBy: 'content_hash' }

  return async function findExpiry(accountId) {
    const columns = [...expiring, ['stored_objects', objects] as const].map(
      ([table, { column, orderBy = column }]) => sql`(
        select ${sql.ref(column)} from ${sql.table(table)} where account_id = ${accountId}
        and ${sql.ref(column)} is not null order by ${sql.ref(orderBy)} limit 1) as ${sql.ref(table)}`,
    )
    const { rows } = await sql<Readonly<Record<string, string | null>>>`select ${sql.join(columns)}`.execute(
      store.backgroundRead,
    )
    const { stored_objects: object, ...firsts } = rows[0] ?? {}
    const times = expiring.flatMap(([table, { keptMs }]) => {
      const first = firsts[table]
      return first ? [Date.parse(first) + keptMs] : []
    })
    return {
      ...(times.length > 0 && { expiry: new Date(Math.min(...times)).toISOString() }),
      ...(object && { objects: new Date(clock().getTime() + objectsAfterMs).toISOString() }),
    }
  }
}

const forEver = Number.POSITIVE_INFINITY

function msOf(days: number): number {
  return days === 0 ? forEver : days * dayMs
}
