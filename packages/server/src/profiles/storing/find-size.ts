import { sql } from 'kysely'
import { andThen, type MaybePromise, type Store } from '../../store/store.ts'

/** Finds an upper bound for the bytes of a profile: its objects, the texts in its row and its annotations. */
export function createSizeFinder(store: Store): (accountId: string, profileId: string) => MaybePromise<number> {
  const find = store.prepare<readonly [stored: number | null, row: number]>(sizeQuery(store).compile())
  const sizeOf = ([found]: readonly (readonly [number | null, number])[]) => (found ? profileBytesOf(...found) : 0)
  return (accountId, profileId) => andThen(find(accountId, profileId), sizeOf)
}

/** Neither engine reads the texts of a row to determine their length. */
export const rowBytes =
  sql<number>`octet_length(working_changes) + octet_length(branches) + coalesce(octet_length(effective_override), 0) + annotated_bytes`.as(
    'row_bytes',
  )

/** Infinite for an older profile whose objects have not been counted. */
export function profileBytesOf(stored: number | null, row: number): number {
  return (stored ?? Number.POSITIVE_INFINITY) + row
}

/** The values are placeholders. */
function sizeQuery({ read }: Store) {
  return read
    .selectFrom('profiles')
    .select(['stored_bytes', rowBytes])
    .where('account_id', '=', '')
    .where('id', '=', '')
}
