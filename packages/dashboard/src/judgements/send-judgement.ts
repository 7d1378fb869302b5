import { type Budget, isPalateError, type Profile } from '@palate/client'
import { isTransientError } from '@palate/client/judgement-queue.ts'
import {
  type EarlierChange,
  earlierChanges,
  lostChanges,
  restoreJudgements,
} from '@palate/client/restore-judgements.ts'
import { palate } from '../api/palate.ts'
import type { Addition, Judgement } from './judgement.ts'

const kinds = ['constraints', 'exemplars', 'comparisons'] as const

/** The working changes before the additions that were sent since the page was loaded, by key. */
const earlierBy = new Map<string, readonly EarlierChange[]>()

export async function sendJudgement(profileId: string, judgement: Judgement): Promise<Budget> {
  switch (judgement.kind) {
    case 'add':
      return (await add(profileId, judgement)).budget
    case 'undo':
      return undo(profileId, judgement.addition)
    case 'remove':
      return remove(profileId, judgement.elementIds)
    case 'restore':
      return restore(profileId, judgement.earlier)
  }
}

async function add(profileId: string, { key, annotations }: Addition) {
  const added = await palate.annotations.add(profileId, annotations, { idempotencyKey: key, retries: 0 })
  const earlier = earlierChanges(added)
  earlierBy.set(key, earlier)
  return { earlier, budget: added.budget }
}

/** Puts back what the addition replaced. After a reload the ids are unknown: the same request gets the same response. */
async function undo(profileId: string, addition: Addition): Promise<Budget> {
  try {
    const earlier = earlierBy.get(addition.key) ?? (await add(profileId, addition)).earlier
    const profile = await palate.profiles.get(profileId, { snapshots: 'omit' }, { retries: 0 })
    const left = earlier.filter(({ id }) => isUncommitted(profile, id))
    const restored = await restoreJudgements(palate, profile, left, { retries: 0 })
    return restored?.budget ?? profile.profileData.budget
  } catch (error) {
    // The service refused the addition, so there is nothing to undo.
    if (isTransientError(error) || (isPalateError(error) && error.status === 401)) throw error
    return remove(profileId, [])
  }
}

/** Reads the profile first, because a second DELETE of a committed element would take its removal back. */
async function remove(profileId: string, elementIds: readonly string[]): Promise<Budget> {
  const profile = await palate.profiles.get(profileId, { snapshots: 'omit' }, { retries: 0 })
  let { budget } = profile.profileData
  for (const elementId of elementIds.filter((id) => isHeld(profile, id))) {
    try {
      ;({ budget } = await palate.annotations.remove(profileId, elementId, { retries: 0 }))
    } catch (error) {
      if (!isPalateError(error, 'annotation_not_found')) throw error
    }
  }
  return budget
}

async function restore(profileId: string, earlier: readonly EarlierChange[]): Promise<Budget> {
  const profile = await palate.profiles.get(profileId, { snapshots: 'omit' }, { retries: 0 })
  const lost = lostChanges(profile.profileData.workingChanges, earlier)
  const restored = await restoreJudgements(palate, profile, lost, { retries: 0 })
  return restored?.budget ?? profile.profileData.budget
}

function isUncommitted({ profileData }: Profile, elementId: string): boolean {
  return kinds.some((kind) =>
    profileData.workingChanges[kind].some(({ id, removed }) => id === elementId && removed !== true),
  )
}

function isMarked({ profileData }: Profile, elementId: string): boolean {
  return kinds.some((kind) =>
    profileData.workingChanges[kind].some(({ id, removed }) => id === elementId && removed === true),
  )
}

function isHeld(profile: Profile, elementId: string): boolean {
  const isCommitted = kinds.some((kind) => profile.effectiveSnapshot[kind].some(({ id }) => id === elementId))
  return !isMarked(profile, elementId) && (isCommitted || isUncommitted(profile, elementId))
}
