import { projectFor, projectsFor } from '@palate/core/keys/access.ts'
import type { Reply } from '@palate/core/operations.ts'
import { badCursor, formatCursor, pageOf, pageSize, parseCursor } from '@palate/core/page.ts'
import { createProfile } from '@palate/core/profile/create.ts'
import type { Profile, Version } from '@palate/core/profile/schema.ts'
import { shortenExport } from '@palate/core/profile/sent-elements.ts'
import { importProfile } from '@palate/core/profile/transfer.ts'
import type { AuditedChange } from '../audit/audited-change.ts'
import type { Handlers } from '../operations.ts'
import { isUnchanged } from '../platform/etag.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { PeoplePort } from '../ports/people.ts'
import type { DeleteProfile } from '../ports/profiles.ts'
import type { EnsureProject } from '../ports/projects.ts'
import type { TasteSummaries } from '../ports/scoring.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { ThreadServices } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { rowsCachedMax } from '../store/store.ts'
import { listBody, rowsPerPageMax } from '../streaming/list-body.ts'
import { type DocumentParts, streamExport, streamProfile, summaryOf } from './document.ts'
import { etagOf, requireMatch } from './etag.ts'
import { refuseForgedImport } from './forged-judgements.ts'
import { readVersions } from './history/version-store.ts'
import { createProfileLister, cursorAfter, type ListCursor, type ListedProfile, listedSummary } from './list.ts'
import { loadBase } from './load-base.ts'
import { type Found, lockProfile, readProfile } from './profile-access.ts'
import { openObjects } from './snapshots/object-reader.ts'
import { createShortener, type TextBlobs } from './snapshots/text-blobs.ts'
import { effectiveOf } from './states/effective-snapshot.ts'
import { type SaveOptions, saveNew } from './storing/save-profile.ts'
import { createUpdateProfile, nameTaken } from './update-profile.ts'

type Ids =
  | 'listProfiles'
  | 'createProfile'
  | 'getProfile'
  | 'updateProfile'
  | 'deleteProfile'
  | 'exportProfile'
  | 'importProfile'

