import type { SameSubject, SentAnnotation } from '@palate/core/profile/annotations/place-annotations.ts'
import { byKind, type Element, type ElementKind, elementKinds } from '@palate/core/profile/schema.ts'
import { addressOf, type PictureNames, type PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import {
  isRepeat,
  keyOfSubject,
  keysOfSubject,
  preferredPicture,
  type Subject,
  saysTheSame,
  subjectOf,
} from '@palate/core/profile/subject/subject.ts'
import type { Db } from '../../store/schema.ts'
import { contentName, findContentHashes, findOtherNames, indexNameOf } from '../pictures/content-hashes.ts'
import type { TextBlobs } from '../snapshots/text-blobs.ts'
import type { FoundForAnnotations } from './annotated-profile.ts'
import { findBySubject } from './annotation-store.ts'
import type { HeadIndex } from './head-index.ts'
import { indexSubjects, openIdentify, subjectColumn } from './subject-index.ts'

type Sent = { readonly [kind in ElementKind]: readonly SentAnnotation[] }
type SameSubjects = { readonly [kind in ElementKind]: readonly (FoundSubject | undefined)[] }

/** The names of a sent picture under which stored elements may know it. */
interface FoundSubject extends SameSubject {
  namesOf(source: PictureSource): readonly string[]
}

const noNames: PictureNames = new Map()

/**
 * Finds the existing judgements about what the sent elements are about, in the working changes and at the head. Only
 * for kinds with an element that was sent without an id: the others replace by id alone. The queries depend on the
 * request, not on the size of the profile.
 */
export async function findSameSubjects(
  db: Db,
  found: FoundForAnnotations,
  head: HeadIndex,
  sent: Sent,
  texts: TextBlobs,
): Promise<SameSubjects> {
  const result: { [kind in ElementKind]: SameSubjects[kind] } = { ...byKind(() => []) }
  for (const kind of elementKinds) {
    if (sent[kind].every(({ element, isNamed }) => isNamed || isRepeat(kind, element))) continue
    const elements = sent[kind].map(({ element }) => element)
    result[kind] = await findOfKind(db, found, head, kind, elements, texts)
  }
  return result
}

async function findOfKind(
  db: Db,
  found: FoundForAnnotations,
  head: HeadIndex,
  kind: ElementKind,
  elements: readonly Element[],
  texts: TextBlobs,
): Promise<readonly (FoundSubject | undefined)[]> {
  const names = kind === 'comparisons' ? await head.names() : noNames
  const subjects = elements.map((element) => (isRepeat(kind, element) ? undefined : subjectOf(kind, element, names)))
  const namer = await openNamer(db, found, subjects, texts)
  // A frame that was judged under its bare id may have become the name of an exemplar since.
  const bare = elements.map((element) => (names.size === 0 ? undefined : subjectOf(kind, element, noNames)))
  const keys = subjects.map((subject, i) =>
    [subject, subject && bare[i]].flatMap((one) => (one ? keysOfSubject(one, namer.all) : [])),
  )
  const inWorking = await findInWorking(db, found, kind, new Set(keys.flat()), texts)
  const atHead = await head.of(kind)
  return subjects.map((subject, i) => {
    const own = [...new Set(keys[i])]
    return (
      subject && {
        key: keyOfSubject(subject, namer.one),
        working: own.flatMap(inWorking),
        committed: own.flatMap((key) => atHead.find(key)),
        namesOf: namer.all,
      }
    )
  })
}

/** A sent element, and the stored one about the same thing. */
interface Pair {
  readonly sent: Element
  readonly stored: Element
  readonly same: FoundSubject
}

/** Finds the pairs in which the sent element says what the stored one says. */
export async function findUnchanged<Some extends Pair>(
  db: Db,
  { profileKey }: FoundForAnnotations,
  head: HeadIndex,
  kind: ElementKind,
  pairs: readonly Some[],
  texts: TextBlobs,
): Promise<readonly Some[]> {
  const names = kind === 'comparisons' && pairs.length > 0 ? await head.names() : noNames
  const preferred = pairs.map(({ sent, stored }) => ({
    sent: preferredPicture(sent, names),
    stored: preferredPicture(stored, names),
  }))
  const identify = await openIdentify(
    db,
    profileKey,
    preferred.flatMap(({ stored }) => stored ?? []),
    texts,
  )
  return pairs.filter(({ sent, stored, same }, i) =>
    saysTheSame(kind, sent, stored, () => {
      const { sent: now, stored: before } = preferred[i] ?? {}
      if (!now || !before) return !now && !before && sent.winner === stored.winner
      return same.namesOf(now).includes(identify(before))
    }),
  )
}

/** The names under which a picture may be known: of its address, of its content, and of the same content elsewhere. */
async function openNamer(
  db: Db,
  { profileKey, profile }: FoundForAnnotations,
  subjects: readonly (Subject | undefined)[],
  texts: TextBlobs,
) {
  const owner = { ...profileKey, projectId: profile.projectId }
  const sources = subjects.flatMap((subject) => (subject && 'pictures' in subject ? subject.pictures : []))
  const hashes = sources.length > 0 ? await findContentHashes(db, owner, sources, texts) : new Map<string, string>()
  const others =
    hashes.size > 0 ? await findOtherNames(db, owner, hashes.values()) : new Map<string, readonly string[]>()
  return {
    one: (source: PictureSource) => {
      const hash = hashes.get(addressOf(source))
      return hash === undefined ? indexNameOf(source) : contentName(hash)
    },
    all: (source: PictureSource) => {
      const hash = hashes.get(addressOf(source))
      if (hash === undefined) return [indexNameOf(source)]
      return [...new Set([indexNameOf(source), contentName(hash), ...(others.get(hash) ?? [])])]
    },
  }
}

/** Elements of the working changes by subject: those in the profile's row, then the annotation rows. */
async function findInWorking(
  db: Db,
  found: FoundForAnnotations,
  kind: ElementKind,
  keys: ReadonlySet<string>,
  texts: TextBlobs,
): Promise<(key: string) => readonly string[]> {
  if (keys.size === 0) return () => []
  const inRow = await indexSubjects(db, found.profileKey, kind, found.inRow[kind], noNames, texts)
  const rows = await findBySubject(db, found.profileKey, kind, Array.from(keys, subjectColumn))
  const elements = rows.map(({ element }) => JSON.parse(element) as Element)
  const added = await indexSubjects(db, found.profileKey, kind, elements, noNames, texts)
  return (key) => [...inRow.find(key), ...added.find(key)]
}
