import type { Element, ElementKind } from '@palate/core/profile/schema.ts'
import { addressOf, type PictureNames, type PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import { type IdentifyPicture, isRepeat, keyOfSubject, subjectOf } from '@palate/core/profile/subject/subject.ts'
import { sha256 } from '../../platform/hash.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { contentName, indexNameOf } from '../pictures/content-hashes.ts'
import { findInlineHashes } from '../pictures/inline-hashes.ts'
import type { TextBlobs } from '../snapshots/text-blobs.ts'

/** Elements of one kind by what they are about. */
export interface SubjectIndex {
  has(id: string): boolean
  /** Ids of the elements about a subject, in order. Keys are those of `keyOfSubject` with index names. */
  find(key: string): readonly string[]
}

/** Indexes elements. Comparisons that repeat a judgement on purpose are left out: they are never replaced. */
export async function indexSubjects(
  db: Db,
  profileKey: ProfileKey,
  kind: ElementKind,
  elements: readonly Element[],
  names: PictureNames,
  texts: TextBlobs,
): Promise<SubjectIndex> {
  const ids = new Set<string>()
  const byKey = new Map<string, string[]>()
  const keys = await subjectKeys(db, profileKey, kind, elements, names, texts)
  elements.forEach(({ id }, i) => {
    ids.add(id)
    const key = keys[i]
    if (key === undefined) return
    const known = byKey.get(key)
    if (known) known.push(id)
    else byKey.set(key, [id])
  })
  return { has: (id) => ids.has(id), find: (key) => byKey.get(key) ?? [] }
}

/** What elements are about, as stored with their rows. Bare frame ids stay bare: exemplars may come and go. */
export async function subjectColumns(
  db: Db,
  profileKey: ProfileKey,
  kind: ElementKind,
  elements: readonly Element[],
  texts: TextBlobs,
): Promise<readonly string[]> {
  const keys = await subjectKeys(db, profileKey, kind, elements, new Map(), texts)
  return keys.map((key) => (key === undefined ? '' : subjectColumn(key)))
}

/** Short, because a question can be long. */
export function subjectColumn(key: string): string {
  return sha256(key).toString('base64url')
}

/** The keys of elements, in order; undefined for those that replace nothing and are never replaced. */
async function subjectKeys(
  db: Db,
  profileKey: ProfileKey,
  kind: ElementKind,
  elements: readonly Element[],
  names: PictureNames,
  texts: TextBlobs,
): Promise<readonly (string | undefined)[]> {
  const subjects = elements.map((element) => (isRepeat(kind, element) ? undefined : subjectOf(kind, element, names)))
  const sources = subjects.flatMap((subject) => (subject && 'pictures' in subject ? subject.pictures : []))
  const identify = await openIdentify(db, profileKey, sources, texts)
  return subjects.map((subject) => subject && keyOfSubject(subject, identify))
}

/** Names of these pictures that never change: pictures that are data by their content, others by their address. */
export async function openIdentify(
  db: Db,
  profileKey: ProfileKey,
  sources: readonly PictureSource[],
  texts: TextBlobs,
): Promise<IdentifyPicture> {
  const urls = sources.flatMap((source) => ('url' in source ? source.url : []))
  const inlineHashes = await findInlineHashes(db, profileKey, urls, texts)
  return (source) => {
    const hash = inlineHashes.get(addressOf(source))
    return hash === undefined ? indexNameOf(source) : contentName(hash)
  }
}
