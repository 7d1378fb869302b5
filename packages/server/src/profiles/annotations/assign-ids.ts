import type { NewAnnotations } from '@palate/core/profile/annotations/annotation-operations.ts'
import {
  type Placed,
  placeAnnotations,
  type SentAnnotation,
  sentAnnotations,
} from '@palate/core/profile/annotations/place-annotations.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  isRemovalMark,
} from '@palate/core/profile/schema.ts'
import { shortenElements } from '@palate/core/profile/sent-elements.ts'
import { mapTexts, objectNameOf, parseReference } from '@palate/core/profile/text-blobs.ts'
import type { Db } from '../../store/schema.ts'
import { createShortener, type TextBlobs } from '../snapshots/text-blobs.ts'
import { type FoundForAnnotations, findElements, type KnownElements } from './annotated-profile.ts'
import { type HeadIndex, openHeadIndex } from './head-index.ts'
import { findSameSubjects, findUnchanged } from './same-subjects.ts'

type ByKind<Value> = { readonly [kind in ElementKind]: Value }

/** Gives sent elements their ids, in view of what the working changes and the head say about the same things. */
export async function assignIds(db: Db, found: FoundForAnnotations, body: NewAnnotations) {
  const whole = byKind((kind) => sentAnnotations(kind, body[kind] ?? []))
  const texts: TextBlobs = new Map()
  const shorten = createShortener(texts)
  const sent = byKind((kind) => shortenElements(kind, whole[kind], shorten))
  const head = openHeadIndex(db, found.profileKey)
  const same = await findSameSubjects(db, found, head, sent, texts)
  const ids = byKind((kind) => [
    ...sent[kind].map(({ element }) => element.id),
    ...same[kind].flatMap((one) => [...(one?.working ?? []), ...(one?.committed ?? [])]),
  ])
  const known = await findElements(db, found, ids)
  const committed = await committedIds(
    head,
    elementKinds.filter((kind) => same[kind].length > 0),
  )
  const placed = byKind((kind) => {
    const inUse = { find: (id: string) => known.find(kind, id), isCommitted: committed[kind] }
    return placeAnnotations(sent[kind], same[kind], inUse, String(found.revision))
  })
  const unchanged = { ...byKind((): ReadonlyMap<Placed, Element> => new Map()) }
  for (const kind of elementKinds) {
    const stored = await storedElements(head, kind, placed[kind], known, committed[kind])
    const pairs = placed[kind].flatMap((place) => {
      const [annotation, about, element] = [sent[kind][place.index], same[kind][place.index], stored(place)]
      if (!annotation || annotation.isNamed || !about || !element) return []
      return [{ place, sent: annotation.element, stored: element, same: about }]
    })
    const repeated = await findUnchanged(db, found, head, kind, pairs, texts)
    unchanged[kind] = new Map(repeated.map(({ place, stored: element }) => [place, element]))
  }
  return {
    head,
    known,
    texts,
    /** The elements that change something, with references in place of text blobs. */
    elements: byKind((kind) =>
      placed[kind].flatMap((place) => (unchanged[kind].has(place) ? [] : placedElement(sent[kind], place))),
    ) satisfies ElementLists,
    /** All of them, as they were sent or, if they change nothing, as they are stored. */
    whole: byKind((kind) =>
      placed[kind].flatMap((place) =>
        placedElement(whole[kind], place).map((element) => asStored(unchanged[kind].get(place), element, texts)),
      ),
    ) satisfies ElementLists,
    free: byKind((kind) => new Set(placed[kind].flatMap(({ id, isFree }) => (isFree ? id : [])))),
  }
}

/** Whether the head has an id, for the kinds in which that matters. */
async function committedIds(head: HeadIndex, kinds: readonly ElementKind[]): Promise<ByKind<(id: string) => boolean>> {
  const committed = { ...byKind((): ((id: string) => boolean) => () => false) }
  for (const kind of kinds) committed[kind] = (await head.of(kind)).has
  return committed
}

/** The elements that the placed ones would replace: in the working changes, or else at the head. */
async function storedElements(
  head: HeadIndex,
  kind: ElementKind,
  placed: readonly Placed[],
  known: KnownElements,
  isCommitted: (id: string) => boolean,
): Promise<(place: Placed) => Element | undefined> {
  const ids = placed.flatMap(({ id }) => (known.find(kind, id) || !isCommitted(id) ? [] : id))
  const committed = ids.length === 0 ? [] : await head.elements(kind, ids, new Map())
  const atHead = new Map(committed.map((element) => [element.id, element]))
  return ({ id }) => {
    const working = known.find(kind, id)
    return working && isRemovalMark(working) ? undefined : (working ?? atHead.get(id))
  }
}

function placedElement(sent: readonly SentAnnotation[], { index, id }: Placed): readonly Element[] {
  const element = sent[index]?.element
  return element ? [{ ...element, id }] : []
}

/**
 * An element that changes nothing, as it is stored. A picture that is stored as data is shown only if it was sent as the
 * same data, because a short request could otherwise ask for any amount of it.
 */
function asStored(stored: Element | undefined, sent: Element, texts: TextBlobs): Element {
  if (!stored) return sent
  let isWhole = true
  const shown = mapTexts(stored, (text) => {
    const reference = parseReference(text)
    if (!reference) return text
    const known = texts.get(objectNameOf(reference))
    isWhole &&= known !== undefined
    return known ?? text
  })
  return isWhole ? shown : sent
}
