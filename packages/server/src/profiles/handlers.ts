import { Fault } from '@palate/core/fault.ts'
import { projectFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageOf, pageSize, parseCursor } from '@palate/core/page.ts'
import { createProfile } from '@palate/core/profile/create.ts'
import { profileDeleted } from '@palate/core/profile/events.ts'
import type { Profile, ProfilePatch, Version } from '@palate/core/profile/schema.ts'
import { importProfile } from '@palate/core/profile/transfer.ts'
import { applyUpdate, isEmpty, needsOf, type Standing } from '@palate/core/profile/update.ts'
import type { Reply } from '@palate/core/route-schemas.ts'
import type { Handlers } from '../operations.ts'
import type { FailBatches, LearnedFrom, RecordEvents } from '../ports.ts'
import type { Services } from '../services.ts'
import { ensureProject } from '../store/projects.ts'
import type { Db } from '../store/schema.ts'
import { branchOf, streamExport, streamProfile, summaryOf } from './document.ts'
import { etagOf, isUnchanged, requireMatch } from './etag.ts'
import { type Found, headOf, holdProfile, readProfile, snapshotAt } from './find.ts'
import { createProfileLister, type ListPlace, listedSummary } from './list.ts'
import { loadAllObjects, loadSnapshots, type Owner, saveSnapshots } from './snapshots.ts'
import { currentState } from './states.ts'
import * as store from './store.ts'
import * as versionStore from './versions-store.ts'

type Ids =
  | 'listProfiles'
  | 'createProfile'
  | 'getProfile'
  | 'updateProfile'
  | 'deleteProfile'
  | 'exportProfile'
  | 'importProfile'

export function profileHandlers(
  { newId, store: engine }: Services,
  learnedFrom: LearnedFrom,
  recordEvents: RecordEvents,
  failBatches: FailBatches,
): Handlers<Ids> {
  const listProfiles = createProfileLister(engine)
  /** A list that did not change is made once: the store then gives the same rows again. */
  const pages = new WeakMap<object, Reply<'listProfiles'>>()
  return {
    async listProfiles({ caller, query }) {
      const size = pageSize(query.limit)
      const after = query.cursor === undefined ? undefined : placeOf(query.cursor)
      const projectId = projectFor(caller, query.projectId)
      const rows = await listProfiles(caller.accountId, projectId, after, size + 1)
      const known = pages.get(rows)
      if (known) return { body: known, isKept: true }
      const found = rows.map(listedSummary)
      const { rows: profiles, ...next } = pageOf(found, size, ({ createdAt, id }) => formatCursor([createdAt, id]))
      const body = { profiles: [...profiles], ...next }
      if (!engine.keepsAnswers) return { body }
      pages.set(rows, body)
      return { body, isKept: true }
    },

    async createProfile({ caller, body, db, now }) {
      const projectId = projectFor(caller, body.projectId)
      const { profile, events } = createProfile({ ...body, projectId }, newId('prof'), now)
      await insert(db, caller.accountId, profile, [])
      await recordEvents(db, caller.accountId, events, now)
      return created(profile)
    },

    async getProfile({ caller, params, query, headers, db }) {
      const found = await readProfile(db, caller, params.id)
      const { profile, owner, revision, computed } = found
      const etag = etagOf(revision, computed)
      // Also for whoever asks whether it is still the same: asking is what sets about learning from a state.
      const effectiveSnapshot = await effectiveOf(db, found, learnedFrom)
      if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, body: null, headers: { etag } }
      const versions = await versionsOf(db, found)
      if (query.snapshots !== 'omit') {
        const objects = await loadObjects(db, owner, versions)
        return { body: streamProfile(profile, versions, objects, effectiveSnapshot), headers: { etag } }
      }
      const { currentBranchId, workingChanges, budget } = profile
      const profileData = {
        branches: profile.branches.map(branchOf),
        currentBranchId,
        workingChanges,
        budget,
        versions: versions.map(({ version }) => version),
      }
      return { body: { ...summaryOf(profile), profileData, effectiveSnapshot }, headers: { etag } }
    },

    async updateProfile({ caller, params, body, headers, db, now }) {
      const found = await holdProfile(db, caller, params.id)
      const { owner, revision, versionCount } = found
      requireMatch(headers['if-match'], revision)
      if (isEmpty(body)) return updated(found.profile, revision, found.computed)
      const { profile, added, events } = applyUpdate(await standingOf(db, found, body, learnedFrom), body, now)
      const hashes = await saveSnapshots(db, owner, added)
      await versionStore.insertVersions(db, owner, added, hashes, versionCount)
      try {
        await store.updateProfile(db, caller.accountId, profile, versionCount + added.length)
      } catch (error) {
        throw engine.isUniqueViolation(error) ? nameTaken(profile) : error
      }
      await recordEvents(db, caller.accountId, events, now)
      return updated(profile, revision + 1, found.computed)
    },

    async deleteProfile({ caller, params, headers, db, now }) {
      const { profile, owner, revision } = await holdProfile(db, caller, params.id)
      requireMatch(headers['if-match'], revision)
      await store.deleteProfile(db, owner)
      await versionStore.deleteVersions(db, owner)
      await store.deleteObjects(db, owner)
      await store.deletePins(db, owner)
      await store.deleteAlerts(db, owner)
      await failBatches(db, owner, now)
      await recordEvents(db, caller.accountId, [profileDeleted(profile)], now)
      // These come last: the end of a batch, or of the profile, is still counted among its events.
      await store.deletePoorBatch(db, owner)
      await store.deleteEventPlaces(db, owner)
      return { body: { success: true } }
    },

    async exportProfile({ caller, params, db }) {
      const found = await readProfile(db, caller, params.id)
      const versions = await versionsOf(db, found)
      const objects = await loadObjects(db, found.owner, versions)
      return { body: streamExport(found.profile, versions, objects) }
    },

    async importProfile({ caller, body, db, now }) {
      const projectId = projectFor(caller, body.projectId)
      const { profile, versions, events } = importProfile({ ...body, projectId }, newId('prof'), now)
      await insert(db, caller.accountId, profile, versions)
      await recordEvents(db, caller.accountId, events, now)
      return created(profile)
    },
  }
}

