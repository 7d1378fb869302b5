import type { Element } from '../schema.ts'
import { type Group, groupsBySubject } from './groups-by-subject.ts'
import { type MergedGroup, mergeGroup } from './merge-group.ts'
import { byId, type ElementSides, type ListConflict, type ReadSides, same } from './sides.ts'

export type MergeSide = 'ours' | 'theirs'
export type MergeStrategy = 'fail' | MergeSide

/** The client's decisions on individual conflicts, by element id. */
export type Resolutions = Readonly<Record<string, MergeSide>>

/** The elements of one kind that a merge starts from. */
export interface ListBase {
  readonly elements: readonly Element[]
  /** Ids on which several bases disagree, where neither side counts as unchanged. `all` if the base is unknown. */
  readonly contested: ReadonlySet<string> | 'all'
}

/**
 * Three-way merge by element id and, with `read`, by what elements are about. If only one side changed an element, its
 * change is taken. If both changed it differently, that is a conflict, and the target's side (ours) wins unless the
 * strategy is `theirs`. A resolution settles its conflict, which is then not reported.
 */
export function mergeLists(
  base: ListBase,
  ours: readonly Element[],
  theirs: readonly Element[],
  strategy: MergeStrategy,
  resolutions: Resolutions = {},
  read?: ReadSides,
): { readonly elements: readonly Element[]; readonly conflicts: readonly ListConflict[] } {
  const sides: ElementSides = { base: byId(base.elements), ours: byId(ours), theirs: byId(theirs) }
  const isContested = (id: string) => base.contested === 'all' || base.contested.has(id)
  const groups = read ? groupsBySubject(sides, read) : new Map<string, Group>()
  // Elements keep the target's order; those that only the source has follow in the source's order.
  const ids = [...new Set([...sides.ours.keys(), ...sides.theirs.keys()])]
  const conflicts: ListConflict[] = []
  const places = new Map<string, Element[]>()
  const done = new Set<Group>()
  for (const id of ids) {
    const group = groups.get(id)
    if (group && done.has(group)) continue
    if (group) done.add(group)
    const merged = group && read ? mergeGroup(group, sides, read, isContested) : mergeElement(id, sides, isContested)
    const { conflict } = merged
    const resolution = conflict && Object.hasOwn(resolutions, conflict.id) ? resolutions[conflict.id] : undefined
    if (conflict && !resolution) conflicts.push(conflict)
    const chosen = (resolution ?? strategy) === 'theirs' ? merged.theirs : merged.ours
    const first = merged.ours[0]?.id ?? id
    for (const element of chosen) {
      const place = sides.ours.has(element.id) ? element.id : first
      const there = places.get(place)
      if (there) there.push(element)
      else places.set(place, [element])
    }
  }
  return { elements: ids.flatMap((id) => places.get(id) ?? []), conflicts }
}

/** Merges the elements with one id. */
function mergeElement(id: string, sides: ElementSides, isContested: (id: string) => boolean): MergedGroup {
  const [was, our, their] = [sides.base.get(id), sides.ours.get(id), sides.theirs.get(id)]
  const both = (element: Element | undefined) => ({ ours: listOf(element), theirs: listOf(element) })
  if (same(our, their)) return both(our)
  const contested = isContested(id)
  if (!contested && same(was, our)) return both(their)
  if (!contested && same(was, their)) return both(our)
  const conflict = { id, ours: our ?? null, theirs: their ?? null, base: (contested ? undefined : was) ?? null }
  return { ours: listOf(our), theirs: listOf(their), conflict }
}

function listOf(element: Element | undefined): readonly Element[] {
  return element ? [element] : []
}
