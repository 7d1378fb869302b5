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

/**
 * The elements that changed ones replace: of the working changes, or else, for those in `committed`, at the head. If the
 * pictures inside them are too large in total, they are left out.
 */
export async function findReplaced(
  db: Db,
  { profileKey }: FoundForAnnotations,
  head: HeadIndex,
  known: KnownElements,
  changed: ElementLists,
  committed: FreeIds,
): Promise<readonly Element[]> {
  const texts: TextBlobs = new Map()
  const replaced: Element[] = []
  for (const kind of elementKinds) {
    const atHead: string[] = []
    for (const { id } of changed[kind]) {
      const old = known.find(kind, id)
      if (old && !isRemovalMark(old)) replaced.push(old)
      else if (committed[kind].has(id)) atHead.push(id)
    }
    if (atHead.length > 0) replaced.push(...(await head.elements(kind, atHead, texts)))
  }
  const references = [...referencesIn([JSON.stringify(replaced)]).values()]
  const textBytes = references.reduce((sum, { bytes }) => sum + bytes, 0)
  if (textBytes > replacedTextBytesMax) return replaced.map(withoutTextBlobs)
  return putTextBlobsInto(replaced, readerOnDemand(db, profileKey), texts)
}

function withoutTextBlobs(element: Element): Element {
  const isBlob = (value: unknown) => typeof value === 'string' && parseReference(value) !== undefined
  return JSON.parse(JSON.stringify(element), (_name, value) => (isBlob(value) ? undefined : value)) as Element
}
