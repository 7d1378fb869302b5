import { slicesOf } from '@palate/core/generic/slices.ts'
import { isStorableText } from '@palate/core/json.ts'
import { formatChanges, parseChanges } from '@palate/core/profile/history/version-changes.ts'
import type { Version, VersionChanges, VersionSummary } from '@palate/core/profile/schema.ts'
import { type Selectable, sql } from 'kysely'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db, Schema } from '../../store/schema.ts'
import type { Found } from '../profile-access.ts'
import { slicesBySize } from '../snapshots/object-store.ts'
import { missingPart } from '../storing/profile-store.ts'

const idsPerQueryMax = 400
const rowsPerInsertMax = 100
const versionColumns = [
  'id',
  'branch_id',
  'parent_version_id',
  'merged_from',
  'message',
  'created_at',
  'snapshot_hash',
  'seed',
  'position',
  'author_key_id',
  'changes',
] as const

export interface StoredVersion {
  readonly version: VersionSummary
  readonly seed: string | null
  readonly snapshotHash: string
  readonly position: number
  readonly authorKeyId: string | null
  /** Null if they were not counted at commit time. */
  readonly changes: VersionChanges | null
}

/** The next versions after a position, in order of creation. */
async function listVersionsAfter(db: Db, profileKey: ProfileKey, after: number, limit: number) {
  const rows = await versionsOf(db, profileKey)
    .select(versionColumns)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(versionOf)
}

/** The message sizes of the next versions after a position, in order of creation. */
async function listMessageSizes(db: Db, profileKey: ProfileKey, after: number, limit: number) {
  const rows = await versionsOf(db, profileKey)
    .select(sql<number>`octet_length(message)`.as('bytes'))
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ bytes }) => bytes)
}

/**
 * Versions in order of creation, up to a position: those that existed when the profile was read. Omits their messages,
 * which can be long.
 */
export async function listVersionLinks(
  db: Db,
  profileKey: ProfileKey,
  upTo: number,
): Promise<readonly StoredVersion[]> {
  const rows = await versionsOf(db, profileKey)
    .select(versionColumns.filter((column) => column !== 'message'))
    .where('position', '<=', upTo)
    .orderBy('position')
    .execute()
  return rows.map((row) => versionOf({ ...row, message: '' }))
}

export async function listVersionsBefore(db: Db, profileKey: ProfileKey, before: number, limit: number) {
  const rows = await versionsOf(db, profileKey)
    .select(versionColumns)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map(versionOf)
}

/** A version and its ancestors, newest first. */
export async function listHistory(db: Db, { accountId, profileId }: ProfileKey, from: string, limit: number) {
  const rows = await db
    .withRecursive('history', (cte) =>
      cte
        .selectFrom('versions')
        .select(['id', 'parent_version_id', sql<number>`1`.as('depth')])
        .where('account_id', '=', accountId)
        .where('profile_id', '=', profileId)
        .where('id', '=', from)
        .unionAll(
          cte
            .selectFrom('versions as v')
            .innerJoin('history', 'history.parent_version_id', 'v.id')
            .select(['v.id', 'v.parent_version_id', sql<number>`history.depth + 1`.as('depth')])
            .where('v.account_id', '=', accountId)
            .where('v.profile_id', '=', profileId)
            .where('history.depth', '<', limit),
        ),
    )
    .selectFrom('history')
    .innerJoin('versions', 'versions.id', 'history.id')
    .select(versionColumns.map((column) => `versions.${column}` as const))
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .orderBy('depth')
    .execute()
  return rows.map(versionOf)
}

/** Undefined for an id that the store cannot represent, such as one with NUL. */
export async function findVersion(db: Db, profileKey: ProfileKey, id: string): Promise<StoredVersion | undefined> {
  return isStorableText(id) ? (await findVersions(db, profileKey, [id]))[0] : undefined
}

export async function findVersions(db: Db, profileKey: ProfileKey, ids: readonly string[]) {
  const found: StoredVersion[] = []
  for (const slice of slicesOf(ids, idsPerQueryMax)) {
    const rows = await versionsOf(db, profileKey).select(versionColumns).where('id', 'in', slice).execute()
    found.push(...rows.map(versionOf))
  }
  return found
}

export async function insertVersions(
  db: Db,
  { accountId, profileId }: ProfileKey,
  versions: readonly Version[],
  snapshotHashes: readonly string[],
  after: number,
  authorKeyId: string | null,
): Promise<void> {
  for (let i = 0; i < versions.length; i += rowsPerInsertMax) {
    const rows = versions.slice(i, i + rowsPerInsertMax).map((version, k) => ({
      account_id: accountId,
      profile_id: profileId,
      id: version.id,
      position: after + i + k + 1,
      branch_id: version.branchId,
      parent_version_id: version.parentVersionId,
      merged_from: version.mergedFrom ?? null,
      message: version.message,
      created_at: version.createdAt,
      snapshot_hash: snapshotHashes[i + k] ?? '',
      seed: version.seed ?? null,
      author_key_id: authorKeyId,
      changes: version.changes ? formatChanges(version.changes) : null,
    }))
    await db.insertInto('versions').values(rows).execute()
  }
}

function versionsOf(db: Db, { accountId, profileId }: ProfileKey) {
  return db.selectFrom('versions').where('account_id', '=', accountId).where('profile_id', '=', profileId)
}

type VersionRow = Pick<Selectable<Schema['versions']>, (typeof versionColumns)[number]>

function versionOf(row: VersionRow): StoredVersion {
  const version: VersionSummary = {
    id: row.id,
    branchId: row.branch_id,
    parentVersionId: row.parent_version_id,
    message: row.message,
    createdAt: row.created_at,
    ...(row.merged_from !== null && { mergedFrom: row.merged_from }),
  }
  return {
    version,
    seed: row.seed,
    snapshotHash: row.snapshot_hash,
    position: row.position,
    authorKeyId: row.author_key_id,
    changes: row.changes === null ? null : parseChanges(row.changes),
  }
}

const versionsPerPage = 100

/** The versions of a profile as it was read, page by page. The first page is loaded when this resolves. */
export async function readVersions(db: Db, found: Found): Promise<AsyncIterable<readonly StoredVersion[]>> {
  const first = await readPage(db, found, 0)
  return pages(db, found, first)
}

async function* pages(db: Db, found: Found, first: readonly StoredVersion[]) {
  let page = first
  for (let read = 0; ; page = await readPage(db, found, read)) {
    yield page
    read += page.length
    if (read >= found.versionCount) return
  }
}

async function readPage(db: Db, { profileKey, versionCount }: Found, after: number) {
  if (versionCount === after) return []
  const sizes = await listMessageSizes(db, profileKey, after, Math.min(versionsPerPage, versionCount - after))
  const wanted = slicesBySize(sizes, (bytes) => bytes)[0]?.length ?? 1
  const page = await listVersionsAfter(db, profileKey, after, wanted)
  if (page.length < wanted) throw await missingPart(db, profileKey, `version ${after + page.length + 1}`)
  return page
}
