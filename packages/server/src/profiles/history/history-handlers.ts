import { Fault } from '@palate/core/fault.ts'
import { badCursor, formatCursor, pageOf, pageSize, parseCursor } from '@palate/core/page.ts'
import { branchNamed, removeBranch } from '@palate/core/profile/history/branches.ts'
import { diffStates } from '@palate/core/profile/history/diff.ts'
import { commitMerge } from '@palate/core/profile/merge/merge.ts'
import { shownConflicts } from '@palate/core/profile/merge/merge-conflicts.ts'
import type { ElementLists } from '@palate/core/profile/schema.ts'
import { overlay } from '@palate/core/profile/snapshot.ts'
import { differingPictures } from '@palate/core/profile/subject/differing-pictures.ts'
import { type Handlers, storeThenRespond } from '../../operations.ts'
import type { FindActors } from '../../ports/keys.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { RecordEvents } from '../../ports/webhooks.ts'
import type { ThreadServices } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { versionPieces } from '../document.ts'
import { streamJson, withTextBlobs } from '../json-stream.ts'
import { identifyPictures } from '../pictures/content-hashes.ts'
import { type Found, lockProfile, readProfile } from '../profile-access.ts'
import { openObjects, readerOnDemand } from '../snapshots/object-reader.ts'
import { locateNamed } from '../states/locate-state.ts'
import { snapshotOf } from '../states/make-state.ts'
import { saveUpdate } from '../storing/save-profile.ts'
import { entriesPerPage, historyEntries } from './history-entries.ts'
import { mergeHeads, refuseConflicts } from './merge-heads.ts'
import * as versionStore from './version-store.ts'

type Ids = 'listVersions' | 'getVersion' | 'diffVersions' | 'mergeBranches' | 'deleteBranch'

export function historyHandlers(
  { newId }: ThreadServices,
  recordEvents: RecordEvents,
  findActors: FindActors,
): Handlers<Ids> {
  async function page(
    db: Db,
    profileKey: ProfileKey,
    found: readonly versionStore.StoredVersion[],
    size: number,
    cursorOf: (last: versionStore.StoredVersion) => readonly string[],
  ) {
    const { rows, ...next } = pageOf(found, entriesPerPage(found, size), (last) => formatCursor(cursorOf(last)))
    return { body: { versions: await historyEntries(db, profileKey, rows, findActors), ...next } }
  }

  return {
    async listVersions({ caller, params, query, db }) {
      const { profile, profileKey, versionCount } = await readProfile(db, caller, params.id)
      const size = pageSize(query.limit)
      if (query.branchId === undefined) {
        const before = query.cursor === undefined ? versionCount + 1 : positionOf(query.cursor)
        const found = await versionStore.listVersionsBefore(db, profileKey, before, size + 1)
        return page(db, profileKey, found, size, ({ position }) => [String(position)])
      }
      const branch = profile.branches.find(({ id }) => id === query.branchId)
      if (!branch) throw new Fault('branch_not_found', 'the profile has no such branch')
      const [last] = query.cursor === undefined ? [] : parseCursor(query.cursor, 1)
      const from = last === undefined ? branch.headVersionId : await parentOf(db, profileKey, last)
      const found = from === null ? [] : await versionStore.listHistory(db, profileKey, from, size + 1)
      return page(db, profileKey, found, size, ({ version }) => [version.id])
    },

    async getVersion({ caller, params, db }) {
      const { profileKey, storedBytes, texts } = await readProfile(db, caller, params.id)
      const stored = await versionStore.findVersion(db, profileKey, params.versionId)
      if (!stored) throw new Fault('version_not_found', 'the profile has no such version')
      const [entry = stored.version] = await historyEntries(db, profileKey, [stored], findActors)
      const objects = await openObjects(db, profileKey, storedBytes)
      return { body: streamJson(versionPieces(entry, stored, objects), objects, texts) }
    },

    async diffVersions({ caller, params, query: { from, to }, db }) {
      const found = await readProfile(db, caller, params.id)
      const [before, after] = [await elementsNamed(db, found, from), await elementsNamed(db, found, to)]
      const diff = diffStates(before, after, await identifyIn(db, found, [before, after]))
      return { body: withTextBlobs({ from, to, ...diff }, readerOnDemand(db, found.profileKey), found.texts) }
    },

    mergeBranches: storeThenRespond(
      async ({ caller, params, body, db, now }) => {
        const found = await lockProfile(db, caller, params.id)
        const { profile } = found
        const source = branchNamed(profile.branches, 'sourceBranchId', body.sourceBranchId)
        const target = branchNamed(profile.branches, 'targetBranchId', body.targetBranchId)
        const { strategy = 'fail', dryRun = false, resolutions } = body
        const rules = { strategy, resolutions }
        const heads = { ...found, projectId: profile.projectId }
        const merged = await mergeHeads(db, heads, target.headVersionId, source.headVersionId, rules)
        const { ours, state, conflicts, upToDate } = merged
        const shown = shownConflicts(conflicts)
        if (dryRun || upToDate) return { body: { version: null, conflicts: shown } }
        await refuseConflicts(db, found, conflicts, rules)
        const merge = { source, target, ours, state, conflicts, message: body.message }
        const { profile: after, version, events } = commitMerge(profile, merge, newId('ver'), now)
        await saveUpdate(
          db,
          found,
          { profile: after, added: [version] },
          { now, authorKeyId: caller.keyId, isInBody: false },
        )
        await recordEvents(db, caller, events, now)
        const { seed: _, changes: __, ...made } = version
        return { body: { version: made, conflicts: shown } }
      },
      /**
       * The stored response contains references. A repeat with the same idempotency key may find the profile deleted.
       */
      async ({ caller, params, db }, stored) => {
        const objects = readerOnDemand(db, { accountId: caller.accountId, profileId: params.id })
        return { body: withTextBlobs(stored, objects, new Map()) }
      },
    ),

    async deleteBranch({ caller, params, db, now }) {
      const found = await lockProfile(db, caller, params.id)
      const { profile, events } = removeBranch(found.profile, params.branchId, now)
      await saveUpdate(db, found, { profile, added: [] }, { now, authorKeyId: caller.keyId })
      await recordEvents(db, caller, events, now)
      return { body: { success: true } }
    },
  }
}

/** Compares pictures by content where it is known. */
function identifyIn(db: Db, { profileKey, profile, texts }: Found, states: readonly ElementLists[]) {
  return identifyPictures(db, { ...profileKey, projectId: profile.projectId }, differingPictures(states), texts)
}

async function elementsNamed(db: Db, { profile, profileKey, texts }: Found, name: string): Promise<ElementLists> {
  const { version, hasWorking } = await locateNamed(db, profileKey, profile, name)
  const snapshot = await snapshotOf(db, profileKey, version, texts)
  return hasWorking ? overlay(snapshot, profile.workingChanges) : snapshot
}

function positionOf(cursor: string): number {
  const [position = ''] = parseCursor(cursor, 1)
  if (!/^[1-9][0-9]{0,8}$/.test(position)) throw badCursor()
  return Number(position)
}

async function parentOf(db: Db, profileKey: ProfileKey, id: string): Promise<string | null> {
  const stored = await versionStore.findVersion(db, profileKey, id)
  if (!stored) throw badCursor()
  return stored.version.parentVersionId
}
