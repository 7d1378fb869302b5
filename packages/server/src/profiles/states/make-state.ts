import { once } from '@palate/core/generic/once.ts'
import { canonicalJson } from '@palate/core/json.ts'
import { referenceAtEnd } from '@palate/core/profile/long-texts.ts'
import type { ElementLists, Snapshot } from '@palate/core/profile/schema.ts'
import { emptySnapshot, overlay } from '@palate/core/profile/snapshot.ts'
import { sha256 } from '../../platform/hash.ts'
import type { ProfileKey, State, StateReference } from '../../ports.ts'
import type { Db } from '../../store/schema.ts'
import type { StoredVersion } from '../history/version-store.ts'
import { type LongTexts, objectNameOf } from '../objects/long-texts.ts'
import { readerOnDemand } from '../objects/object-reader.ts'
import { loadSnapshot } from '../objects/snapshot-store.ts'
import { findWorkingChanges } from '../profile-store.ts'

/** What all states of a profile have in common. */
export type Base = Pick<State, 'accountId' | 'profileId' | 'projectId' | 'computed' | 'versionId' | 'bytes'>

/** The state of a version, or the empty state before the first commit. */
export function committed(
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

export function withWorking(
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

/** A state whose elements are read once, on first use. */
export function uncommitted(
  db: Db,
  profileKey: ProfileKey,
  base: Base & Pick<State, 'seed'>,
  working: StateReference['working'],
  load: () => Promise<ElementLists>,
  texts: LongTexts,
): State {
  const elements = once(load)
  return {
    ...base,
    reference: { ...namesOf(base), seed: base.seed, working },
    key: async () => keyOf(canonicalJson(await elements()), base.seed),
    elements,
    resolveAddress: (address) => resolveAddress(db, profileKey, texts, address),
  }
}

/** A state that is computed on first use, possibly on another thread. */
export function madeOnDemand(
  base: Base & Pick<State, 'seed'>,
  working: StateReference['working'],
  make: () => Promise<State>,
): State {
  const made = once(make)
  return {
    ...base,
    reference: { ...namesOf(base), seed: base.seed, working },
    made,
    key: async () => (await made()).key(),
    elements: async () => (await made()).elements(),
    resolveAddress: async (address) => (await made()).resolveAddress(address),
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
