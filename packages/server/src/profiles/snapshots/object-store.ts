import { slicesOf } from '@palate/core/generic/slices.ts'
import { sql } from 'kysely'
import type { IsTextOfFrame } from '../../ports/frames.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import { inQueries, valuesPerQueryMax } from '../../store/chunked-reads.ts'
import { deleteRowsOfProfile } from '../../store/chunked-writes.ts'
import type { Db } from '../../store/schema.ts'

const rowsPerInsertMax = 100
/**
 * Bytes that one statement reads or writes, unless a single object is larger: an object can contain a whole picture.
 */
export const bytesPerStatementMax = 4 * 1024 * 1024

/** Which of these objects are stored. */
export async function findStored(db: Db, key: ProfileKey, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await inQueries(hashes, (slice) => objectsNamed(db, key, slice).select('hash').execute())
  return new Set(rows.map(({ hash }) => hash))
}

/** The contents of those of these objects that are stored, all in memory. */
export function findObjects(db: Db, key: ProfileKey, hashes: readonly string[]) {
  return inQueries(hashes, (slice) => objectsNamed(db, key, slice).select(['hash', 'content']).execute())
}

/** Finds which of these objects contain the bytes of a library frame. They are kept as long as the frame is. */
export async function findTextsOfFrames(
  db: Db,
  key: ProfileKey,
  hashes: readonly string[],
  isTextOfFrame: IsTextOfFrame,
): Promise<ReadonlySet<string>> {
  const rows = await inQueries(hashes, (slice) =>
    objectsNamed(db, key, slice)
      .select('hash')
      .where(isTextOfFrame(objectColumns(key)))
      .execute(),
  )
  return new Set(rows.map(({ hash }) => hash))
}

/** Deletes the objects of a deleted profile, except those that contain the bytes of a library frame. */
export async function deleteObjects(db: Db, key: ProfileKey, isTextOfFrame: IsTextOfFrame): Promise<void> {
  await deleteRowsOfProfile(db, { table: 'objects', key: 'hash', unless: isTextOfFrame(objectColumns(key)) }, key)
}

function objectColumns({ accountId, profileId }: ProfileKey) {
  return { accountId, profileId, object: sql.ref('objects.hash') }
}

export async function findSizes(
  db: Db,
  key: ProfileKey,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const bytes = sql<number>`octet_length(content)`.as('bytes')
  const rows = await inQueries(hashes, (slice) => objectsNamed(db, key, slice).select(['hash', bytes]).execute())
  return new Map(rows.map((row) => [row.hash, row.bytes]))
}

export async function listObjects(db: Db, { accountId, profileId }: ProfileKey) {
  return db
    .selectFrom('objects')
    .select(['hash', 'content'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
}

export async function insertObjects(
  db: Db,
  { accountId, profileId }: ProfileKey,
  objects: readonly (readonly [hash: string, content: string])[],
): Promise<void> {
  for (const slice of slicesBySize(
    inHashOrder(objects, ([hash]) => hash),
    ([, content]) => content.length,
  )) {
    await db
      .insertInto('objects')
      .values(slice.map(([hash, content]) => ({ account_id: accountId, profile_id: profileId, hash, content })))
      .execute()
  }
}

/**
 * Objects in approximate hash order. In any other order each write hits a different page of the table, which takes
 * SQLite five times as long. Not fully sorted, because that takes a second for hundreds of thousands of texts.
 */
export function inHashOrder<Item>(items: Iterable<Item>, hashOf: (item: Item) => string): readonly Item[] {
  const groups = Map.groupBy(items, (item) => hashOf(item).slice(0, 2))
  return [...groups.keys()].toSorted().flatMap((start) => groups.get(start) ?? [])
}

/** Copies objects to another profile of the account. */
export async function copyObjects(
  db: Db,
  from: ProfileKey,
  toProfileId: string,
  hashes: readonly string[],
): Promise<void> {
  const sizes = await findSizes(db, from, hashes)
  for (const slice of slicesBySize(hashes, (hash) => sizes.get(hash) ?? 0)) {
    await db
      .insertInto('objects')
      .columns(['account_id', 'profile_id', 'hash', 'content'])
      .expression(
        objectsNamed(db, from, slice).select(['account_id', sql.val(toProfileId).as('profile_id'), 'hash', 'content']),
      )
      .execute()
  }
}

export async function deleteObjectsNamed(
  db: Db,
  { accountId, profileId }: ProfileKey,
  hashes: readonly string[],
): Promise<void> {
  for (const slice of slicesOf(hashes, valuesPerQueryMax)) {
    await db
      .deleteFrom('objects')
      .where('account_id', '=', accountId)
      .where('profile_id', '=', profileId)
      .where('hash', 'in', slice)
      .execute()
  }
}

/** Total size of a profile's objects, commit messages and seeds of versions. Reads no content. */
export async function sumBytes(db: Db, { accountId, profileId }: ProfileKey): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(
      (select coalesce(sum(octet_length(content)), 0) from objects
        where account_id = ${accountId} and profile_id = ${profileId})
      + (select coalesce(sum(octet_length(message) + coalesce(octet_length(seed), 0)), 0) from versions
        where account_id = ${accountId} and profile_id = ${profileId}) as bigint) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Slices of at most `rowsPerInsertMax` items and, unless a single item is larger, `bytesPerStatementMax`. */
export function slicesBySize<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const slices: Item[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const item of items) {
    const last = slices.at(-1)
    size += sizeOf(item)
    if (last && size <= bytesPerStatementMax && last.length < rowsPerInsertMax) last.push(item)
    else {
      slices.push([item])
      size = sizeOf(item)
    }
  }
  return slices
}

function objectsNamed(db: Db, { accountId, profileId }: ProfileKey, hashes: readonly string[]) {
  return db
    .selectFrom('objects')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('hash', 'in', hashes)
}
