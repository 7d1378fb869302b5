import type { Element } from '../schema.ts'
import type { Judgement } from '../subject/subject.ts'
import type { Group } from './groups-by-subject.ts'
import { type ElementSides, type ListConflict, type ReadSides, same } from './sides.ts'

/** The elements to take for each side. Without a conflict, they are the same. */
export interface MergedGroup {
  readonly ours: readonly Element[]
  readonly theirs: readonly Element[]
  readonly conflict?: ListConflict
}

interface Judged {
  readonly element: Element
  readonly judgement: Judgement | undefined
}

/** The elements of a group in one state, by id. */
type Side = ReadonlyMap<string, Judged>

/**
 * Merges elements with different ids that are about the same thing. As with a single element, the side that left the
 * judgement as it was gives way. If both changed it and now say the same, ours is kept; otherwise it is a conflict.
 */
export function mergeGroup(
  group: Group,
  sides: ElementSides,
  read: ReadSides,
  isContested: (id: string) => boolean,
): MergedGroup {
  const sideOf = (side: keyof ElementSides): Side => {
    const elements = group.flatMap((id) => sides[side].get(id) ?? [])
    return new Map(elements.map((element) => [element.id, { element, judgement: read[side](element) }]))
  }
  const [base, ours, theirs] = [sideOf('base'), sideOf('ours'), sideOf('theirs')]
  if (saySame(ours, theirs)) return settled(ours)
  const contested = group.some(isContested)
  if (!contested && saySame(base, ours)) return settled(theirs)
  if (!contested && saySame(base, theirs)) return settled(ours)
  const apart = contested ? undefined : mergeApart(group, base, ours, theirs)
  if (apart) return settled(apart)
  return { ...listsOf(ours, theirs), conflict: conflictOf(contested ? new Map() : base, ours, theirs) }
}

/** Whether two sides have the same elements or, under other ids, the same judgements. */
function saySame(one: Side, other: Side): boolean {
  if (one.size !== other.size) return false
  if ([...one.keys()].every((id) => other.has(id))) return isPartOf([...one.values()], other)
  const [said, alsoSaid] = [sentencesOf(one), sentencesOf(other)]
  return !said.includes('') && said.every((sentence, i) => sentence === alsoSaid[i])
}

function sentencesOf(side: Side): readonly string[] {
  return Array.from(side.values(), ({ judgement }) =>
    judgement ? JSON.stringify([judgement.about, judgement.says]) : '',
  ).sort()
}

/**
 * Merges each id on its own, if the sides do not get in each other's way: no id was changed by both, and no thing gets
 * judgements from both sides or loses those of both.
 */
function mergeApart(group: Group, base: Side, ours: Side, theirs: Side): Side | undefined {
  const merged = new Map<string, Judged>()
  for (const id of group) {
    const [was, our, their] = [base.get(id), ours.get(id), theirs.get(id)]
    const theirsIsUnchanged = same(was?.element, their?.element)
    if (!theirsIsUnchanged && !same(was?.element, our?.element) && !same(our?.element, their?.element)) return undefined
    const taken = theirsIsUnchanged ? our : their
    if (taken) merged.set(id, taken)
  }
  const [kept, fromOurs, fromTheirs] = [bySubject(merged), bySubject(ours), bySubject(theirs)]
  const isMixed = [...kept.values()].some((same) => same.length > 1 && !isPartOf(same, ours) && !isPartOf(same, theirs))
  const isLost = [...fromOurs.keys()].some((subject) => fromTheirs.has(subject) && !kept.has(subject))
  return isMixed || isLost ? undefined : merged
}

function isPartOf(judgements: readonly Judged[], side: Side): boolean {
  return judgements.every(({ element }) => same(element, side.get(element.id)?.element))
}

/** Without repeats and elements that are about nothing. */
function bySubject(side: Side): ReadonlyMap<string, readonly Judged[]> {
  const judged = [...side.values()].filter(({ judgement }) => judgement && !judgement.isRepeat)
  return Map.groupBy(judged, ({ judgement }) => judgement?.about ?? '')
}

/** Shows the last judgements of both sides about something that they disagree on. */
function conflictOf(base: Side, ours: Side, theirs: Side): ListConflict {
  const theirsBySubject = bySubject(theirs)
  const againstOurs = ({ judgement }: Judged) =>
    theirsBySubject.get(judgement?.about ?? '')?.findLast((other) => other.judgement?.says !== judgement?.says)
  const our = [...ours.values()].findLast((one) => againstOurs(one)) ?? [...ours.values()].at(-1)
  const their = (our && againstOurs(our)) ?? [...theirs.values()].at(-1)
  const was =
    base.get(our?.element.id ?? '') ??
    base.get(their?.element.id ?? '') ??
    bySubject(base).get((our ?? their)?.judgement?.about ?? '')?.[0]
  const id = (our ?? was ?? their)?.element.id ?? ''
  return { id, ours: our?.element ?? null, theirs: their?.element ?? null, base: was?.element ?? null }
}

function settled(side: Side): MergedGroup {
  return listsOf(side, side)
}

function listsOf(ours: Side, theirs: Side) {
  return {
    ours: Array.from(ours.values(), ({ element }) => element),
    theirs: Array.from(theirs.values(), ({ element }) => element),
  }
}
