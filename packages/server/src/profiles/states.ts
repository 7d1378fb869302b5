import { isId } from '@palate/core/ids.ts'
import { canonicalJson } from '@palate/core/json.ts'
import { mayUse } from '@palate/core/keys/access.ts'
import { unknownBranch, unknownVersion } from '@palate/core/profile/branches.ts'
import { referenceAtEnd } from '@palate/core/profile/long-texts.ts'
import type { ElementLists, Snapshot } from '@palate/core/profile/schema.ts'
import { emptySnapshot, overlay } from '@palate/core/profile/snapshot.ts'
import { sha256 } from '../hash.ts'
import type { FindOtherStates, FindPinnedState, FindState, ProfileKey, State, StateReference } from '../ports.ts'
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
  const { projectId, computed, seed, bytes } = outline
  const base = { ...profileKey, projectId, computed, versionId, bytes }
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

type Base = Pick<State, 'accountId' | 'profileId' | 'projectId' | 'computed' | 'versionId' | 'bytes'>

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
    reference: { ...namesOf(base), seed, working: null },
    key: async () => keyOf(version?.snapshotHash ?? 'empty', seed),
    elements: () => elementsAt(db, profileKey, version, texts),
    resolveAddress: (address) => resolveAddress(db, profileKey, texts, address),
  }
}

function withWorking(
  db: Db,
  profileKey: ProfileKey,
  base: Base & Pick<State, 'seed'>,
  version: StoredVersion | undefined,
): State {
  const texts: LongTexts = new Map()
  const load = async () =>
    overlay(await elementsAt(db, profileKey, version, texts), await findWorkingChanges(db, profileKey, texts))
  return uncommitted(db, profileKey, base, { isCurrent: true }, load, texts)
}

/** A state whose elements are read once, when they are first asked for. */
function uncommitted(
  db: Db,
  profileKey: ProfileKey,
  base: Base & Pick<State, 'seed'>,
  working: StateReference['working'],
  load: () => Promise<ElementLists>,
  texts: LongTexts,
): State {
  let loading: Promise<ElementLists> | undefined
  const elements = () => {
    loading ??= load()
    return loading
  }
  return {
    ...base,
    reference: { ...namesOf(base), seed: base.seed, working },
    key: async () => keyOf(canonicalJson(await elements()), base.seed),
    elements,
    resolveAddress: (address) => resolveAddress(db, profileKey, texts, address),
  }
}

function namesOf({ accountId, projectId, profileId, versionId }: Base) {
  return { accountId, projectId, profileId, versionId }
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

/** The state that a reference names, or undefined if its profile was deleted. */
export const findPinnedState: FindPinnedState = async (
  db,
  { accountId, profileId, projectId, versionId, seed, working },
) => {
  const profileKey = { accountId, profileId }
  const outline = await findOutline(db, profileKey)
  if (!outline) return undefined
  const { computed, bytes } = outline
  const base = { ...profileKey, projectId, computed, versionId, bytes }
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
