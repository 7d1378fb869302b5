import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import { branchNamed } from '@palate/core/profile/history/branches.ts'
import { byKind, type ElementLists } from '@palate/core/profile/schema.ts'
import { withoutMarks } from '@palate/core/profile/snapshot.ts'
import type {
  FindOtherStates,
  FindPinnedState,
  FindPreviewStates,
  FindState,
  MergeReference,
  State,
} from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import { mergeHeads, refuseConflicts } from '../history/merge-heads.ts'
import { findVersion } from '../history/version-store.ts'
import { shortenStored, type TextBlobs } from '../snapshots/text-blobs.ts'
import { findHeads, findNewestOthers, noProfile, type ProfileHeads } from '../storing/profile-store.ts'
import { locateNamed, locateState, requireVersion } from './locate-state.ts'
import { mergedOnDemand, type OfProfile, stateAt, uncommitted } from './make-state.ts'

type Merge = Extract<Parameters<FindPreviewStates>[3]['to'], object>['merge']

/** Finds the requested state. Its elements are loaded on demand. */
export const findState: FindState = async (db, caller, profileId, selector) => {
  const profile = await requireHeads(db, caller, profileId)
  const state = stateAt(db, profile, await locateState(db, profile, profile, selector))
  const { versionId, branchId = profile.currentBranchId } = selector
  return { ...state, branchId: versionId === undefined ? branchId : null }
}

/** Finds the states that a preview names, all from a single read of the profile. */
export const findPreviewStates: FindPreviewStates = async (db, caller, profileId, { from, to = 'working' }) => {
  const profile = await requireHeads(db, caller, profileId)
  const named = async (name: string) => stateAt(db, profile, await locateNamed(db, profile, profile, name))
  return {
    ...(from !== undefined && { from: await named(from) }),
    to: typeof to === 'string' ? await named(to) : mergeOf(db, profile, to.merge),
  }
}

/** The state that a reference names, or undefined if its profile was deleted. */
export const findPinnedState: FindPinnedState = async (
  db,
  { accountId, profileId, projectId, versionId, seed, working },
) => {
  const heads = await findHeads(db, { accountId, profileId })
  if (!heads) return undefined
  const profile = { ...heads, projectId, seed }
  if (typeof working === 'object' && working && 'merge' in working) {
    return makeMerged(db, profile, versionId, working.merge)
  }
  if (typeof working === 'string') {
    const texts: TextBlobs = new Map()
    const load = async () => shortenStored(JSON.parse(working) as ElementLists, working, texts)
    return uncommitted(db, { ...profile, bytes: heads.bytes + working.length }, versionId, working, load, texts)
  }
  const version = await requireVersion(db, profile, versionId)
  return stateAt(db, profile, { versionId, version, hasWorking: working !== null })
}

export const findOtherStates: FindOtherStates = async (db, profile, max) => {
  const states: State[] = []
  for (const other of await findNewestOthers(db, profile, max)) {
    const versionId = other.branches.find(({ id }) => id === other.currentBranchId)?.headVersionId ?? null
    const version = versionId === null ? undefined : await findVersion(db, other, versionId)
    // Without a version, the branch has no commits or the profile was just deleted.
    if (version) states.push(stateAt(db, other, { versionId, version, hasWorking: false }))
  }
  return states
}

/** A merge is computed where its elements are needed; for a large profile, on another thread. */
function mergeOf(db: Db, profile: ProfileHeads, { sourceBranchId, targetBranchId, ...rules }: Merge): State {
  const source = branchNamed(profile.branches, 'sourceBranchId', sourceBranchId)
  const { headVersionId } = branchNamed(profile.branches, 'targetBranchId', targetBranchId)
  const { strategy = 'fail', resolutions } = rules
  const merge = { sourceVersionId: source.headVersionId, strategy, resolutions }
  return mergedOnDemand(profile, headVersionId, { merge }, () => makeMerged(db, profile, headVersionId, merge))
}

/** Throws if the caller may not see the profile. */
async function requireHeads(db: Db, caller: Caller, profileId: string): Promise<ProfileHeads> {
  const { accountId } = caller
  const heads = isId('prof', profileId) ? await findHeads(db, { accountId, profileId }) : undefined
  if (!heads || !mayUse(caller, heads.projectId)) throw noProfile()
  return heads
}

/**
 * The state that a merge into a version would commit, or that version's own state if there is nothing to merge. Throws
 * the merge's fault if it has unresolved conflicts.
 */
async function makeMerged(
  db: Db,
  profile: OfProfile & { readonly versionCount: number },
  versionId: string | null,
  merge: MergeReference,
): Promise<State> {
  const texts: TextBlobs = new Map()
  const heads = { profileKey: profile, projectId: profile.projectId, versionCount: profile.versionCount, texts }
  const { upToDate, state, conflicts } = await mergeHeads(db, heads, versionId, merge.sourceVersionId, merge)
  if (upToDate) {
    const version = await requireVersion(db, profile, versionId)
    return stateAt(db, profile, { versionId, version, hasWorking: false }, texts)
  }
  await refuseConflicts(db, heads, conflicts, merge)
  const elements = byKind((kind) => withoutMarks(state[kind]))
  return uncommitted(db, profile, versionId, { merge }, async () => elements, texts)
}
