import { sql } from 'kysely'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { holdProfile } from '../storing/profile-store.ts'
import { deleteObjectsNamed, findSizes } from './object-store.ts'

/** Some of the objects that a write stored before its commit. */
interface PieceAhead {
  readonly writer: string
  readonly piece: number
  readonly hashes: readonly string[]
}

export async function insertPieceAhead(
  db: Db,
  { accountId, profileId }: ProfileKey,
  { writer, piece, hashes }: PieceAhead,
  now: string,
): Promise<void> {
  await db
    .insertInto('objects_ahead')
    .values({
      ...{ account_id: accountId, profile_id: profileId, writer, piece },
      ...{ hashes: hashes.join(' '), written_at: now },
    })
    .execute()
}

export async function listPiecesAhead(db: Db, { accountId, profileId }: ProfileKey): Promise<readonly PieceAhead[]> {
  const rows = await db
    .selectFrom('objects_ahead')
    .select(['writer', 'piece', 'hashes'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
  return rows.map(({ hashes, ...piece }) => ({ ...piece, hashes: hashes.split(' ') }))
}

/** Returns the number of deleted pieces. */
export async function deletePiecesAhead(db: Db, { accountId, profileId }: ProfileKey, writer: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('objects_ahead')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('writer', '=', writer)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Replaces the hashes of a piece. A piece without hashes is deleted. */
export async function changePieceAhead(
  db: Db,
  { accountId, profileId }: ProfileKey,
  { writer, piece, hashes }: PieceAhead,
): Promise<void> {
  const key = sql<boolean>`account_id = ${accountId} and profile_id = ${profileId} and writer = ${writer} and piece = ${piece}`
  if (hashes.length === 0) await db.deleteFrom('objects_ahead').where(key).execute()
  else
    await db
      .updateTable('objects_ahead')
      .set({ hashes: hashes.join(' ') })
      .where(key)
      .execute()
}

/** Writes of an account that began before the given time and were not committed. */
async function listStalePieces(db: Db, accountId: string, before: string, limit: number) {
  const rows = await db
    .selectFrom('objects_ahead')
    .select(['profile_id', 'writer', 'piece'])
    .where('account_id', '=', accountId)
    .where('written_at', '<', before)
    .orderBy('written_at')
    .limit(limit)
    .execute()
  return rows.map(({ profile_id, writer, piece }) => ({
    profileKey: { accountId, profileId: profile_id },
    writer,
    piece,
  }))
}

/** Removes a piece from the list. Undefined if it is no longer there. */
export async function takePieceAhead(
  db: Db,
  { accountId, profileId }: ProfileKey,
  writer: string,
  piece: number,
): Promise<readonly string[] | undefined> {
  const row = await db
    .deleteFrom('objects_ahead')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('writer', '=', writer)
    .where('piece', '=', piece)
    .returning('hashes')
    .executeTakeFirst()
  return row?.hashes.split(' ')
}

/** Adds the size of objects stored ahead (or subtracts it after their deletion). Null stays null: not counted yet. */
export async function addStoredBytes(db: Db, { accountId, profileId }: ProfileKey, bytes: number): Promise<void> {
  await db
    .updateTable('profiles')
    .set((eb) => ({ stored_bytes: eb('stored_bytes', '+', bytes) }))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .execute()
}

/** How long objects stored ahead of a commit are kept. A commit after that stores them again. */
export const objectsAheadKeptMs = 3600 * 1000
const piecesPerSweepMax = 1000

/** Deletes the objects of an account's large writes that were not committed. Safe to run alongside writers. */
export async function sweepObjectsAhead(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
  const before = new Date(clock().getTime() - objectsAheadKeptMs).toISOString()
  for (const { profileKey, writer, piece } of await listStalePieces(store.read, accountId, before, piecesPerSweepMax)) {
    await store.write(
      async (db) => {
        await holdProfile(db, profileKey)
        const hashes = await takePieceAhead(db, profileKey, writer, piece)
        if (!hashes) return
        const sizes = await findSizes(db, profileKey, hashes)
        await deleteObjectsNamed(db, profileKey, hashes)
        await addStoredBytes(db, profileKey, -[...sizes.values()].reduce((sum, bytes) => sum + bytes, 0))
      },
      { isPartOfLongWrite: true },
    )
  }
}
