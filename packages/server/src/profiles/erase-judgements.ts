import { eraseJudgements, hasJudgementsOf } from '@palate/core/profile/erase.ts'
import { byKind, type Snapshot } from '@palate/core/profile/schema.ts'
import type { EraseJudgements, ProfileKey } from '../ports/profiles.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { ThreadServices } from '../services.ts'
import { readAfter } from '../store/chunked-reads.ts'
import type { Db } from '../store/schema.ts'
import { listPlaced } from './annotations/annotation-store.ts'
import { reopenAsks } from './annotations/ask-store.ts'
import { deleteDiscardsOf, hasDiscardsOf } from './annotations/discard-store.ts'
import { findVersions } from './history/version-store.ts'
import { loadSnapshot } from './snapshots/snapshot-store.ts'
import type { StoredProfile } from './storing/profile-row.ts'
import { findProfile, listProfileIds, lockProfileRow } from './storing/profile-store.ts'
import { saveUpdate } from './storing/save-profile.ts'

export function createEraseJudgements(
  { store, newId }: Pick<ThreadServices, 'store' | 'newId'>,
  recordEvents: RecordEvents,
): EraseJudgements {
  return async ({ accountId, personId }, caller, now) => {
    type Row = Awaited<ReturnType<typeof listProfileIds>>[number]
    const profiles = await readAfter<Row>(Number.POSITIVE_INFINITY, undefined, (last, rowsMax) =>
      listProfileIds(store.read, accountId, last?.id ?? '', rowsMax),
    )
    for (const { id: profileId } of profiles) {
      const profileKey = { accountId, profileId }
      const found = await findProfile(store.read, profileKey)
      if (!found || !(await isConcerned(store.read, profileKey, found, personId))) continue
      // Without the account, whose limit must not keep anybody's judgements from being erased.
      await store.write((db) => eraseIn(db, profileKey), {
        row: { accountId, id: profileId },
        isPartOfLongWrite: true,
        usesReserve: true,
      })
    }

    async function eraseIn(db: Db, profileKey: ProfileKey): Promise<void> {
      const found = await lockProfileRow(db, profileKey)
      if (!found) return
      await deleteDiscardsOf(db, profileKey, personId)
      const { profile: before } = found
      const heads = await headsWith(db, profileKey, found, personId)
      const rows = await listPlaced(db, profileKey)
      const costs = byKind((kind) => new Map(rows.flatMap((row) => (row.kind === kind ? [[row.id, row.cost]] : []))))
      const { profile, added, events } = eraseJudgements(before, {
        ...{ personId, heads, now },
        costOf: (kind, { id }) => costs[kind].get(id) ?? 1,
        newVersionId: () => newId('ver'),
      })
      if (events.length === 0) return
      const options = { now, authorKeyId: caller.keyId, isInBody: false, isErasure: true }
      await saveUpdate(db, { ...found, profileKey }, { profile, added }, options)
      const { workingChanges: was } = before
      const kept = byKind((kind) => new Set(profile.workingChanges[kind]))
      const withdrawn = [...was.exemplars, ...was.comparisons].filter(
        (element) => !kept.exemplars.has(element) && !kept.comparisons.has(element),
      )
      await reopenAsks(db, profileKey, withdrawn)
      await recordEvents(db, caller, events, now)
    }
  }
}

/** Without a lock, so that the profiles that the person did not judge wait for nothing. */
async function isConcerned(db: Db, profileKey: ProfileKey, found: StoredProfile, personId: string): Promise<boolean> {
  const { workingChanges, effectiveOverride } = found.profile
  if (hasJudgementsOf(workingChanges, personId) || (await hasDiscardsOf(db, profileKey, personId))) return true
  if (effectiveOverride !== null && JSON.stringify(effectiveOverride).includes(JSON.stringify(personId))) return true
  return (await headsWith(db, profileKey, found, personId)).size > 0
}

/** The states at the heads that have judgements of the person. One at a time, because a profile can have many branches. */
async function headsWith(db: Db, profileKey: ProfileKey, { profile, texts }: StoredProfile, personId: string) {
  const ids = new Set(profile.branches.flatMap(({ headVersionId }) => headVersionId ?? []))
  const heads = new Map<string, Snapshot>()
  for (const { version, snapshotHash } of await findVersions(db, profileKey, [...ids])) {
    const snapshot = await loadSnapshot(db, profileKey, snapshotHash, texts)
    if (hasJudgementsOf(snapshot, personId)) heads.set(version.id, snapshot)
  }
  return heads
}
