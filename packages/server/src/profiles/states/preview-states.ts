import { Fault } from '@palate/core/fault.ts'
import { branchNamed } from '@palate/core/profile/history/branches.ts'
import type { FindPreviewStates, ProfileKey, State } from '../../ports.ts'
import type { Db } from '../../store/schema.ts'
import { findVersion } from '../history/version-store.ts'
import { committed, madeOnDemand, withWorking } from './make-state.ts'
import { makeMerged } from './merged-state.ts'
import { baseOf, type ProfileHeads, requireHead, requireHeads } from './profile-heads.ts'

type Asked = Parameters<FindPreviewStates>[3]
type Merge = Extract<Asked['to'], object>['merge']

/** Finds the states that a preview names, all from a single read of the profile. */
export const findPreviewStates: FindPreviewStates = async (db, caller, profileId, { from, to = 'working' }) => {
  const { profileKey, heads } = await requireHeads(db, caller, profileId)
  const named = from === undefined ? undefined : await stateNamed(db, profileKey, heads, from)
  const wanted =
    typeof to === 'string' ? await stateNamed(db, profileKey, heads, to) : mergeOf(db, profileKey, heads, to.merge)
  return { ...(named && { from: named }), to: wanted }
}

/** By version id, by branch id, or `working`, as for a diff. */
async function stateNamed(db: Db, profileKey: ProfileKey, heads: ProfileHeads, name: string): Promise<State> {
  const { branches, currentBranchId, seed } = heads
  const version = name === 'working' ? undefined : await findVersion(db, profileKey, name)
  if (version) return committed(db, profileKey, baseOf(profileKey, heads, name), version, seed, new Map())
  const branchId = name === 'working' ? currentBranchId : name
  const branch = branches.find(({ id }) => id === branchId)
  if (!branch) throw new Fault('version_not_found', `there is no version or branch ${JSON.stringify(name)}`)
  const { headVersionId } = branch
  const head = await requireHead(db, profileKey, headVersionId)
  const base = baseOf(profileKey, heads, headVersionId)
  if (name === 'working') return withWorking(db, profileKey, { ...base, seed }, head)
  return committed(db, profileKey, base, head, seed, new Map())
}

/** A merge is computed where its elements are needed; for a large profile, on another thread. */
function mergeOf(db: Db, profileKey: ProfileKey, heads: ProfileHeads, asked: Merge): State {
  const { branches, seed } = heads
  const source = branchNamed(branches, 'sourceBranchId', asked.sourceBranchId)
  const target = branchNamed(branches, 'targetBranchId', asked.targetBranchId)
  const { strategy = 'fail', resolutions } = asked
  const merge = { sourceVersionId: source.headVersionId, strategy, resolutions }
  const base = baseOf(profileKey, heads, target.headVersionId)
  return madeOnDemand({ ...base, seed }, { merge }, () => makeMerged(db, profileKey, base, heads, merge))
}
