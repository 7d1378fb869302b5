import { diffLists } from '../history/diff.ts'
import { type Links, mergeBases } from '../history/version-graph.ts'
import { byKind, type ElementKind, type ElementLists, elementKinds } from '../schema.ts'
import { type ListBase, mergeLists } from './merge-lists.ts'

/** The most stored states for the base of one merge. Beyond that, every difference between the sides is a conflict. */
export const mergeBaseStatesMax = 32

/** The state that a merge starts from. */
export type MergeBase = { readonly [kind in ElementKind]: ListBase }

/** How to make a base: from a version, from nothing, or by merging several bases; each merge has its own base. */
export type BasePlan =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'version'; readonly versionId: string }
  | { readonly kind: 'merge'; readonly base: BasePlan; readonly ours: BasePlan; readonly theirs: BasePlan }

/**
 * Plans the base for merging two heads. If they have several bases, these are merged first, oldest first, and so are
 * the bases of that merge. `links` has the versions in order of creation.
 */
export function planMergeBase(
  links: Links,
  target: string | null,
  source: string | null,
  statesMax = mergeBaseStatesMax,
): BasePlan {
  const newestFirst = [...links.keys()].reverse()
  let statesLeft = statesMax
  const plan = (ours: readonly string[], theirs: readonly string[]): BasePlan => {
    const bases = mergeBases(links, newestFirst, ours, theirs)
    if (bases.length > statesLeft) return { kind: 'unknown' }
    statesLeft -= bases.length
    return bases.reduce<BasePlan>(
      (merged, versionId, i) => {
        const next: BasePlan = { kind: 'version', versionId }
        if (i === 0) return next
        return { kind: 'merge', base: plan(bases.slice(0, i), [versionId]), ours: merged, theirs: next }
      },
      { kind: 'empty' },
    )
  }
  return plan(target === null ? [] : [target], source === null ? [] : [source])
}

/** Makes the planned base. `stateAt` loads a version's state; only a few are in memory at a time. */
export async function makeMergeBase(
  plan: BasePlan,
  stateAt: (versionId: string) => Promise<ElementLists>,
): Promise<MergeBase> {
  if (plan.kind === 'empty') return byKind(() => ({ elements: [], contested: new Set<string>() }))
  if (plan.kind === 'unknown') return byKind(() => ({ elements: [], contested: 'all' }))
  if (plan.kind === 'version') return baseOf(await stateAt(plan.versionId))
  const ours = await makeMergeBase(plan.ours, stateAt)
  const theirs = await makeMergeBase(plan.theirs, stateAt)
  const base = await makeMergeBase(plan.base, stateAt)
  return byKind((kind) => mergeBaseLists(base[kind], ours[kind], theirs[kind]))
}

/** A single state as the base. */
export function baseOf(state: ElementLists): MergeBase {
  return byKind((kind) => ({ elements: state[kind], contested: new Set<string>() }))
}

/** Whether a side has the same elements as the base, in any order. */
export function isUnchanged(base: MergeBase, side: ElementLists): boolean {
  return elementKinds.every((kind) => {
    const { elements, contested } = base[kind]
    if (contested === 'all' || contested.size > 0) return false
    return Object.values(diffLists(elements, side[kind])).every((changes) => changes.length === 0)
  })
}

/** A conflict between two bases does not stop the merge of their descendants: the element is contested there. */
function mergeBaseLists(base: ListBase, ours: ListBase, theirs: ListBase): ListBase {
  const { elements, conflicts } = mergeLists(base, ours.elements, theirs.elements, 'ours')
  if (ours.contested === 'all' || theirs.contested === 'all') return { elements, contested: 'all' }
  return { elements, contested: new Set([...conflicts.map(({ id }) => id), ...ours.contested, ...theirs.contested]) }
}
