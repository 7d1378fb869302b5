import { canonicalJson } from '../../json.ts'
import { type Element, type ElementKind, isRemovalMark, type SentElement } from '../schema.ts'
import { withIds } from '../snapshot.ts'

/** A sent element, with the id that it was sent with or that follows from its content. */
export interface SentAnnotation {
  readonly element: Element
  readonly isNamed: boolean
  /** Its position in the request; the last one, if it was sent several times. */
  readonly position: number
}

/** The existing judgements about what a sent element is about. */
export interface SameSubject {
  /** Equal for sent elements about the same thing. */
  readonly key: string
  /** Ids in the working changes, in order. */
  readonly working: readonly string[]
  /** Ids in the state at the head of the current branch, in order. */
  readonly committed: readonly string[]
}

/** The ids that are in use. */
export interface KnownIds {
  /** The element with this id in the working changes. */
  find(id: string): Element | undefined
  /** Whether the state at the head has an element with this id. */
  isCommitted(id: string): boolean
}

/** Where a sent element goes. */
export interface Placed {
  readonly index: number
  readonly id: string
  /** Whether it changes a committed element, which was paid for. */
  readonly isFree: boolean
}

/** The sent elements of one kind. Equal elements without an id are deduplicated. */
export function sentAnnotations(kind: ElementKind, sent: readonly SentElement[]): readonly SentAnnotation[] {
  const positions = new Map(sent.map((element, position) => [identityOf(element), position]))
  const distinct = new Map(sent.map((element) => [identityOf(element), element]))
  const elements = withIds(kind, [...distinct.values()], '')
  return [...distinct].map(([identity, { id }], i) => ({
    element: elements[i] as Element,
    isNamed: typeof id === 'string',
    position: positions.get(identity) ?? 0,
  }))
}

/** The content of an element without an id. One with an id is like no other, so that a repeated id is refused. */
function identityOf(element: SentElement): unknown {
  if (typeof element.id === 'string') return element
  const { id: _, ...content } = element
  return canonicalJson(content)
}

/**
 * Gives each sent element its place. An element without an id replaces an existing judgement about the same thing, in
 * the working changes or else at the head. Of several about the same thing the last one counts. `sameSubjects` is
 * parallel to `sent`; it is undefined for an element that is about nothing, or that repeats a judgement on purpose.
 * `unused` distinguishes a new id from all that exist.
 */
export function placeAnnotations(
  sent: readonly SentAnnotation[],
  sameSubjects: readonly (SameSubject | undefined)[],
  known: KnownIds,
  unused: string,
): readonly Placed[] {
  const named = new Set(sent.flatMap(({ element, isNamed }) => (isNamed ? element.id : [])))
  return lastOfEach(sent, sameSubjects).map(({ index, id }) => {
    const same = sameSubjects[index]
    const own = sent[index]?.element.id ?? ''
    if (id !== undefined) return { index, id, isFree: false }
    if (!same) return { index, id: own, isFree: false }
    const replaced = replacedBy(same, known, named)
    if (replaced !== undefined) return { index, id: replaced, isFree: known.isCommitted(replaced) }
    const isTaken = named.has(own) || known.isCommitted(own) || !isUnusedInWorking(own, known)
    return { index, id: isTaken ? `${own}-${unused}` : own, isFree: false }
  })
}

interface Last {
  /** Where the first one about the same thing was. */
  place: number
  index: number
  /** The id to keep, if one was sent. */
  id: string | undefined
}

/** Elements that were sent with different ids all stay, even if they are about the same thing. */
function lastOfEach(
  sent: readonly SentAnnotation[],
  sameSubjects: readonly (SameSubject | undefined)[],
): readonly Readonly<Last>[] {
  const lasts: Last[] = []
  const byKey = new Map<string, Last>()
  const inOrder = sent.map((one, index) => ({ ...one, index })).toSorted((a, b) => a.position - b.position)
  for (const { element, isNamed, index } of inOrder) {
    const key = sameSubjects[index]?.key
    const earlier = key === undefined ? undefined : byKey.get(key)
    const id = isNamed ? element.id : earlier?.id
    if (earlier && (!isNamed || earlier.id === undefined)) {
      Object.assign(earlier, { place: Math.min(earlier.place, index), index, id })
      continue
    }
    const last = { place: index, index, id }
    lasts.push(last)
    if (key !== undefined) byKey.set(key, last)
  }
  return lasts.toSorted((a, b) => a.place - b.place)
}

/** The newest judgement about the same thing. At the head, one that is not about to be removed comes first. */
function replacedBy(
  { working, committed }: SameSubject,
  known: KnownIds,
  named: ReadonlySet<string>,
): string | undefined {
  const newest = working.findLast((id) => !named.has(id))
  if (newest !== undefined) return newest
  const unchanged = committed.filter((id) => !named.has(id) && isUnusedInWorking(id, known))
  return unchanged.findLast((id) => !known.find(id)) ?? unchanged.at(-1)
}

function isUnusedInWorking(id: string, { find }: KnownIds): boolean {
  const element = find(id)
  return element === undefined || isRemovalMark(element)
}
