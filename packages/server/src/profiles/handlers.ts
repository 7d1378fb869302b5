import { Fault } from '@palate/core/fault.ts'
import { projectFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageOf, pageSize, parseCursor } from '@palate/core/page.ts'
import { createProfile } from '@palate/core/profile/create.ts'
import type { Profile, Version } from '@palate/core/profile/schema.ts'
import { importProfile } from '@palate/core/profile/transfer.ts'
import { applyUpdate, isEmptyPatch } from '@palate/core/profile/update.ts'
import type { Reply } from '@palate/core/route-schemas.ts'
import type { Handlers } from '../operations.ts'
import type { DeleteProfile, ProfileKey, RecordEvents, TasteSummaries } from '../ports.ts'
import type { Services } from '../services.ts'
import { ensureProject } from '../store/projects.ts'
import type { Db } from '../store/schema.ts'
import { branchOf, streamExport, streamProfile, summaryOf } from './document.ts'
import { effectiveOf } from './effective-snapshot.ts'
import { etagOf, isUnchanged, requireMatch } from './etag.ts'
import { createProfileLister, type ListCursor, listedSummary } from './list.ts'
import { type Found, lockProfile, readProfile } from './profile-access.ts'
import * as store from './profile-store.ts'
import { loadAllObjects, saveSnapshots } from './snapshot-store.ts'
import { loadForUpdate } from './update-context.ts'
import * as versionStore from './version-store.ts'

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
  tasteSummaries: TasteSummaries,
  recordEvents: RecordEvents,
  deleteProfile: DeleteProfile,
): Handlers<Ids> {
  const listProfiles = createProfileLister(engine)
  /** Where the store caches results, an unchanged page comes as the same rows: its body is built once. */
  const pages = new WeakMap<object, Reply<'listProfiles'>>()
  return {
    async listProfiles({ caller, query }) {
      const size = pageSize(query.limit)
      const after = query.cursor === undefined ? undefined : listCursorOf(query.cursor)
      const projectId = projectFor(caller, query.projectId)
      const rows = await listProfiles(caller.accountId, projectId, after, size + 1)
      const known = pages.get(rows)
      if (known) return { body: known, isKept: true }
      const found = rows.map(listedSummary)
      const { rows: profiles, ...next } = pageOf(found, size, ({ createdAt, id }) => formatCursor([createdAt, id]))
      const body = { profiles: [...profiles], ...next }
      if (!engine.cachesResults) return { body }
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
      const { profile, profileKey, revision, computed } = found
      const etag = etagOf(revision, computed)
      // Computed for a conditional request too: reading a profile is what starts the learning from its state.
      const effectiveSnapshot = await effectiveOf(db, found, tasteSummaries)
      if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, body: null, headers: { etag } }
      const versions = await versionsOf(db, found)
      if (query.snapshots !== 'omit') {
        const objects = await loadObjects(db, profileKey, versions)
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
      const found = await lockProfile(db, caller, params.id)
      const { profileKey, revision, versionCount } = found
      requireMatch(headers['if-match'], revision)
      if (isEmptyPatch(body)) return updated(found.profile, revision, found.computed)
      const { profile, added, events } = applyUpdate(await loadForUpdate(db, found, body, tasteSummaries), body, now)
      const hashes = await saveSnapshots(db, profileKey, added)
      await versionStore.insertVersions(db, profileKey, added, hashes, versionCount)
      try {
        await store.updateProfile(db, caller.accountId, profile, versionCount + added.length)
      } catch (error) {
        throw engine.isUniqueViolation(error) ? nameTaken(profile) : error
      }
      await recordEvents(db, caller.accountId, events, now)
      return updated(profile, revision + 1, found.computed)
    },

    async deleteProfile({ caller, params, headers, db, now }) {
      const { profile, revision } = await lockProfile(db, caller, params.id)
      requireMatch(headers['if-match'], revision)
      await deleteProfile(db, caller.accountId, profile, now)
      return { body: { success: true } }
    },

    async exportProfile({ caller, params, db }) {
      const found = await readProfile(db, caller, params.id)
      const versions = await versionsOf(db, found)
      const objects = await loadObjects(db, found.profileKey, versions)
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
  const profileKey = { accountId, profileId: profile.id }
  await ensureProject(db, accountId, profile.projectId, profile.createdAt)
  const done = await store.insertProfile(db, accountId, profile, versions.length)
  if (!done) throw nameTaken(profile)
  await versionStore.insertVersions(db, profileKey, versions, await saveSnapshots(db, profileKey, versions), 0)
}

/** The versions of the profile as it was read. */
async function versionsOf(db: Db, { profileKey, versionCount }: Found) {
  const versions = await versionStore.listVersions(db, profileKey, versionCount)
  if (versions.length < versionCount) throw await store.missingPart(db, profileKey, `version ${versions.length + 1}`)
  return versions
}

function loadObjects(db: Db, profileKey: ProfileKey, versions: readonly versionStore.StoredVersion[]) {
  return loadAllObjects(
    db,
    profileKey,
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

function listCursorOf(cursor: string): ListCursor {
  const [createdAt = '', id = ''] = parseCursor(cursor, 2)
  if (Number.isNaN(Date.parse(createdAt)) || !/^prof_[0-9a-f]{32}$/.test(id)) throw badCursor()
  return { createdAt, id }
}
