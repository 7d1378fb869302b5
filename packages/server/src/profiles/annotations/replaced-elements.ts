import type { AnnotationEffect } from '@palate/core/profile/annotations/annotation-operations.ts'
import type { FreeIds } from '@palate/core/profile/annotations/annotations.ts'
import { type Element, type ElementLists, elementKinds, isRemovalMark } from '@palate/core/profile/schema.ts'
import { parseReference } from '@palate/core/profile/text-blobs.ts'
import type { Db } from '../../store/schema.ts'
import { putTextBlobsInto } from '../json-stream.ts'
import { readerOnDemand } from '../snapshots/object-reader.ts'
import { referencesIn, type TextBlobs } from '../snapshots/text-blobs.ts'
import type { FoundForAnnotations, KnownElements } from './annotated-profile.ts'
import type { HeadIndex } from './head-index.ts'

/** Pictures inside replaced elements. The response is made while the profile is locked. */
export const replacedTextBytesMax = 4 * 1024 * 1024

/** What sent elements changed, in order, and the judgements that they replaced. */
export interface Replacement {
  readonly changes: readonly AnnotationEffect[]
  readonly replaced: readonly Element[]
}

/**
 * What changed elements replace: in the working changes, or else, for those in `committed`, at the head. If the pictures
 * inside the replaced elements are too large in total, they are left out.
 */
export async function findReplaced(
  db: Db,
  { profileKey }: FoundForAnnotations,
  head: HeadIndex,
  known: KnownElements,
  changed: ElementLists,
  committed: FreeIds,
): Promise<Replacement> {
  const texts: TextBlobs = new Map()
  const changes: AnnotationEffect[] = []
  const elements: Element[] = []
  for (const list of elementKinds) {
    const atHead: string[] = []
    for (const { id } of changed[list]) {
      const working = known.find(list, id)
      const isJudgement = working && !isRemovalMark(working)
      if (isJudgement) elements.push(working)
      else if (committed[list].has(id)) atHead.push(id)
      const uncommitted = isJudgement ? 'uncommitted' : 'removed'
      changes.push({ list, id, before: working ? uncommitted : committed[list].has(id) ? 'committed' : 'nothing' })
    }
    if (atHead.length > 0) elements.push(...(await head.elements(list, atHead, texts)))
  }
  const references = [...referencesIn([JSON.stringify(elements)]).values()]
  const textBytes = references.reduce((sum, { bytes }) => sum + bytes, 0)
  if (textBytes <= replacedTextBytesMax) {
    return { changes, replaced: await putTextBlobsInto(elements, readerOnDemand(db, profileKey), texts) }
  }
  const isLarge = new Set(
    elements.flatMap((element) => (referencesIn([JSON.stringify(element)]).size > 0 ? element.id : [])),
  )
  return {
    changes: changes.map((change) =>
      change.before === 'uncommitted' && isLarge.has(change.id) ? { ...change, before: 'too_large' } : change,
    ),
    replaced: elements.map(withoutTextBlobs),
  }
}

function withoutTextBlobs(element: Element): Element {
  const isBlob = (value: unknown) => typeof value === 'string' && parseReference(value) !== undefined
  return JSON.parse(JSON.stringify(element), (_name, value) => (isBlob(value) ? undefined : value)) as Element
}
