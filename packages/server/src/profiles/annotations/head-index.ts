import { once } from '@palate/core/generic/once.ts'
import { type Element, type ElementKind, elementKinds } from '@palate/core/profile/schema.ts'
import { shortenElements } from '@palate/core/profile/sent-elements.ts'
import { namesOf, type PictureNames } from '@palate/core/profile/subject/picture-sources.ts'
import { LRUCache } from 'lru-cache'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { readerOnDemand } from '../snapshots/object-reader.ts'
import { elementHashes } from '../snapshots/objects.ts'
import { createShortener, type TextBlobs } from '../snapshots/text-blobs.ts'
import { locateState } from '../states/locate-state.ts'
import { findHeads } from '../storing/profile-store.ts'
import { indexSubjects, type SubjectIndex } from './subject-index.ts'

/** The elements at the head of a profile's current branch, as far as annotations need them. */
export interface HeadIndex {
  /** The lists are read on first use. */
  of(kind: ElementKind): Promise<SubjectIndex>
  /** The kinds that have an element with this id, in the order in which elements are removed. */
  kindsWith(id: string): Promise<readonly ElementKind[]>
  /** The pictures of the exemplars, by the names that comparisons may use. */
  names(): Promise<PictureNames>
  /** The elements with these ids, with references in place of text blobs. */
  elements(kind: ElementKind, ids: readonly string[], texts: TextBlobs): Promise<readonly Element[]>
}

interface KindIndex extends SubjectIndex {
  readonly names: PictureNames
  /** The objects of its elements, by id. */
  readonly objects: ReadonlyMap<string, string>
  /** The characters of its elements. */
  readonly size: number
}

/** Indexes of recent heads, of all profiles, by the size of their elements. A snapshot never changes. */
const cachedCharactersMax = 32 * 1024 * 1024
const cache = new LRUCache<string, KindIndex>({ maxSize: cachedCharactersMax, sizeCalculation: ({ size }) => size })

const noNames: PictureNames = new Map()
const emptyIndex: KindIndex = { has: () => false, find: () => [], names: noNames, objects: new Map(), size: 0 }

/**
 * Indexes the head before the profile is locked, because that takes long for a large profile. If the head moves
 * meanwhile, the new one is indexed while it is locked.
 */
export async function prepareHeadIndex(db: Db, profileKey: ProfileKey, kinds: readonly ElementKind[]): Promise<void> {
  const head = openHeadIndex(db, profileKey)
  for (const kind of kinds) await head.of(kind)
}

/** Reads nothing until it is used. */
export function openHeadIndex(db: Db, profileKey: ProfileKey): HeadIndex {
  const findSnapshot = once(() => findHeadSnapshot(db, profileKey))
  const indexOf = async (kind: ElementKind): Promise<KindIndex> => {
    const snapshotHash = await findSnapshot()
    if (snapshotHash === undefined) return emptyIndex
    const key = `${profileKey.accountId}/${profileKey.profileId}/${snapshotHash}/${kind}`
    const known = cache.get(key)
    if (known) return known
    const names = kind === 'comparisons' ? (await indexOf('exemplars')).names : noNames
    const made = await makeIndex(db, profileKey, snapshotHash, kind, names)
    cache.set(key, made)
    return made
  }
  return {
    of: indexOf,
    async kindsWith(id) {
      const kinds: ElementKind[] = []
      for (const kind of elementKinds) if ((await indexOf(kind)).has(id)) kinds.push(kind)
      return kinds
    },
    names: async () => (await indexOf('exemplars')).names,
    async elements(kind, ids, texts) {
      const { objects } = await indexOf(kind)
      const hashes = ids.flatMap((id) => objects.get(id) ?? [])
      const found = await readerOnDemand(db, profileKey).read(hashes)
      const elements = hashes.map((hash) => JSON.parse(found.get(hash) ?? '{}') as Element)
      return shortenElements(kind, elements, createShortener(texts))
    },
  }
}

async function makeIndex(
  db: Db,
  profileKey: ProfileKey,
  snapshotHash: string,
  kind: ElementKind,
  names: PictureNames,
): Promise<KindIndex> {
  const reader = readerOnDemand(db, profileKey)
  const texts: TextBlobs = new Map()
  const elements: Element[] = []
  let size = 1
  const hashes = await elementHashes(snapshotHash, kind, reader)
  for await (const contents of reader.contents(hashes)) {
    const parsed = contents.map((content) => JSON.parse(content) as Element)
    elements.push(...shortenElements(kind, parsed, createShortener(texts)))
    size += contents.reduce((sum, { length }) => sum + length, 0)
  }
  const index = await indexSubjects(db, profileKey, kind, elements, names, texts)
  const objects = new Map(elements.map(({ id }, i) => [id, hashes[i] ?? '']))
  return { ...index, names: kind === 'exemplars' ? namesOf(elements) : noNames, objects, size }
}

/** Undefined before the first commit, and if the profile does not exist. */
async function findHeadSnapshot(db: Db, profileKey: ProfileKey): Promise<string | undefined> {
  const heads = await findHeads(db, profileKey)
  return heads && (await locateState(db, profileKey, heads, {})).version?.snapshotHash
}
