import { sameJson } from '../../json.ts'
import type { Element } from '../schema.ts'

export type MergeSide = 'ours' | 'theirs'
export type MergeStrategy = 'fail' | MergeSide

/** The client's decisions on individual conflicts, by element id. */
export type Resolutions = Readonly<Record<string, MergeSide>>

/** An element that both sides changed: their versions of it and the base's. */
export interface ListConflict {
  readonly id: string
  readonly ours: Element | null
  readonly theirs: Element | null
  readonly base: Element | null
}

/** The elements of one kind that a merge starts from. */
export interface ListBase {
  readonly elements: readonly Element[]
  /** Ids on which several bases disagree, where neither side counts as unchanged. `all` if the base is unknown. */
  readonly contested: ReadonlySet<string> | 'all'
}

/**
 * Three-way merge by element id. If only one side changed an element, its change is taken. If both changed it
 * differently, that is a conflict, and the target's side (ours) wins unless the strategy is `theirs`. A resolution
 * settles its conflict, which is then not reported.
 */
export function mergeLists(
  base: ListBase,
  ours: readonly Element[],
  theirs: readonly Element[],
  strategy: MergeStrategy,
  resolutions: Resolutions = {},
): { readonly elements: readonly Element[]; readonly conflicts: readonly ListConflict[] } {
  const [baseById, oursById, theirsById] = [byId(base.elements), byId(ours), byId(theirs)]
  // Elements keep the target's order; those that only the source has follow in the source's order.
  const ids = [...new Set([...oursById.keys(), ...theirsById.keys()])]
  const conflicts: ListConflict[] = []
  const elements = ids.flatMap((id) => {
    const [was, our, their] = [baseById.get(id), oursById.get(id), theirsById.get(id)]
    if (same(our, their)) return our ?? []
    const isContested = base.contested === 'all' || base.contested.has(id)
    if (!isContested && same(was, our)) return their ?? []
    if (!isContested && same(was, their)) return our ?? []
    const resolution = Object.hasOwn(resolutions, id) ? resolutions[id] : undefined
    if (!resolution) {
      const known = isContested ? undefined : was
      conflicts.push({ id, ours: our ?? null, theirs: their ?? null, base: known ?? null })
    }
    return ((resolution ?? strategy) === 'theirs' ? their : our) ?? []
  })
  return { elements, conflicts }
}

function same(a: Element | undefined, b: Element | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameJson(a, b))
}

function byId(elements: readonly Element[]): ReadonlyMap<string, Element> {
  return new Map(elements.map((element) => [element.id, element]))
}
