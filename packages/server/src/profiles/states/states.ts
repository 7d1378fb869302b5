import { unknownBranch, unknownVersion } from '@palate/core/profile/history/branches.ts'
import type { ElementLists } from '@palate/core/profile/schema.ts'
import type { FindOtherStates, FindPinnedState, FindState, State } from '../../ports.ts'
import type { Db } from '../../store/schema.ts'
import { findVersion } from '../history/version-store.ts'
import { type LongTexts, shortenStored } from '../objects/long-texts.ts'
import { type Found, headOf } from '../profile-access.ts'
import { findHeads, findNewestOthers } from '../profile-store.ts'
import { committed, uncommitted, withWorking } from './make-state.ts'
import { makeMerged } from './merged-state.ts'
import { baseOf, requireHead, requireHeads } from './profile-heads.ts'

/** Finds the requested state. Its elements are loaded on demand. */
export const findState: FindState = async (db, caller, profileId, wanted) => {
  const { profileKey, heads } = await requireHeads(db, caller, profileId)
  const branchId = wanted.branchId ?? heads.currentBranchId
  const branch = heads.branches.find(({ id }) => id === branchId)
  if (!branch) throw unknownBranch('branch_id', branchId)
  const named = wanted.versionId === undefined ? undefined : await findVersion(db, profileKey, wanted.versionId)
  if (wanted.versionId !== undefined && !named) throw unknownVersion('version_id', wanted.versionId)
  const version = named ?? (await requireHead(db, profileKey, branch.headVersionId))
  const { seed } = heads
  const base = baseOf(profileKey, heads, wanted.versionId ?? branch.headVersionId)
  if (wanted.includeWorking) return withWorking(db, profileKey, { ...base, seed }, version)
  return committed(db, profileKey, base, version, seed, new Map())
}

/** The state behind a profile's effective snapshot: the head of the current branch. */
export async function currentState(db: Db, found: Found): Promise<State> {
  const { profileKey, profile, computed, texts } = found
  const { projectId, seed } = profile
  const bytes = found.storedBytes ?? Number.POSITIVE_INFINITY
  const versionId = headOf(profile, profile.currentBranchId) ?? null
  const version = versionId === null ? undefined : await findVersion(db, profileKey, versionId)
  return committed(db, profileKey, { ...profileKey, projectId, computed, versionId, bytes }, version, seed, texts)
}

/** The state that a reference names, or undefined if its profile was deleted. */
export const findPinnedState: FindPinnedState = async (
  db,
  { accountId, profileId, projectId, versionId, seed, working },
) => {
  const profileKey = { accountId, profileId }
  const heads = await findHeads(db, profileKey)
  if (!heads) return undefined
  const { computed, bytes } = heads
  const base = { ...profileKey, projectId, computed, versionId, bytes }
  if (typeof working === 'object' && working && 'merge' in working) {
    return makeMerged(db, profileKey, base, { ...heads, seed }, working.merge)
  }
  if (typeof working === 'string') {
    const texts: LongTexts = new Map()
    const load = async () => shortenStored(JSON.parse(working) as ElementLists, working, texts)
    return uncommitted(db, profileKey, { ...base, seed, bytes: bytes + working.length }, working, load, texts)
  }
  const version = versionId === null ? undefined : await findVersion(db, profileKey, versionId)
  if (working) return withWorking(db, profileKey, { ...base, seed }, version)
  return committed(db, profileKey, base, version, seed, new Map())
}

export const findOtherStates: FindOtherStates = async (db, { accountId, projectId, profileId }, max) => {
  const states: State[] = []
  for (const other of await findNewestOthers(db, { accountId, projectId, profileId }, max)) {
    const profileKey = { accountId, profileId: other.id }
    const branch = other.branches.find(({ id }) => id === other.currentBranchId)
    const versionId = branch?.headVersionId ?? null
    const version = versionId === null ? undefined : await findVersion(db, profileKey, versionId)
    if (!version) continue
    const base = { ...profileKey, projectId, computed: other.computed, versionId, bytes: other.bytes }
    states.push(committed(db, profileKey, base, version, other.seed, new Map()))
  }
  return states
}
