import { Fault, invalidAt } from '../../fault.ts'
import { sameJson } from '../../json.ts'
import type { NewEvent } from '../../webhooks/events.ts'
import { annotated } from '../events.ts'
import { laterOf } from '../history/branches.ts'
import {
  type Budget,
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  elementsPerListMax,
  isRemovalMark,
  type Profile,
} from '../schema.ts'

/** The part of a profile that annotations change. */
export type AnnotatedProfile = Pick<Profile, 'id' | 'projectId' | 'name' | 'updatedAt' | 'budget'>

/** The working changes that an annotation is checked against. */
export interface WorkingElements {
  /** The element with this id, if the working changes have one. */
  find(kind: ElementKind, id: string): Element | undefined
  /** What that element has used of the budget. */
  cost(kind: ElementKind, id: string): number
  /** The number of elements of each kind. */
  readonly counts: { readonly [kind in ElementKind]: number }
}

/** The result of adding or removing elements. */
export interface Annotation {
  readonly profile: AnnotatedProfile
  /** The elements that are new or differ from those that they replace. */
  readonly changed: ElementLists
  /** The ids of the elements that use no budget. */
  readonly free: FreeIds
  /** Empty if nothing changed. */
  readonly events: readonly NewEvent[]
}

/** Ids of elements that use no budget. */
export type FreeIds = { readonly [kind in ElementKind]: ReadonlySet<string> }

const noneFree: FreeIds = byKind(() => new Set<string>())

/** The budget counter that each kind of element uses. */
export const counterOf = {
  constraints: 'questions',
  exemplars: 'labels',
  comparisons: 'comparisons',
} as const satisfies Record<ElementKind, keyof Budget>

/**
 * Adds elements to the working changes, or throws a fault and adds nothing. A new element in `free` uses no budget; one
 * that replaces another uses what that one did.
 */
export function annotate(
  profile: AnnotatedProfile,
  working: WorkingElements,
  elements: ElementLists,
  now: string,
  free = noneFree,
): Annotation {
  const changed = byKind((kind) =>
    elements[kind].filter((element) => !sameJson(element, working.find(kind, element.id))),
  )
  if (elementKinds.every((kind) => changed[kind].length === 0)) return { profile, changed, free: noneFree, events: [] }
  for (const kind of elementKinds) refuseLongList(kind, working, changed[kind])
  const costOf = (kind: ElementKind, element: Element) => {
    if (isRemovalMark(element)) return 0
    const old = working.find(kind, element.id)
    if (old && !isRemovalMark(old)) return working.cost(kind, element.id)
    return free[kind].has(element.id) ? 0 : 1
  }
  const growth = byKind((kind) =>
    changed[kind].reduce((sum, element) => sum + costOf(kind, element) - working.cost(kind, element.id), 0),
  )
  for (const kind of elementKinds) refuseSpending(profile.budget, counterOf[kind], growth[kind])
  const freeIds = byKind((kind) => changed[kind].filter((element) => costOf(kind, element) === 0).map(({ id }) => id))
  return { changed, free: byKind((kind) => new Set(freeIds[kind])), ...withBudget(profile, growth, now) }
}

/** Removes elements from the working changes and returns to the budget what they have used of it. */
export function takeBack(profile: AnnotatedProfile, costs: { readonly [kind in ElementKind]: number }, now: string) {
  return withBudget(
    profile,
    byKind((kind) => -costs[kind]),
    now,
  )
}

function withBudget(profile: AnnotatedProfile, growth: { readonly [kind in ElementKind]: number }, now: string) {
  const budget = { ...profile.budget }
  for (const kind of elementKinds) {
    const counter = budget[counterOf[kind]]
    budget[counterOf[kind]] = { ...counter, used: Math.max(0, counter.used + growth[kind]) }
  }
  const after = { ...profile, budget, updatedAt: laterOf(profile.updatedAt, now) }
  return { profile: after, events: annotated(profile, after) }
}

function refuseSpending(budget: Budget, counter: keyof Budget, growth: number): void {
  const { used, total } = budget[counter]
  if (growth <= 0 || used + growth <= total) return
  throw new Fault('budget_exceeded', `${counter}: ${used} of ${total} are used, and ${growth} more were sent`, {
    members: { counter, used, total },
  })
}

function refuseLongList(kind: ElementKind, { find, counts }: WorkingElements, changed: readonly Element[]): void {
  const added = changed.filter(({ id }) => find(kind, id) === undefined).length
  if (added === 0 || counts[kind] + added <= elementsPerListMax) return
  throw invalidAt(`/${kind}`, `the working changes would have more than ${elementsPerListMax} ${kind}`)
}
