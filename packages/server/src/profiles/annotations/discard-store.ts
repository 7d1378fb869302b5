import { discardKeptMinutes, discardsPerProfileMax } from '@palate/core/profile/annotations/discards.ts'
import { byKind, type Element, type ElementKind, type ElementLists } from '@palate/core/profile/schema.ts'
import { sql } from 'kysely'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Services } from '../../services.ts'
import { deleteSome, inTransactions } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'
import type { PlaceAndJudge, PlacedAnnotation } from './annotation-store.ts'

/**
 * What was discarded, for a short time. It is shorter than `releasedTextsKeptMs`, so the pictures inside the elements are
 * still there when they are restored.
 */

const keptMs = discardKeptMinutes * 60_000

/** A discarded element. */
export interface KeptElement {
  readonly element: Element
  /** What it has used of the budget. */
  readonly cost: number
  readonly row: PlaceAndJudge
}

type KeptLists = { readonly [kind in ElementKind]: readonly KeptElement[] }

export interface Discard {
  readonly id: string
  readonly headVersionId: string | null
  readonly lists: KeptLists
}

/** Elements without a row come before those with one, whose places are positive. */
export function keptElements(working: ElementLists, rows: readonly PlacedAnnotation[]): KeptLists {
  const byId = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return byKind((kind) =>
    working[kind].map((element, i) => {
      const found = byId.get(`${kind} ${element.id}`)
      const { place = i - working[kind].length, key_id = null, judged_at = null, cost = 1 } = found ?? {}
      return { element, cost, row: { place, key_id, judged_at } }
    }),
  )
}

/** `elements` is the JSON of the lists. Deletes what nobody can restore any more. */
export async function insertDiscard(
  db: Db,
  { accountId, profileId }: ProfileKey,
  { id, headVersionId, elements }: Omit<Discard, 'lists'> & { readonly elements: string },
  now: string,
): Promise<void> {
  const newest = db
    .selectFrom('discards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('discarded_at', '>', keptSince(now))
    .orderBy('discarded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(discardsPerProfileMax - 1)
  await db
    .deleteFrom('discards')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('id', 'not in', newest)
    .execute()
  await db
    .insertInto('discards')
    .values({
      account_id: accountId,
      profile_id: profileId,
      id,
      head_version_id: headVersionId,
      elements,
      discarded_at: now,
    })
    .execute()
}

/** Removes a discard from the store. Undefined if it does not exist, or no longer. */
export async function takeDiscard(
  db: Db,
  { accountId, profileId }: ProfileKey,
  id: string,
  now: string,
): Promise<Discard | undefined> {
  const row = await db
    .deleteFrom('discards')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .where('discarded_at', '>', keptSince(now))
    .returning(['head_version_id', 'elements'])
    .executeTakeFirst()
  return row && { id, headVersionId: row.head_version_id, lists: JSON.parse(row.elements) as KeptLists }
}

/** Whether a profile keeps discarded judgements of a person. */
export async function hasDiscardsOf(db: Db, { accountId, profileId }: ProfileKey, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('discards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('elements', 'like', `%${JSON.stringify(personId)}%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteDiscardsOf(db: Db, { accountId, profileId }: ProfileKey, personId: string): Promise<void> {
  await db
    .deleteFrom('discards')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('elements', 'like', `%${JSON.stringify(personId)}%`)
    .execute()
}

/** Deletes an account's discards that can no longer be restored. */
export async function sweepDiscards(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
  const before = keptSince(clock().toISOString())
  await inTransactions(store, (db, rowsMax) => deleteDiscardsUntil(db, accountId, before, rowsMax))
}

async function deleteDiscardsUntil(db: Db, accountId: string, until: string, rowsMax: number): Promise<number> {
  const which = sql`account_id = ${accountId} and discarded_at <= ${until}`
  return (await deleteSome(db, { table: 'discards', which, orderBy: 'discarded_at', rowsMax }, 'id')).length
}

function keptSince(now: string): string {
  return new Date(Date.parse(now) - keptMs).toISOString()
}
