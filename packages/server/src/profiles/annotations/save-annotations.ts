import type { AnnotatedProfile, FreeIds } from '@palate/core/profile/annotations/annotations.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  isRemovalMark,
} from '@palate/core/profile/schema.ts'
import type { Judge } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { sumBytes } from '../snapshots/object-store.ts'
import { type References, saveTextBlobs } from '../snapshots/save-text-blobs.ts'
import { textBytesOf } from '../snapshots/snapshot-store.ts'
import { referencesIn, type TextBlobs } from '../snapshots/text-blobs.ts'
import { noteFrameReferences } from '../storing/frame-references.ts'
import { refuseLargeProfile, refuseLargeState } from '../storing/profile-size.ts'
import { type FoundForAnnotations, type KnownElements, updateAnnotated } from './annotated-profile.ts'
import {
  deleteAnnotation,
  findUncommittedJson,
  type NewAnnotationRow,
  type PlaceAndJudge,
  saveAnnotations,
} from './annotation-store.ts'
import { subjectColumns } from './subject-index.ts'

/** A change to the working changes. */
export interface AnnotationChange {
  readonly profile: AnnotatedProfile
  readonly changed: ElementLists
  /** Changed elements that use no budget. */
  readonly free: FreeIds
  readonly removed?: { readonly kind: ElementKind; readonly element: Element }
  /** The text blobs of changed elements. */
  readonly texts: TextBlobs
  /** The rows of changed elements that are restored, by id. Others are new, and by the judge. */
  readonly restored?: { readonly [kind in ElementKind]: ReadonlyMap<string, PlaceAndJudge> }
}

/** Stores elements that were added or removed. The profile's row is locked, and `known` contains the elements. */
export async function saveAnnotationChange(
  db: Db,
  found: FoundForAnnotations,
  known: KnownElements,
  change: AnnotationChange,
  judge: Judge,
): Promise<void> {
  const { profileKey, storedBytes, otherBytes } = found
  const { profile, changed, removed, texts } = change
  const rows = await rowsOf(db, found, known, change, judge)
  const inRow = JSON.stringify(rowAfter(found.inRow, known, change))
  const annotatedBytes = found.annotatedBytes + growthOf(rows, known) - bytesOfRemoved(known, removed)
  refuseLargeState(textBytesOf([inRow]) + annotatedBytes + otherBytes, null)

  for (const kind of elementKinds) await saveAnnotations(db, profileKey, kind, rows[kind], found.revision + 1)
  if (removed) await deleteAnnotation(db, profileKey, removed.kind, removed.element.id)
  const changedTexts = elementKinds.map((kind) => JSON.stringify(changed[kind]))
  await noteFrameReferences(db, profileKey, changedTexts, false)
  const working = referencesIn(changedTexts)
  const before = await droppedTexts(db, found, known, change, inRow)
  const growth = await saveTextBlobs(db, profileKey, { before, working, committed: new Map(), texts }, judge.at)
  const bytes = (storedBytes ?? (await sumBytes(db, profileKey))) + growth
  refuseLargeProfile(bytes, growth, null)
  await updateAnnotated(db, profileKey, {
    budget: JSON.stringify(profile.budget),
    updated_at: profile.updatedAt,
    stored_bytes: bytes,
    annotated_bytes: annotatedBytes,
    ...(changesRow(known, change) && { working_changes: inRow }),
  })
}

type Rows = { readonly [kind in ElementKind]: readonly NewAnnotationRow[] }

/** The changed elements that are stored as rows. */
async function rowsOf(
  db: Db,
  found: FoundForAnnotations,
  known: KnownElements,
  { changed, free, texts, restored }: AnnotationChange,
  { keyId, at }: Judge,
): Promise<Rows> {
  const rows = { ...byKind((): readonly NewAnnotationRow[] => []) }
  for (const kind of elementKinds) {
    const elements = changed[kind].filter((element) => !staysInRow(kind, element, known, free))
    const subjects = await subjectColumns(db, found.profileKey, kind, elements, texts)
    rows[kind] = elements.map((element, i) => ({
      id: element.id,
      element: JSON.stringify(element),
      cost: free[kind].has(element.id) ? 0 : 1,
      subject: subjects[i] ?? '',
      ...(restored?.[kind].get(element.id) ?? { key_id: keyId, judged_at: at }),
    }))
  }
  return rows
}

/** An element in the profile's row counts one, so one that replaces a mark there for free gets a row of its own. */
function staysInRow(kind: ElementKind, element: Element, known: KnownElements, free: FreeIds): boolean {
  return known.isInRow(kind, element.id) && (isRemovalMark(element) || !free[kind].has(element.id))
}

/** The lists in the profile's row, with changed elements replaced in place. */
function rowAfter(inRow: ElementLists, known: KnownElements, change: AnnotationChange): ElementLists {
  if (!changesRow(known, change)) return inRow
  const { changed, free, removed } = change
  return byKind((kind) => {
    const byId = new Map(inRow[kind].map((element) => [element.id, element]))
    for (const element of changed[kind]) {
      if (staysInRow(kind, element, known, free)) byId.set(element.id, element)
      else byId.delete(element.id)
    }
    if (removed?.kind === kind) byId.delete(removed.element.id)
    return [...byId.values()]
  })
}

function changesRow(known: KnownElements, { changed, removed }: AnnotationChange): boolean {
  if (removed && known.isInRow(removed.kind, removed.element.id)) return true
  return elementKinds.some((kind) => changed[kind].some(({ id }) => known.isInRow(kind, id)))
}

function growthOf(rows: Rows, known: KnownElements): number {
  return elementKinds.reduce((sum, kind) => {
    const before = rows[kind].map(({ id }) => known.findRow(kind, id) ?? '')
    return sum + textBytesOf(rows[kind].map(({ element }) => element)) - textBytesOf(before)
  }, 0)
}

function bytesOfRemoved(known: KnownElements, removed: AnnotationChange['removed']): number {
  return removed ? textBytesOf([known.findRow(removed.kind, removed.element.id) ?? '']) : 0
}

/** Text blobs of replaced and removed elements that the working changes no longer reference. */
async function droppedTexts(
  db: Db,
  { profileKey }: FoundForAnnotations,
  known: KnownElements,
  { changed, removed }: AnnotationChange,
  inRow: string,
): Promise<References> {
  const replaced = elementKinds.flatMap((kind) => changed[kind].flatMap(({ id }) => known.find(kind, id) ?? []))
  const before = referencesIn([...replaced, ...(removed ? [removed.element] : [])].map((one) => JSON.stringify(one)))
  if (before.size === 0) return before
  const others = referencesIn([inRow, ...(await findUncommittedJson(db, profileKey))])
  return new Map([...before].filter(([name]) => !others.has(name)))
}
