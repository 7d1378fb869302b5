import { once } from '@palate/core/generic/once.ts'
import { canonicalJson } from '@palate/core/json.ts'
import type { ElementLists, Snapshot } from '@palate/core/profile/schema.ts'
import { emptySnapshot, overlay } from '@palate/core/profile/snapshot.ts'
import { referenceAtEnd } from '@palate/core/profile/text-blobs.ts'
import { sha256 } from '../../platform/hash.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { State, StateReference } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import type { StoredVersion } from '../history/version-store.ts'
import { readerOnDemand } from '../snapshots/object-reader.ts'
import { loadSnapshot } from '../snapshots/snapshot-store.ts'
import { objectNameOf, type TextBlobs } from '../snapshots/text-blobs.ts'
import { findWorkingChanges } from '../storing/profile-store.ts'
import type { StateLocation } from './locate-state.ts'

/** What a state takes over from its profile. */
export type OfProfile = Pick<
  State,
  'accountId' | 'profileId' | 'projectId' | 'name' | 'derivedRevision' | 'bytes' | 'seed' | 'thresholds'
>

/** The state at a location. The seed of a committed state is the version's, and the profile's before the first commit. */
export function stateAt(
  db: Db,
  profile: OfProfile,
  { versionId, version, hasWorking }: StateLocation,
  texts: TextBlobs = new Map(),
): State {
  const snapshot = () => snapshotOf(db, profile, version, texts)
  if (hasWorking) {
    const load = async () => overlay(await snapshot(), await findWorkingChanges(db, profile, texts))
    return uncommitted(db, profile, versionId, { isCurrent: true }, load, texts)
  }
  const seed = version ? version.seed : profile.seed
  return {
    ...namesOf({ ...profile, seed }, versionId, null),
    key: async () => stateKeyOf(version?.snapshotHash ?? 'empty', seed),
    elements: snapshot,
    resolveAddress: (address) => resolveAddress(db, profile, texts, address),
  }
}

/** A state whose elements are read once, on first use. */
export function uncommitted(
  db: Db,
  profile: OfProfile,
  versionId: string | null,
  working: StateReference['working'],
  load: () => Promise<ElementLists>,
  texts: TextBlobs,
): State {
  const elements = once(load)
  return {
    ...namesOf(profile, versionId, working),
    key: async () => stateKeyOf(canonicalJson(await elements()), profile.seed),
    elements,
    resolveAddress: (address) => resolveAddress(db, profile, texts, address),
  }
}

/** The state of a merge, which is computed on first use, possibly on another thread. */
export function mergedOnDemand(
  profile: OfProfile,
  versionId: string | null,
  working: StateReference['working'],
  merge: () => Promise<State>,
): State {
  const computeMerge = once(merge)
  return {
    ...namesOf(profile, versionId, working),
    computeMerge,
    key: async () => (await computeMerge()).key(),
    elements: async () => (await computeMerge()).elements(),
    resolveAddress: async (address) => (await computeMerge()).resolveAddress(address),
  }
}

/** The snapshot of a version; the empty snapshot before the first commit. */
export async function snapshotOf(
  db: Db,
  profileKey: ProfileKey,
  version: StoredVersion | undefined,
  texts: TextBlobs,
): Promise<Snapshot> {
  return version ? loadSnapshot(db, profileKey, version.snapshotHash, texts) : emptySnapshot
}

function namesOf(
  { accountId, profileId, projectId, name, seed, derivedRevision, bytes, thresholds }: OfProfile,
  versionId: string | null,
  working: StateReference['working'],
) {
  const names = { accountId, projectId, profileId, versionId, seed }
  return { ...names, name, derivedRevision, bytes, thresholds, reference: { ...names, working } }
}

async function resolveAddress(db: Db, profileKey: ProfileKey, texts: TextBlobs, address: string): Promise<string> {
  const found = referenceAtEnd(address)
  if (!found) return address
  const name = objectNameOf(found.reference)
  const text = texts.get(name) ?? (await readerOnDemand(db, profileKey).read([name])).get(name)
  return `${found.before}${text}`
}

function stateKeyOf(content: string, seed: string | null): string {
  return sha256(JSON.stringify([content, seed])).toString('base64url')
}
