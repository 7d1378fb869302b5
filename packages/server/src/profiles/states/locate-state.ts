import { Fault } from '@palate/core/fault.ts'
import { branchNamed, unknownVersion } from '@palate/core/profile/history/branches.ts'
import type { Profile } from '@palate/core/profile/schema.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { StateSelector } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import { findVersion, type StoredVersion } from '../history/version-store.ts'
import { missingPart } from '../storing/profile-store.ts'

/** The version that has a state's elements (undefined before the first commit), and whether working changes apply. */
export interface StateLocation {
  readonly versionId: string | null
  readonly version: StoredVersion | undefined
  readonly hasWorking: boolean
}

type Branches = Pick<Profile, 'branches' | 'currentBranchId'>

/** Locates the state that a request selects. An empty selector selects the head of the current branch. */
export async function locateState(
  db: Db,
  profileKey: ProfileKey,
  { branches, currentBranchId }: Branches,
  { versionId, branchId = currentBranchId, includeWorking: hasWorking = false }: StateSelector,
): Promise<StateLocation> {
  const { headVersionId } = branchNamed(branches, 'branch_id', branchId)
  if (versionId === undefined) {
    return { versionId: headVersionId, version: await requireVersion(db, profileKey, headVersionId), hasWorking }
  }
  const version = await findVersion(db, profileKey, versionId)
  if (!version) throw unknownVersion('version_id', versionId)
  return { versionId, version, hasWorking }
}

/**
 * Locates a state by version id, by branch id, or as the working changes on a branch: `working` on the current one,
 * `working:` and an id on another.
 */
export async function locateNamed(
  db: Db,
  profileKey: ProfileKey,
  profile: Branches,
  name: string,
): Promise<StateLocation> {
  if (name === 'working') return locateState(db, profileKey, profile, { includeWorking: true })
  const version = await findVersion(db, profileKey, name)
  if (version) return { versionId: name, version, hasWorking: false }
  const isBranch = (branchId: string) => profile.branches.some(({ id }) => id === branchId)
  const changedBranch = name.startsWith(workingOn) ? name.slice(workingOn.length) : ''
  if (!isBranch(name) && isBranch(changedBranch)) {
    return locateState(db, profileKey, profile, { branchId: changedBranch, includeWorking: true })
  }
  if (!isBranch(name)) {
    throw new Fault('version_not_found', `there is no version or branch ${JSON.stringify(name)}`)
  }
  return locateState(db, profileKey, profile, { branchId: name })
}

const workingOn = 'working:'

/** A version that must exist; undefined for null. Throws if the profile was deleted or the store has lost it. */
export async function requireVersion(
  db: Db,
  profileKey: ProfileKey,
  versionId: string | null,
): Promise<StoredVersion | undefined> {
  if (versionId === null) return undefined
  const version = await findVersion(db, profileKey, versionId)
  if (!version) throw await missingPart(db, profileKey, `version ${versionId}`)
  return version
}
