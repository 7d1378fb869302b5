import { slicesOf } from '@palate/core/generic/slices.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'

const rowsPerStatementMax = 400

interface UncommittedBlob {
  readonly hash: string
  readonly bytes: number
}

export async function insertUncommittedBlobs(
  db: Db,
  { accountId, profileId }: ProfileKey,
  texts: readonly UncommittedBlob[],
): Promise<void> {
  for (const slice of slicesOf(texts, rowsPerStatementMax)) {
    await db
      .insertInto('working_texts')
      .values(slice.map((text) => ({ account_id: accountId, profile_id: profileId, released_at: null, ...text })))
      .execute()
  }
}

/** Texts that are referenced again are no longer released. Returns their size in bytes. */
export function reclaimUncommittedBlobs(db: Db, profileKey: ProfileKey, hashes: readonly string[]): Promise<number> {
  return sumOfEach(hashes, (slice) => updateReleasedAt(db, profileKey, slice, null))
}

/** Returns the size in bytes of those that were not yet released. */
export function releaseUncommittedBlobs(
  db: Db,
  profileKey: ProfileKey,
  hashes: readonly string[],
  now: string,
): Promise<number> {
  return sumOfEach(hashes, (slice) => updateReleasedAt(db, profileKey, slice, now))
}

/**
 * Marks these as committed: they are kept as long as the profile. Returns the size in bytes of those that were
 * released.
 */
export function commitUncommittedBlobs(db: Db, profileKey: ProfileKey, hashes: readonly string[]): Promise<number> {
  return sumOfEach(hashes, async (slice) => {
    const rows = await deleteUncommittedBlobsNamed(db, profileKey, slice)
    return rows.filter(({ released_at }) => released_at !== null)
  })
}

async function deleteUncommittedBlobsNamed(db: Db, { accountId, profileId }: ProfileKey, hashes: readonly string[]) {
  return db
    .deleteFrom('working_texts')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('hash', 'in', hashes)
    .returning(['bytes', 'released_at'])
    .execute()
}

/** Returns the hashes of those that were still released. */
export async function deleteReleased(
  db: Db,
  { accountId, profileId }: ProfileKey,
  hashes: readonly string[],
  before: string,
): Promise<readonly string[]> {
  const rows = await db
    .deleteFrom('working_texts')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('hash', 'in', hashes)
    .where('released_at', '<', before)
    .returning('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Some profiles of an account that have texts released before the given time. */
export async function listProfilesWithReleased(
  db: Db,
  accountId: string,
  before: string,
  limit: number,
): Promise<readonly ProfileKey[]> {
  const rows = await db
    .selectFrom('working_texts')
    .select('profile_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('released_at', '<', before)
    .limit(limit)
    .execute()
  return rows.map(({ profile_id }) => ({ accountId, profileId: profile_id }))
}

export async function listReleased(db: Db, { accountId, profileId }: ProfileKey, before: string, limit: number) {
  return db
    .selectFrom('working_texts')
    .select(['hash', 'bytes'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('released_at', '<', before)
    .orderBy('released_at')
    .limit(limit)
    .execute()
}

/** Releases texts, or reclaims them if `releasedAt` is null. Returns those that changed. */
async function updateReleasedAt(
  db: Db,
  { accountId, profileId }: ProfileKey,
  hashes: readonly string[],
  releasedAt: string | null,
) {
  return db
    .updateTable('working_texts')
    .set({ released_at: releasedAt })
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('hash', 'in', hashes)
    .where('released_at', releasedAt === null ? 'is not' : 'is', null)
    .returning(['bytes'])
    .execute()
}

async function sumOfEach(
  hashes: readonly string[],
  work: (slice: readonly string[]) => Promise<readonly { readonly bytes: number }[]>,
): Promise<number> {
  let sum = 0
  for (const slice of slicesOf(hashes, rowsPerStatementMax)) {
    for (const { bytes } of await work(slice)) sum += bytes
  }
  return sum
}