async function insert(db: Db, accountId: string, profile: Profile, versions: readonly Version[]): Promise<void> {
  const owner = { accountId, profileId: profile.id }
  await ensureProject(db, accountId, profile.projectId, profile.createdAt)
  const done = await store.insertProfile(db, accountId, profile, versions.length)
  if (!done) throw nameTaken(profile)
  await versionStore.insertVersions(db, owner, versions, await saveSnapshots(db, owner, versions), 0)
}

/** What the pure update must know of the stored history: for a plain commit a handful of rows, however long it is. */
async function standingOf(db: Db, found: Found, patch: ProfilePatch, learnedFrom: LearnedFrom): Promise<Standing> {
  const { profile, owner, versionCount } = found
  const needs = needsOf(profile, patch)
  const named = needs.wholeHistory ? [] : await versionStore.findVersions(db, owner, needs.versionIds)
  const isMoved = named.some(({ version }) => needs.movedTo.includes(version.id))
  const stored = needs.wholeHistory || isMoved ? await versionStore.listVersions(db, owner, versionCount) : named
  const hashes = new Map(stored.map(({ version, snapshotHash }) => [version.id, snapshotHash]))
  const wanted = needs.snapshotIds.flatMap((id) => hashes.get(id) ?? [])
  const snapshots = await loadSnapshots(db, owner, wanted)
  return {
    profile,
    versions: new Map(stored.map(({ version }) => [version.id, version])),
    snapshots: new Map(
      needs.snapshotIds.flatMap((id) => {
        const snapshot = snapshots.get(hashes.get(id) ?? '')
        return snapshot ? [[id, snapshot] as const] : []
      }),
    ),
    shown: patch.effectiveSnapshot ? await shownBefore(db, found, learnedFrom) : [],
  }
}

/** The state at the head of the current branch, with what was learned from it, and what a client put over both. */
async function effectiveOf(db: Db, found: Found, learnedFrom: LearnedFrom) {
  const { snapshot, state } = await headState(db, found)
  return Object.assign({ ...snapshot, ...(await learnedFrom.now(state)) }, found.profile.effectiveOverride)
}

/** What the service itself may have shown of the effective snapshot. */
async function shownBefore(db: Db, found: Found, learnedFrom: LearnedFrom) {
  const { snapshot, state } = await headState(db, found)
  return (await learnedFrom.soFar(state)).map((learned) => ({ ...snapshot, ...learned }))
}

async function headState(db: Db, found: Found) {
  const { profile, owner } = found
  const snapshot = await snapshotAt(db, owner, headOf(profile, profile.currentBranchId) ?? null)
  return { snapshot, state: { ...(await currentState(db, found)), elements: async () => snapshot } }
}

/** The versions of the state that was read. */
async function versionsOf(db: Db, { owner, versionCount }: Found) {
  const versions = await versionStore.listVersions(db, owner, versionCount)
  if (versions.length < versionCount) throw await store.missing(db, owner, `version ${versions.length + 1}`)
  return versions
}

function loadObjects(db: Db, owner: Owner, versions: readonly versionStore.StoredVersion[]) {
  return loadAllObjects(
    db,
    owner,
    versions.map(({ snapshotHash }) => snapshotHash),
  )
}

function created(profile: Profile) {
  return { body: summaryOf(profile), headers: { location: `/v1/profiles/${profile.id}`, etag: etagOf(1, 0) } }
}

function updated(profile: Profile, revision: number, computed: number) {
  const { createdAt: _, ...body } = summaryOf(profile)
  return { body, headers: { etag: etagOf(revision, computed) } }
}

function nameTaken({ name, projectId }: Profile): Fault {
  return new Fault('name_taken', `project ${projectId} has a profile named ${JSON.stringify(name)} already`)
}

function placeOf(cursor: string): ListPlace {
  const [createdAt = '', id = ''] = parseCursor(cursor, 2)
  if (Number.isNaN(Date.parse(createdAt)) || !/^prof_[0-9a-f]{32}$/.test(id)) throw badCursor()
  return { createdAt, id }
}