export function profileHandlers(
  { newId, store: engine }: ThreadServices,
  tasteSummaries: TasteSummaries,
  recordEvents: RecordEvents,
  deleteProfile: DeleteProfile,
  { copyFrames }: Pick<FramesPort, 'copyFrames'>,
  ensureProject: EnsureProject,
  peopleOf: PeoplePort['peopleOf'],
): Handlers<Ids> {
  const listProfiles = createProfileLister(engine)
  /** If the store caches results, an unchanged page returns the same rows, so its body is built once. */
  const pages = new WeakMap<object, Reply<'listProfiles'>>()

  async function insert(
    db: Db,
    accountId: string,
    profile: Profile,
    versions: readonly Version[],
    texts: TextBlobs,
    options: SaveOptions,
  ): Promise<void> {
    await ensureProject(db, accountId, profile.projectId, profile.createdAt)
    if (!(await saveNew(db, accountId, profile, versions, texts, options))) throw nameTaken(profile)
  }

  return {
    async listProfiles({ caller, query }) {
      const size = pageSize(query.limit)
      const after = query.cursor === undefined ? undefined : listCursorOf(query.cursor)
      const projects = projectsFor(caller, query.projectId)
      const read = (last: ListedProfile | undefined, rowsMax: number) =>
        listProfiles(caller.accountId, projects, last ? cursorAfter(last) : after, rowsMax)
      const rows = await read(undefined, Math.min(size + 1, rowsPerPageMax))
      const known = pages.get(rows)
      if (known) return { body: known, isSerializedOnce: true }
      if (rows.length > rowsCachedMax || !engine.cachesResults) {
        const body = await listBody<ListedProfile>({
          ...{ name: 'profiles', size, textOf: (row) => JSON.stringify(listedSummary(row)) },
          read: (last, rowsMax) => (last ? read(last, rowsMax) : rows),
          cursorOf: ([id, , , , createdAt]) => formatCursor([createdAt, id]),
        })
        return { body }
      }
      const { rows: profiles, ...next } = pageOf(rows.map(listedSummary), size, ({ createdAt, id }) =>
        formatCursor([createdAt, id]),
      )
      const body = { profiles: [...profiles], ...next }
      pages.set(rows, body)
      return { body, isSerializedOnce: true }
    },

    async createProfile({ caller, body, db, now }) {
      const projectId = projectFor(caller, body.projectId)
      const { basedOn } = body
      const id = newId('prof')
      const to = { profileId: id, projectId }
      const base = typeof basedOn === 'string' ? await loadBase(db, caller, basedOn, to, copyFrames, now) : undefined
      const { profileSeed = null, texts = new Map(), copiedBytes = 0 } = base ?? {}
      const seed = body.seed === undefined ? profileSeed : body.seed
      const first = base && {
        versionId: newId('ver'),
        state: body.seed === undefined ? base.state : { ...base.state, seed },
      }
      const { profile, versions, events } = createProfile({ ...body, projectId, seed }, id, now, first)
      const options = { now, authorKeyId: caller.keyId, isInBody: false, copiedBytes }
      await insert(db, caller.accountId, profile, versions, texts, options)
      await recordEvents(db, caller, events, now)
      return created(profile)
    },

    async getProfile({ caller, params, query, headers, db }) {
      const found = await readProfile(db, caller, params.id)
      const { revision, derivedRevision } = found
      const etag = etagOf(revision, derivedRevision)
      // Computed even for a conditional request: reading a profile starts learning from its state.
      const effectiveSnapshot = await effectiveOf(db, found, tasteSummaries)
      if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, body: null, headers: { etag } }
      const withSnapshots = query.snapshots !== 'omit'
      return { body: streamProfile(await partsOf(db, found), effectiveSnapshot, withSnapshots), headers: { etag } }
    },

    updateProfile: createUpdateProfile(engine, tasteSummaries, recordEvents).updateProfile,

    async deleteProfile({ caller, params, headers, db, now }) {
      const { profile, revision } = await lockProfile(db, caller, params.id)
      requireMatch(headers['if-match'], revision)
      await deleteProfile(db, caller, profile, now)
      return { body: { success: true }, audit: audited('profile.deleted', profile) }
    },

    async exportProfile({ caller, params, db }) {
      const found = await readProfile(db, caller, params.id)
      return { body: streamExport(await partsOf(db, found)), audit: audited('profile.exported', found.profile) }
    },

    async importProfile({ caller, body, db, now }) {
      const projectId = projectFor(caller, body.projectId)
      await refuseForgedImport(db, body, caller, peopleOf)
      const texts: TextBlobs = new Map()
      const document = shortenExport({ ...body, projectId }, createShortener(texts))
      const { profile, versions, events } = importProfile(document, newId('prof'), now)
      await insert(db, caller.accountId, profile, versions, texts, { now, authorKeyId: null })
      await recordEvents(db, caller, events, now)
      return { ...created(profile), audit: audited('profile.imported', profile) }
    },
  }
}

async function partsOf(db: Db, found: Found): Promise<DocumentParts> {
  const objects = await openObjects(db, found.profileKey, found.storedBytes)
  return { found, objects, versions: await readVersions(db, found) }
}

function audited(action: AuditedChange['action'], { id, name, projectId }: Profile): AuditedChange {
  return { action, target: { type: 'profile', id, name }, projectId }
}

function created(profile: Profile) {
  return { body: summaryOf(profile), headers: { location: `/v1/profiles/${profile.id}`, etag: etagOf(1, 0) } }
}

function listCursorOf(cursor: string): ListCursor {
  const [createdAt = '', id = ''] = parseCursor(cursor, 2)
  if (Number.isNaN(Date.parse(createdAt)) || !/^prof_[0-9a-f]{32}$/.test(id)) throw badCursor()
  return { createdAt, id }
}
