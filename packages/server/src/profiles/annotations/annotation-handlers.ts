import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { isStorableText } from '@palate/core/json.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { annotate, takeBack } from '@palate/core/profile/annotations/annotations.ts'
import {
  attributed,
  isAdministrator,
  type Judging,
  othersIn,
  refuseReplacingOfOthers,
  refuseTakingBackOfOthers,
} from '@palate/core/profile/annotations/judged-by.ts'
import { byKind, type ElementLists, elementKinds, isRemovalMark } from '@palate/core/profile/schema.ts'
import { isRepeat } from '@palate/core/profile/subject/subject.ts'
import { understoodAnswers } from '@palate/core/taste/summary/understood-answers.ts'
import { type Call, type Handlers, withPrecheck } from '../../operations.ts'
import type { PeoplePort } from '../../ports/people.ts'
import type { RecordEvents } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { etagOf } from '../etag.ts'
import { requireProfile } from '../profile-access.ts'
import { type FoundForAnnotations, findElements, type KnownElements, lockForAnnotations } from './annotated-profile.ts'
import { hasAnnotation } from './annotation-store.ts'
import { askOf, findAsk, insertAsk, reopenAsks, settleAsks } from './ask-store.ts'
import { assignIds } from './assign-ids.ts'
import { type HeadIndex, openHeadIndex, prepareHeadIndex } from './head-index.ts'
import { findReplaced } from './replaced-elements.ts'
import { saveAnnotationChange } from './save-annotations.ts'

type Ids = 'addAnnotations' | 'createAsk' | 'getAsk' | 'removeAnnotation'

const nothing: ElementLists = { constraints: [], exemplars: [], comparisons: [] }

export function annotationHandlers(
  newId: Services['newId'],
  recordEvents: RecordEvents,
  peopleOf: PeoplePort['peopleOf'],
): Handlers<Ids> {
  return {
    addAnnotations: withPrecheck(prepareHead, async ({ caller, params, body: sentBody, db, now }) => {
      const found = await lockForAnnotations(db, caller, params.id)
      const body = attributed(sentBody, caller)
      await refuseUnknownPeople(peopleOf, db, caller, othersIn(body, caller))
      const { head, known, texts, elements, whole, free } = await assignIds(db, found, body)
      await refuseReplacements(head, known, elements, caller)
      const { events, ...change } = annotate(found.profile, known, elements, now, free)
      const isChanged = events.length > 0
      const { changes, replaced } = await findReplaced(db, found, head, known, change.changed, free)
      if (isChanged)
        await saveAnnotationChange(db, found, known, { ...change, texts }, { keyId: caller.keyId, at: now })
      const sent = byKind((kind) => body[kind] ?? [])
      const settled = await settleAsks(db, found.profileKey, sent, now)
      await reopenAsks(db, found.profileKey, replaced, settled)
      await recordEvents(db, caller, events, now)
      const understood = understoodAnswers(null, whole.constraints)
      const { budget } = change.profile
      return { body: { ...whole, replaced, changes, understood, budget }, headers: etag(found, isChanged) }
    }),

    async createAsk({ caller, params, body, db, now }) {
      const { profileKey } = await lockForAnnotations(db, caller, params.id)
      return { body: await insertAsk(db, profileKey, { ...body, id: newId('ask'), now }) }
    },

    async getAsk({ caller, params: { id, askId }, db, now }) {
      const profileKey = { accountId: caller.accountId, profileId: id }
      await requireProfile(db, caller, id)
      const found = isId('ask', askId) ? await findAsk(db, profileKey, askId, now) : undefined
      if (!found) throw new Fault('ask_not_found', 'this profile has no such question, or it has expired')
      return { body: askOf(found) }
    },

    removeAnnotation: withPrecheck(prepareRemoval, async ({ caller, params: { id, elementId }, db, now }) => {
      const found = await lockForAnnotations(db, caller, id)
      const known = await findElements(
        db,
        found,
        byKind(() => [elementId]),
      )
      const kind = elementKinds.find((one) => known.find(one, elementId))
      const element = kind && known.find(kind, elementId)
      if (element) refuseTakingBackOfOthers([element], caller)
      const { events, ...change } = element
        ? {
            ...takeBack(
              found.profile,
              byKind((one) => (one === kind ? known.cost(kind, elementId) : 0)),
              now,
            ),
            changed: nothing,
            free: byKind(() => new Set<string>()),
            removed: { kind, element },
          }
        : annotate(found.profile, known, await markAsRemoved(db, found, elementId, caller), now)
      await saveAnnotationChange(db, found, known, { ...change, texts: new Map() }, { keyId: caller.keyId, at: now })
      await reopenAsks(db, found.profileKey, element ? [element] : [])
      await recordEvents(db, caller, events, now)
      return { body: { budget: change.profile.budget }, headers: etag(found, true) }
    }),
  }
}

