import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { annotate, counterOf, takeBack } from '@palate/core/profile/annotations/annotations.ts'
import { refuseTakingBackOfOthers } from '@palate/core/profile/annotations/judged-by.ts'
import {
  byKind,
  type ElementKind,
  type ElementLists,
  elementKinds,
  isRemovalMark,
  type Profile,
} from '@palate/core/profile/schema.ts'
import type { Handlers } from '../../operations.ts'
import type { RecordEvents } from '../../ports/webhooks.ts'
import type { ThreadServices } from '../../services.ts'
import { hasRoom } from '../../store/disk/account-bytes.ts'
import type { Db } from '../../store/schema.ts'
import { etagOf } from '../etag.ts'
import { lockProfile } from '../profile-access.ts'
import { findHeads } from '../storing/profile-store.ts'
import { saveUpdate } from '../storing/save-profile.ts'
import { type FoundForAnnotations, findElements, type KnownElements, lockForAnnotations } from './annotated-profile.ts'
import { findBySubject, listPlaced } from './annotation-store.ts'
import { type Discard, insertDiscard, keptElements, takeDiscard } from './discard-store.ts'
import { saveAnnotationChange } from './save-annotations.ts'
import { subjectColumns } from './subject-index.ts'

type Ids = 'discardAnnotations' | 'restoreDiscard'
type Lists = Discard['lists']

const nothing: ElementLists = { constraints: [], exemplars: [], comparisons: [] }

/** Discards all working changes, and puts them back as they were. */
export function discardHandlers(
  { newId, store }: Pick<ThreadServices, 'newId' | 'store'>,
  recordEvents: RecordEvents,
): Handlers<Ids> {
  return {
    async discardAnnotations({ caller, params, db, now }) {
      const found = await lockProfile(db, caller, params.id)
      const { profile: before, profileKey, revision, derivedRevision } = found
      const { workingChanges } = before
      if (sumOf((kind) => workingChanges[kind].length) === 0) {
        const body = { budget: before.budget, discardId: null }
        return { body, headers: { etag: etagOf(revision, derivedRevision) } }
      }
      for (const kind of elementKinds) refuseTakingBackOfOthers(workingChanges[kind], caller)
      const lists = keptElements(workingChanges, await listPlaced(db, profileKey))
      const { profile, events } = takeBack(before, costsOf(lists), now)
      const after = { ...before, ...profile, workingChanges: nothing }
      await saveUpdate(db, found, { profile: after, added: [] }, { now, authorKeyId: caller.keyId, isInBody: false })
      const returned = byKind((kind) => before.budget[counterOf[kind]].used - profile.budget[counterOf[kind]].used)
      const elements = JSON.stringify(withCosts(lists, returned))
      const discard = { id: newId('dsc'), headVersionId: headOf(before), elements }
      const isKept = await hasRoom(store, db, caller.accountId, Buffer.byteLength(elements))
      if (isKept) await insertDiscard(db, profileKey, discard, now)
      await recordEvents(db, caller, events, now)
      const body = { budget: profile.budget, discardId: isKept ? discard.id : null }
      return { body, headers: { etag: etagOf(revision + 1, derivedRevision) } }
    },

    async restoreDiscard({ caller, params: { id, discardId }, db, now }) {
      const found = await lockForAnnotations(db, caller, id)
      const { profileKey, revision, derivedRevision } = found
      const discard = isId('dsc', discardId) ? await takeDiscard(db, profileKey, discardId, now) : undefined
      if (!discard) throw new Fault('discard_not_found', 'it was restored before, or is too old')
      const discarded = elementsOf(discard.lists)
      for (const kind of elementKinds) refuseTakingBackOfOthers(discarded[kind], caller)
      const heads = await findHeads(db, profileKey)
      if (!heads || headOf(heads) !== discard.headVersionId) {
        throw new Fault('head_conflict', 'another version is the head now than when these changes were discarded')
      }
      const known = await findElements(
        db,
        found,
        byKind((kind) => discarded[kind].map((element) => element.id)),
      )
      const isNew = await findNotJudgedSince(db, found, known, discarded)
      const restored = byKind((kind) => discard.lists[kind].filter((_, i) => isNew[kind][i]))
      const free = byKind((kind) => new Set(restored[kind].flatMap((one) => (one.cost === 0 ? one.element.id : []))))
      const { events, ...change } = annotate(found.profile, known, elementsOf(restored), now, free)
      const isChanged = events.length > 0
      if (isChanged) {
        const rows = byKind((kind) => new Map(restored[kind].map(({ element, row }) => [element.id, row])))
        const restoring = { ...change, texts: new Map(), restored: rows }
        await saveAnnotationChange(db, found, known, restoring, { keyId: caller.keyId, at: now })
      }
      await recordEvents(db, caller, events, now)
      const count = sumOf((kind) => restored[kind].length)
      const judgedAgain = sumOf((kind) => discarded[kind].length) - count
      return {
        body: { budget: change.profile.budget, restored: count, judgedAgain },
        headers: { etag: etagOf(isChanged ? revision + 1 : revision, derivedRevision) },
      }
    },
  }
}

/** Which of these elements the working changes have neither under their id nor as a later judgement by the same person. */
async function findNotJudgedSince(
  db: Db,
  { profileKey, inRow }: FoundForAnnotations,
  known: KnownElements,
  discarded: ElementLists,
): Promise<{ readonly [kind in ElementKind]: readonly boolean[] }> {
  const isNew = { ...byKind((): readonly boolean[] => []) }
  for (const kind of elementKinds) {
    const subjects = await subjectColumns(db, profileKey, kind, discarded[kind], new Map())
    const rows = await findBySubject(db, profileKey, kind, [...new Set(subjects)])
    const working = [...inRow[kind], ...rows.map(({ element }) => JSON.parse(element))]
    const judged = new Set(await subjectColumns(db, profileKey, kind, working, new Map()))
    // Elements about nothing, such as removal marks, have an empty subject.
    judged.delete('')
    isNew[kind] = discarded[kind].map(
      ({ id }, i) => known.find(kind, id) === undefined && !judged.has(subjects[i] as string),
    )
  }
  return isNew
}

/** The version at the head of the current branch. */
function headOf({ branches, currentBranchId }: Pick<Profile, 'branches' | 'currentBranchId'>): string | null {
  return branches.find(({ id }) => id === currentBranchId)?.headVersionId ?? null
}

function elementsOf(lists: Lists): ElementLists {
  return byKind((kind) => lists[kind].map(({ element }) => element))
}

function costsOf(lists: Lists) {
  return byKind((kind) => lists[kind].reduce((sum, { element, cost }) => sum + (isRemovalMark(element) ? 0 : cost), 0))
}

/** What the budget got back is less than the costs if elements that a client sent in whole lists never counted. */
function withCosts(lists: Lists, returned: { readonly [kind in ElementKind]: number }): Lists {
  const costs = costsOf(lists)
  return byKind((kind) => {
    const counted = lists[kind].filter(({ element }) => !isRemovalMark(element))
    const uncounted = new Set(counted.slice(0, costs[kind] - returned[kind]))
    return lists[kind].map((one) => (uncounted.has(one) ? { ...one, cost: 0 } : one))
  })
}

function sumOf(count: (kind: ElementKind) => number): number {
  return elementKinds.reduce((sum, kind) => sum + count(kind), 0)
}
