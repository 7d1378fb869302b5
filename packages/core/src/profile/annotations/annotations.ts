import { Fault, invalidAt } from '../../fault.ts'
import { canonicalJson, sameJson } from '../../json.ts'
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
  type SentElement,
} from '../schema.ts'
import { withIds } from '../snapshot.ts'
import type { NewAnnotations } from './annotation-route-schemas.ts'

/** The part of a profile that annotations change. */
export type AnnotatedProfile = Pick<Profile, 'id' | 'projectId' | 'name' | 'updatedAt' | 'budget'>

/** The working changes that an annotation is checked against. */
export interface WorkingElements {
  /** The element with this id, if the working changes have one. */
  find(kind: ElementKind, id: string): Element | undefined
  /** The number of elements of each kind. */
  readonly counts: { readonly [kind in ElementKind]: number }
}

/** The result of adding or removing elements. */
export interface Annotation {
  readonly profile: AnnotatedProfile
  /** The elements that are new or differ from those that they replace. */
  readonly changed: ElementLists
  /** Empty if nothing changed. */
  readonly events: readonly NewEvent[]
}

/** The budget counter that each kind of element uses. */
export const counterOf = {
  constraints: 'questions',
  exemplars: 'labels',
  comparisons: 'comparisons',
} as const satisfies Record<ElementKind, keyof Budget>

/** The sent elements with their ids. Equal elements without an id are deduplicated. */
export function annotationsWithIds(sent: NewAnnotations): ElementLists {
  return byKind((kind) => withIds(kind, withoutRepeats(sent[kind] ?? []), ''))
}

/** Adds elements to the working changes, or throws a fault and adds nothing. */
export function annotate(
  profile: AnnotatedProfile,
  working: WorkingElements,
  elements: ElementLists,
  now: string,
): Annotation {
  const changed = byKind((kind) =>
    elements[kind].filter((element) => !sameJson(element, working.find(kind, element.id))),
  )
  if (elementKinds.every((kind) => changed[kind].length === 0)) return { profile, changed, events: [] }
  for (const kind of elementKinds) refuseLongList(kind, working, changed[kind])
  const growth = byKind((kind) =>
    changed[kind].reduce((sum, element) => sum + costOf(element) - costOf(working.find(kind, element.id)), 0),
  )
  for (const kind of elementKinds) refuseSpending(profile.budget, counterOf[kind], growth[kind])
  return { changed, ...withBudget(profile, growth, now) }
}

/** Removes an element from the working changes and returns its cost to the budget. */
export function takeBack(profile: AnnotatedProfile, kind: ElementKind, element: Element, now: string) {
  return withBudget(
    profile,
    byKind((one) => (one === kind ? -costOf(element) : 0)),
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

/** A removal mark uses no budget. */
function costOf(element: Element | undefined): number {
  return element === undefined || isRemovalMark(element) ? 0 : 1
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

function withoutRepeats(elements: readonly SentElement[]): readonly SentElement[] {
  const seen = new Set<string>()
  return elements.filter((element) => {
    if (typeof element.id === 'string') return true
    const { id: _, ...content } = element
    const text = canonicalJson(content)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
}
