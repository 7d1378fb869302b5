import { Fault } from '@palate/core/fault.ts'
import { annotate, annotationsWithIds, takeBack } from '@palate/core/profile/annotations/annotations.ts'
import { byKind, type ElementLists, elementKinds } from '@palate/core/profile/schema.ts'
import { shortenElements } from '@palate/core/profile/sent-elements.ts'
import type { Handlers } from '../../operations.ts'
import type { RecordEvents } from '../../ports/webhooks.ts'
import { etagOf } from '../etag.ts'
import { createShortener, type TextBlobs } from '../objects/text-blobs.ts'
import { type FoundForAnnotations, findElements, lockForAnnotations } from './annotated-profile.ts'
import { saveAnnotationChange } from './save-annotations.ts'

type Ids = 'addAnnotations' | 'removeAnnotation'

const nothing: ElementLists = { constraints: [], exemplars: [], comparisons: [] }

export function annotationHandlers(recordEvents: RecordEvents): Handlers<Ids> {
  return {
    async addAnnotations({ caller, params, body, db, now }) {
      const found = await lockForAnnotations(db, caller, params.id)
      const sent = annotationsWithIds(body)
      const texts: TextBlobs = new Map()
      const shorten = createShortener(texts)
      const elements = byKind((kind) => shortenElements(kind, sent[kind], shorten))
      const ids = byKind((kind) => elements[kind].map(({ id }) => id))
      const known = await findElements(db, found, ids)
      const { profile, changed, events } = annotate(found.profile, known, elements, now)
      const isChanged = events.length > 0
      if (isChanged) await saveAnnotationChange(db, found, known, { profile, changed, texts }, now)
      await recordEvents(db, caller.accountId, events, now)
      return { body: { ...sent, budget: profile.budget }, headers: etag(found, isChanged) }
    },

    async removeAnnotation({ caller, params: { id, elementId }, db, now }) {
      const found = await lockForAnnotations(db, caller, id)
      const known = await findElements(
        db,
        found,
        byKind(() => [elementId]),
      )
      const kind = elementKinds.find((one) => known.find(one, elementId))
      const element = kind && known.find(kind, elementId)
      if (!element) throw new Fault('annotation_not_found', 'the working changes have no element with this id')
      const { profile, events } = takeBack(found.profile, kind, element, now)
      const change = { profile, changed: nothing, removed: { kind, element }, texts: new Map() }
      await saveAnnotationChange(db, found, known, change, now)
      await recordEvents(db, caller.accountId, events, now)
      return { body: { budget: profile.budget }, headers: etag(found, true) }
    },
  }
}

function etag({ revision, derivedRevision }: FoundForAnnotations, isChanged: boolean) {
  return { etag: etagOf(isChanged ? revision + 1 : revision, derivedRevision) }
}
