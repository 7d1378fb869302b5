import type { HistoryEntry } from '@palate/core/profile/schema.ts'
import type { z } from 'zod'
import type { FindActors } from '../../ports/keys.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { readerOnDemand } from '../snapshots/object-reader.ts'
import { countStoredChanges } from './count-stored-changes.ts'
import { findVersions, type StoredVersion } from './version-store.ts'

type Entry = Readonly<z.infer<typeof HistoryEntry>>

/** Versions whose changes one request counts, because they were committed before change counts were stored. */
export const versionsCountedMax = 100

/** The number of these versions that fit on a page. It is smaller if too many would have to be counted. */
export function entriesPerPage(found: readonly StoredVersion[], size: number): number {
  let uncounted = 0
  const end = found.findIndex(({ changes }) => {
    if (changes === null) uncounted += 1
    return uncounted > versionsCountedMax
  })
  return end < 0 ? size : Math.min(size, end)
}

/** Versions as shown in history lists, with their authors and change counts. */
export async function historyEntries(
  db: Db,
  profileKey: ProfileKey,
  found: readonly StoredVersion[],
  findActors: FindActors,
): Promise<readonly Entry[]> {
  const keyIds = new Set(found.flatMap(({ authorKeyId }) => authorKeyId ?? []))
  const authors = await findActors(db, profileKey.accountId, [...keyIds])
  const countChanges = await changeCounter(db, profileKey, found)
  const entries: Entry[] = []
  for (const stored of found) {
    const { version, authorKeyId: keyId } = stored
    const author = authors.get(keyId ?? '') ?? null
    entries.push({ ...version, author, changes: stored.changes ?? (await countChanges(stored)) })
  }
  return entries
}

async function changeCounter(db: Db, profileKey: ProfileKey, found: readonly StoredVersion[]) {
  const parentIds = found.flatMap(({ changes, version }) => (changes === null ? (version.parentVersionId ?? []) : []))
  const parents = await findVersions(db, profileKey, [...new Set(parentIds)])
  const hashes = new Map(parents.map(({ version, snapshotHash }) => [version.id, snapshotHash]))
  const reader = readerOnDemand(db, profileKey)
  return ({ version, snapshotHash }: StoredVersion) =>
    countStoredChanges(hashes.get(version.parentVersionId ?? ''), snapshotHash, reader)
}
