import type { NewAnnotations } from '@palate/core/profile/annotations/annotation-route-schemas.ts'
import {
  type Placed,
  placeAnnotations,
  type SentAnnotation,
  sentAnnotations,
} from '@palate/core/profile/annotations/place-annotations.ts'
import { byKind, type ElementKind, type ElementLists, elementKinds } from '@palate/core/profile/schema.ts'
import { shortenElements } from '@palate/core/profile/sent-elements.ts'
import type { Db } from '../../store/schema.ts'
import { createShortener, type TextBlobs } from '../objects/text-blobs.ts'
import { type FoundForAnnotations, findElements } from './annotated-profile.ts'
import { type HeadIndex, openHeadIndex } from './head-index.ts'
import { findSameSubjects } from './same-subjects.ts'

type ByKind<Value> = { readonly [kind in ElementKind]: Value }

/** Gives sent elements their ids, in view of what the working changes and the head say about the same things. */
export async function placeSent(db: Db, found: FoundForAnnotations, body: NewAnnotations) {
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
  return {
    known,
    texts,
    /** As they are stored, with references in place of text blobs. */
    elements: placedIn(sent, placed),
    /** As they were sent. */
    whole: placedIn(whole, placed),
    free: byKind((kind) => new Set(placed[kind].flatMap(({ id, isFree }) => (isFree ? id : [])))),
  }
}

/** Whether the head has an id, for the kinds in which that matters. */
async function committedIds(head: HeadIndex, kinds: readonly ElementKind[]): Promise<ByKind<(id: string) => boolean>> {
  const committed = { ...byKind((): ((id: string) => boolean) => () => false) }
  for (const kind of kinds) committed[kind] = (await head.of(kind)).has
  return committed
}

function placedIn(sent: ByKind<readonly SentAnnotation[]>, placed: ByKind<readonly Placed[]>): ElementLists {
  return byKind((kind) =>
    placed[kind].flatMap(({ index, id }) => {
      const element = sent[kind][index]?.element
      return element ? [{ ...element, id }] : []
    }),
  )
}
