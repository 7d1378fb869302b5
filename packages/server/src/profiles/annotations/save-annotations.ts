import type { AnnotatedProfile } from '@palate/core/profile/annotations/annotations.ts'
import { byKind, type Element, type ElementKind, type ElementLists, elementKinds } from '@palate/core/profile/schema.ts'
import type { Db } from '../../store/schema.ts'
import { noteFrameReferences } from '../frame-references.ts'
import { sumBytes } from '../objects/object-store.ts'
import { type References, saveTextBlobs } from '../objects/save-text-blobs.ts'
import { textBytesOf } from '../objects/snapshot-store.ts'
import { referencesIn, type TextBlobs } from '../objects/text-blobs.ts'
import { refuseLargeProfile, refuseLargeState } from '../profile-size.ts'
import { type FoundForAnnotations, type KnownElements, updateAnnotated } from './annotated-profile.ts'
import { deleteAnnotation, findUncommittedJson, saveAnnotations } from './annotation-store.ts'

/** A change to the working changes. */
export interface AnnotationChange {
  readonly profile: AnnotatedProfile
  readonly changed: ElementLists
  readonly removed?: { readonly kind: ElementKind; readonly element: Element }
  /** The text blobs of changed elements. */
  readonly texts: TextBlobs
}

/** Stores elements that were added or removed. The profile's row is locked, and `known` contains the elements. */
export async function saveAnnotationChange(
  db: Db,
  found: FoundForAnnotations,
  known: KnownElements,
  change: AnnotationChange,
  now: string,
): Promise<void> {
  const { profileKey, storedBytes, otherBytes } = found
  const { profile, changed, removed, texts } = change
  const rows = byKind((kind) =>
    changed[kind].flatMap((element) =>
      known.isInRow(kind, element.id) ? [] : [[element.id, JSON.stringify(element)] as const],
    ),
  )
  const inRow = JSON.stringify(rowAfter(found.inRow, known, change))
  const annotatedBytes = found.annotatedBytes + growthOf(rows, known) - bytesOfRemoved(known, removed)
  refuseLargeState(textBytesOf([inRow]) + annotatedBytes + otherBytes, null)

  for (const kind of elementKinds) await saveAnnotations(db, profileKey, kind, rows[kind], found.revision + 1)
  if (removed) await deleteAnnotation(db, profileKey, removed.kind, removed.element.id)
  const changedTexts = elementKinds.map((kind) => JSON.stringify(changed[kind]))
  await noteFrameReferences(db, profileKey, changedTexts, false)
  const working = referencesIn(changedTexts)
  const before = await droppedTexts(db, found, known, change, inRow)
  const growth = await saveTextBlobs(db, profileKey, { before, working, committed: new Map(), texts }, now)
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

/** The lists in the profile's row, with changed elements replaced in place. */
function rowAfter(inRow: ElementLists, known: KnownElements, change: AnnotationChange): ElementLists {
  if (!changesRow(known, change)) return inRow
  const { changed, removed } = change
  return byKind((kind) => {
    const byId = new Map(inRow[kind].map((element) => [element.id, element]))
    for (const element of changed[kind]) if (byId.has(element.id)) byId.set(element.id, element)
    if (removed?.kind === kind) byId.delete(removed.element.id)
    return [...byId.values()]
  })
}

function changesRow(known: KnownElements, { changed, removed }: AnnotationChange): boolean {
  if (removed && known.isInRow(removed.kind, removed.element.id)) return true
  return elementKinds.some((kind) => changed[kind].some(({ id }) => known.isInRow(kind, id)))
}

type Rows = { readonly [kind in ElementKind]: readonly (readonly [id: string, json: string])[] }

function growthOf(rows: Rows, known: KnownElements): number {
  return elementKinds.reduce((sum, kind) => {
    const before = rows[kind].map(([id]) => known.findRow(kind, id) ?? '')
    return sum + textBytesOf(rows[kind].map(([, json]) => json)) - textBytesOf(before)
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
