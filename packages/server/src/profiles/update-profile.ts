import { Fault } from '@palate/core/fault.ts'
import { elementKinds, type Profile, type ProfilePatch, type Version } from '@palate/core/profile/schema.ts'
import { shortenPatch } from '@palate/core/profile/sent-elements.ts'
import {
  applyUpdate,
  isEmptyPatch,
  requiredSnapshots,
  requiredVersions,
  type Update,
} from '@palate/core/profile/update.ts'
import type { UpdateContext } from '@palate/core/profile/update-context.ts'
import { type Call, type Handler, longRunning } from '../operations.ts'
import type { TasteSummaries } from '../ports/scoring.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { summaryOf } from './document.ts'
import { etagOf, requireMatch } from './etag.ts'
import { refuseForgedJudgements } from './forged-judgements.ts'
import { findVersions, listVersionLinks } from './history/version-store.ts'
import { type Found, lockProfile, readProfile } from './profile-access.ts'
import type { Objects } from './snapshots/objects.ts'
import { loadSnapshots } from './snapshots/snapshot-store.ts'
import { createShortener } from './snapshots/text-blobs.ts'
import { objectsPerPieceMax, writeAhead } from './snapshots/write-ahead.ts'
import { shownBefore } from './states/effective-snapshot.ts'
import { holdProfile, profileWrite } from './storing/profile-store.ts'
import { planSave, type SavePlan, saveUpdate } from './storing/save-profile.ts'

/** How often a large update is attempted while the profile keeps changing. */
const attemptsMax = 3

type UpdateCall = Call<'updateProfile'>

export function createUpdateProfile(store: Store, tasteSummaries: TasteSummaries, recordEvents: RecordEvents) {
  /** Undefined if the request changes nothing. */
  async function decide(db: Db, found: Found, { caller, body, headers, now }: UpdateCall): Promise<Update | undefined> {
    requireMatch(headers['if-match'], found.revision)
    if (isEmptyPatch(body)) return undefined
    const patch = shortenPatch(body, createShortener(found.texts))
    await refuseForgedJudgements(db, found, patch, caller)
    return applyUpdate(await loadForUpdate(db, found, patch, tasteSummaries), patch, now)
  }

  async function save(db: Db, found: Found, update: Update, { caller, now }: UpdateCall, plan?: SavePlan) {
    try {
      await saveUpdate(db, found, plan ?? update, { now, authorKeyId: caller.keyId })
    } catch (error) {
      throw store.isUniqueViolation(error) ? nameTaken(update.profile) : error
    }
    await recordEvents(db, caller, update.events, now)
  }

  async function updateAtOnce(db: Db, call: UpdateCall) {
    const found = await lockProfile(db, call.caller, call.params.id)
    const update = await decide(db, found, call)
    if (!update) return unchanged(found)
    await save(db, found, update, call)
    return updated(update.profile, found)
  }

  /** Undefined if the profile has changed since it was read, so that the update must be decided again. */
  async function tryUpdate(call: UpdateCall) {
    const { now, caller } = call
    const found = await readProfile(store.read, caller, call.params.id)
    const { profileKey } = found
    const update = await decide(store.read, found, call).catch(async (error: unknown) => {
      // The profile may have been deleted while its parts were read.
      await readProfile(store.read, caller, call.params.id)
      throw error
    })
    if (!update) return unchanged(found)
    const ahead = (objects: Objects) => writeAhead(store, profileKey, objects, { now, path: '/profileData' })
    const plan = countElements(update.added) > objectsPerPieceMax ? await planSave(update, ahead) : undefined
    return store.write(async (db) => {
      const held = await holdProfile(db, profileKey)
      if (held?.revision !== found.revision) return undefined
      await save(db, { ...found, storedBytes: held.storedBytes }, update, call, plan)
      return updated(update.profile, found)
    }, profileWrite(profileKey))
  }

  return {
    /** Runs in the request's transaction. */
    updateProfile: (async (call) => updateAtOnce(call.db, call)) satisfies Handler<'updateProfile'>,
    /**
     * For large updates, which take seconds: decides first, then stores the result in a short transaction if the
     * profile is unchanged. Otherwise decides again, and finally with the profile locked.
     */
    updateLargeProfile: longRunning<'updateProfile'>(async (call) => {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const done = await tryUpdate(call)
        if (done) return done
      }
      const profileKey = { accountId: call.caller.accountId, profileId: call.params.id }
      return store.write((db) => updateAtOnce(db, call), profileWrite(profileKey))
    }),
  }
}

function countElements(versions: readonly Version[]): number {
  return versions.reduce((sum, { snapshot }) => elementKinds.reduce((all, kind) => all + snapshot[kind].length, sum), 0)
}

export function nameTaken({ name, projectId }: Profile): Fault {
  return new Fault('name_taken', `project ${projectId} already has a profile named ${JSON.stringify(name)}`)
}

function unchanged({ profile, revision, derivedRevision }: Found) {
  return answer(profile, revision, derivedRevision)
}

function updated(profile: Profile, { revision, derivedRevision }: Found) {
  return answer(profile, revision + 1, derivedRevision)
}

function answer(profile: Profile, revision: number, derivedRevision: number) {
  const { createdAt: _, ...body } = summaryOf(profile)
  return { body, headers: { etag: etagOf(revision, derivedRevision) } }
}

/** Loads the stored history that the pure update needs: a few rows for a plain commit, however long the history is. */
async function loadForUpdate(
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
