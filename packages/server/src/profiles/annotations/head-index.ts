import { once } from '@palate/core/generic/once.ts'
import { type Element, type ElementKind, elementKinds, type StoredBranch } from '@palate/core/profile/schema.ts'
import { shortenElements } from '@palate/core/profile/sent-elements.ts'
import { namesOf, type PictureNames } from '@palate/core/profile/subject/picture-sources.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../store/schema.ts'
import { findVersion } from '../history/version-store.ts'
import { readerOnDemand } from '../objects/object-reader.ts'
import { elementHashes } from '../objects/objects.ts'
import { createShortener, type TextBlobs } from '../objects/text-blobs.ts'
import { missingPart } from '../storing/profile-store.ts'
import type { FoundForAnnotations } from './annotated-profile.ts'
import { indexSubjects, type SubjectIndex } from './subject-index.ts'

/** The elements at the head of a profile's current branch, as far as annotations need them. */
export interface HeadIndex {
  /** The lists are read on first use. */
  of(kind: ElementKind): Promise<SubjectIndex>
  /** The kinds that have an element with this id, in the order in which elements are removed. */
  kindsWith(id: string): Promise<readonly ElementKind[]>
  /** The pictures of the exemplars, by the names that comparisons may use. */
  names(): Promise<PictureNames>
}

interface KindIndex extends SubjectIndex {
  readonly names: PictureNames
  /** The characters of its elements. */
  readonly size: number
}

/** Indexes of recent heads, of all profiles, by the size of their elements. A snapshot never changes. */
const cachedCharactersMax = 32 * 1024 * 1024
const cache = new LRUCache<string, KindIndex>({ maxSize: cachedCharactersMax, sizeCalculation: ({ size }) => size })

const noNames: PictureNames = new Map()
const emptyIndex: KindIndex = { has: () => false, find: () => [], names: noNames, size: 0 }

/** Reads nothing until it is used. */
export function openHeadIndex(db: Db, found: FoundForAnnotations): HeadIndex {
  const findSnapshot = once(() => findHeadSnapshot(db, found))
  const indexOf = async (kind: ElementKind): Promise<KindIndex> => {
    const snapshotHash = await findSnapshot()
    if (snapshotHash === undefined) return emptyIndex
    const { accountId, profileId } = found.profileKey
    const key = `${accountId}/${profileId}/${snapshotHash}/${kind}`
    const known = cache.get(key)
    if (known) return known
    const names = kind === 'comparisons' ? (await indexOf('exemplars')).names : noNames
    const made = await makeIndex(db, found, snapshotHash, kind, names)
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
  }
}

async function makeIndex(
  db: Db,
  found: FoundForAnnotations,
  snapshotHash: string,
  kind: ElementKind,
  names: PictureNames,
): Promise<KindIndex> {
  const reader = readerOnDemand(db, found.profileKey)
  const texts: TextBlobs = new Map()
  const elements: Element[] = []
  let size = 1
  for await (const contents of reader.contents(await elementHashes(snapshotHash, kind, reader))) {
    const some = contents.map((content) => JSON.parse(content) as Element)
    elements.push(...shortenElements(kind, some, createShortener(texts)))
    size += contents.reduce((sum, { length }) => sum + length, 0)
  }
  const index = await indexSubjects(db, found, kind, elements, names, texts)
  return { ...index, names: kind === 'exemplars' ? namesOf(elements) : noNames, size }
}

/** Undefined before the first commit. */
async function findHeadSnapshot(db: Db, { profileKey }: FoundForAnnotations): Promise<string | undefined> {
  const { accountId, profileId } = profileKey
  const row = await db
    .selectFrom('profiles')
    .select(['branches', 'current_branch_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  const branches = JSON.parse(row.branches) as readonly StoredBranch[]
  const head = branches.find(({ id }) => id === row.current_branch_id)?.headVersionId ?? null
  if (head === null) return undefined
  const version = await findVersion(db, profileKey, head)
  if (!version) throw await missingPart(db, profileKey, `version ${head}`)
  return version.snapshotHash
}