/** Elements without an id replace what the head says. Under an id, only an administrator replaces what others said there. */
async function prepareHead({ caller, params, body, db }: Call<'addAnnotations'>): Promise<void> {
  if (!isId('prof', params.id)) return
  const mayReplace = isAdministrator(caller)
  const kinds = elementKinds.filter((kind) =>
    body[kind]?.some((one) => (one.id == null ? !isRepeat(kind, one) : !mayReplace)),
  )
  await prepareHeadIndex(db, { accountId: caller.accountId, profileId: params.id }, kinds)
}

/** Only an element that is not in the working changes is looked up at the head. */
async function prepareRemoval({ caller, params: { id, elementId }, db }: Call<'removeAnnotation'>): Promise<void> {
  if (!isId('prof', id) || !isStorableText(elementId)) return
  const profileKey = { accountId: caller.accountId, profileId: id }
  if (!(await hasAnnotation(db, profileKey, elementId))) await prepareHeadIndex(db, profileKey, elementKinds)
}

/** A person of another account does not exist. */
async function refuseUnknownPeople(
  peopleOf: PeoplePort['peopleOf'],
  db: Db,
  { accountId }: Caller,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const people = await peopleOf(db, accountId)
  const unknown = ids.find((id) => !people.some((person) => person.id === id))
  if (unknown !== undefined) {
    throw new Fault('unknown_person', `the account has no person ${JSON.stringify(unknown)}`)
  }
}

/** Refuses elements that replace or remove what others said, in the working changes or at the head. */
async function refuseReplacements(
  head: HeadIndex,
  known: KnownElements,
  elements: ElementLists,
  caller: Judging,
): Promise<void> {
  if (isAdministrator(caller)) return
  for (const kind of elementKinds) {
    const working = elements[kind].flatMap(({ id }) => known.find(kind, id) ?? [])
    const isWorking = new Set(working.map(({ id }) => id))
    const ids = elements[kind].flatMap(({ id }) => (isWorking.has(id) ? [] : id))
    const stored = [...working, ...(ids.length === 0 ? [] : await head.elements(kind, ids, new Map()))]
    const isRemoved = new Set(elements[kind].flatMap((one) => (isRemovalMark(one) ? one.id : [])))
    refuseTakingBackOfOthers(
      stored.filter(({ id }) => isRemoved.has(id)),
      caller,
    )
    refuseReplacingOfOthers(
      stored.filter(({ id }) => !isRemoved.has(id)),
      caller,
    )
  }
}

/** A mark for an element that only the head has. */
async function markAsRemoved(db: Db, found: FoundForAnnotations, id: string, caller: Judging): Promise<ElementLists> {
  const head = openHeadIndex(db, found.profileKey)
  const [kind] = await head.kindsWith(id)
  if (!kind) throw new Fault('annotation_not_found', 'neither the working changes nor the head have this element')
  refuseTakingBackOfOthers(await head.elements(kind, [id], new Map()), caller)
  return { ...nothing, [kind]: [{ id, removed: true }] }
}

function etag(
  { revision, derivedRevision }: Pick<FoundForAnnotations, 'revision' | 'derivedRevision'>,
  isChanged: boolean,
) {
  return { etag: etagOf(isChanged ? revision + 1 : revision, derivedRevision) }
}
