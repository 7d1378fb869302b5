import { isId } from '@palate/core/ids.ts'
import { canonicalJson } from '@palate/core/json.ts'
import { mayUse } from '@palate/core/keys/access.ts'
import { unknownBranch, unknownVersion } from '@palate/core/profile/branches.ts'
import { referenceAtEnd } from '@palate/core/profile/long-texts.ts'
import type { ElementLists, Snapshot } from '@palate/core/profile/schema.ts'
import { emptySnapshot, overlay } from '@palate/core/profile/snapshot.ts'
import { sha256 } from '../hash.ts'
import type { FindOtherStates, FindPinnedState, FindState, ProfileKey, State } from '../ports.ts'
import type { Db } from '../store/schema.ts'
import { type LongTexts, objectNameOf, shortenStored } from './long-texts.ts'
import { readerOnDemand } from './object-reader.ts'
import { type Found, headOf } from './profile-access.ts'
import { findNewestOthers, findOutline, findWorkingChanges, missingPart, noProfile } from './profile-store.ts'
import { loadSnapshot } from './snapshot-store.ts'
import { findVersion, type StoredVersion } from './version-store.ts'

/** Finds the requested state. Its elements are loaded on demand. */
export const findState: FindState = async (db, caller, profileId, wanted) => {
  const profileKey = { accountId: caller.accountId, profileId }
  const outline = isId('prof', profileId) ? await findOutline(db, profileKey) : undefined
  if (!outline || !mayUse(caller, outline.projectId)) throw noProfile()
  const branchId = wanted.branchId ?? outline.currentBranchId
  const branch = outline.branches.find(({ id }) => id === branchId)
  if (!branch) throw unknownBranch('branch_id', branchId)
  const versionId = wanted.versionId ?? branch.headVersionId
  const version = versionId === null ? undefined : await findVersion(db, profileKey, versionId)
  if (wanted.versionId !== undefined && !version) throw unknownVersion('version_id', wanted.versionId)
  if (versionId !== null && !version) throw await missingPart(db, profileKey, `version ${versionId}`)
  const { projectId, computed, seed } = outline
  const base = { ...profileKey, projectId, computed, versionId }
  if (wanted.includeWorking) return withWorking(db, profileKey, { ...base, seed }, version)
  return committed(db, profileKey, base, version, seed, new Map())
}

/** The state behind a profile's effective snapshot: the head of the current branch. */
export async function currentState(db: Db, { profileKey, profile, computed, texts }: Found): Promise<State> {
  const { projectId, seed } = profile
  const versionId = headOf(profile, profile.currentBranchId) ?? null
  const version = versionId === null ? undefined : await findVersion(db, profileKey, versionId)
  return committed(db, profileKey, { ...profileKey, projectId, computed, versionId }, version, seed, texts)
}

type Base = Pick<State, 'accountId' | 'profileId' | 'projectId' | 'computed' | 'versionId'>

function committed(
  db: Db,
  profileKey: ProfileKey,
  base: Base,
  version: StoredVersion | undefined,
  profileSeed: string | null,
  texts: LongTexts,
): State {
  const seed = version ? version.seed : profileSeed
  return {
    ...base,
    seed,
    key: keyOf(version?.snapshotHash ?? 'empty', seed),
    elements: () => elementsAt(db, profileKey, version, texts),
    resolveAddress: (address) => resolveAddress(db, profileKey, texts, address),
  }
}

async function withWorking(
  db: Db,
  profileKey: ProfileKey,
  base: Base & Pick<State, 'seed'>,
  version: StoredVersion | undefined,
): Promise<State> {
  const texts: LongTexts = new Map()
  const head = await elementsAt(db, profileKey, version, texts)
  return uncommitted(db, profileKey, base, overlay(head, await findWorkingChanges(db, profileKey, texts)), texts)
}

function uncommitted(
  db: Db,
  profileKey: ProfileKey,
  base: Base & Pick<State, 'seed'>,
  elements: ElementLists,
  texts: LongTexts,
): State {
  return {
    ...base,
    key: keyOf(canonicalJson(elements), base.seed),
    elements: async () => elements,
    resolveAddress: (address) => resolveAddress(db, profileKey, texts, address),
  }
}

async function elementsAt(
  db: Db,
  profileKey: ProfileKey,
  version: StoredVersion | undefined,
  texts: LongTexts,
): Promise<Snapshot> {
  return version ? loadSnapshot(db, profileKey, version.snapshotHash, texts) : emptySnapshot
}

async function resolveAddress(db: Db, profileKey: ProfileKey, texts: LongTexts, address: string): Promise<string> {
  const found = referenceAtEnd(address)
  if (!found) return address
  const name = objectNameOf(found.reference)
  const text = texts.get(name) ?? (await readerOnDemand(db, profileKey).read([name])).get(name)
  return `${found.before}${text}`
}

function keyOf(content: string, seed: string | null): string {
  return sha256(JSON.stringify([content, seed])).toString('base64url')
}

/** The state that a batch was submitted against, or undefined if its profile was deleted. */
export const findPinnedState: FindPinnedState = async (
  db,
  { accountId, profileId, projectId, versionId, seed, working },
) => {
  const profileKey = { accountId, profileId }
  const outline = await findOutline(db, profileKey)
  if (!outline) return undefined
  const base = { ...profileKey, projectId, computed: outline.computed, versionId }
  if (working !== null) {
    const texts: LongTexts = new Map()
    const elements = shortenStored(JSON.parse(working) as ElementLists, working, texts)
    return uncommitted(db, profileKey, { ...base, seed }, elements, texts)
  }
  const version = versionId === null ? undefined : await findVersion(db, profileKey, versionId)
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
    const base = { ...profileKey, projectId, computed: other.computed, versionId }
    states.push(committed(db, profileKey, base, version, other.seed, new Map()))
  }
  return states
}
