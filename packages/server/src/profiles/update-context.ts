import type { ProfilePatch } from '@palate/core/profile/schema.ts'
import { requiredSnapshots, requiredVersions } from '@palate/core/profile/update.ts'
import type { UpdateContext } from '@palate/core/profile/update-context.ts'
import type { TasteSummaries } from '../ports/scoring.ts'
import type { Db } from '../store/schema.ts'
import { findVersions, listVersionLinks } from './history/version-store.ts'
import type { Found } from './profile-access.ts'
import { loadSnapshots } from './snapshots/snapshot-store.ts'
import { shownBefore } from './states/effective-snapshot.ts'

/** Loads the stored history that the pure update needs: a few rows for a plain commit, however long the history is. */
export async function loadForUpdate(
  db: Db,
  found: Found,
  patch: ProfilePatch,
  tasteSummaries: TasteSummaries,
): Promise<UpdateContext> {
  const { profile, profileKey, versionCount, texts } = found
  const required = requiredVersions(profile, versionCount, patch)
  const named = await findVersions(db, profileKey, required.versionIds)
  const movedTo = new Set(required.movedTo)
  const isMoved = named.some(({ version }) => movedTo.has(version.id))
  const others = required.wholeHistory || isMoved ? await listVersionLinks(db, profileKey, versionCount) : []
  // Named versions come last, because these include their messages.
  const stored = [...others, ...named]
  const hashes = new Map(stored.map(({ version, snapshotHash }) => [version.id, snapshotHash]))
  const snapshotIds = requiredSnapshots(patch, (id) => hashes.has(id))
  const wanted = snapshotIds.flatMap((id) => hashes.get(id) ?? [])
  const snapshots = await loadSnapshots(db, profileKey, wanted, texts)
  return {
    profile,
    versions: new Map(stored.map(({ version }) => [version.id, version])),
    snapshots: new Map(
      snapshotIds.flatMap((id) => {
        const snapshot = snapshots.get(hashes.get(id) ?? '')
        return snapshot ? [[id, snapshot] as const] : []
      }),
    ),
    shown: patch.effectiveSnapshot ? await shownBefore(db, found, tasteSummaries) : [],
  }
}
