import { Fault } from '../fault.ts'
import { sameJson } from '../json.ts'
import { withHead } from './branches.ts'
import { eventsOf, profileMerged } from './events.ts'
import { type Links, mergeBase } from './history.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  elementsPerListMax,
  type Profile,
  type StoredBranch,
  type Version,
} from './schema.ts'
import { completeSnapshot } from './snapshot.ts'

export type MergeStrategy = 'fail' | 'ours' | 'theirs'

export interface MergeConflict {
  readonly kind: ElementKind
  readonly id: string
}

/** The three versions of a merge. `upToDate`: the target already contains the source. */
export function mergeSides(links: Links, order: (id: string) => number, target: string | null, source: string | null) {
  const base = mergeBase(links, order, target, source)
  return { base, ours: target, theirs: source, upToDate: source === null || base === source }
}

/**
 * Three-way merge by element id: if only one side changed an element, its change is taken. If both changed it
 * differently, that is a conflict, and the target's side (ours) wins unless the strategy is `theirs`.
 */
export function mergeStates(base: ElementLists, ours: ElementLists, theirs: ElementLists, strategy: MergeStrategy) {
  const merged = byKind((kind) => mergeLists(base[kind], ours[kind], theirs[kind], strategy))
  const tooLong = elementKinds.find((kind) => merged[kind].elements.length > elementsPerListMax)
  if (tooLong) {
    throw new Fault('invalid_request', `the merge would have more than ${elementsPerListMax} ${tooLong}`)
  }
  return {
    state: byKind((kind) => merged[kind].elements),
    conflicts: elementKinds.flatMap((kind) => merged[kind].conflicts.map((id): MergeConflict => ({ kind, id }))),
  }
}

export interface Merge {
  readonly source: StoredBranch
  readonly target: StoredBranch
  /** The target's state before the merge, and the merged state. */
  readonly ours: ElementLists
  readonly state: ElementLists
  readonly conflicts: readonly MergeConflict[]
  readonly message: string | undefined
}

/** Commits a merged state on the target branch. */
export function commitMerge(profile: Profile, merge: Merge, versionId: string, now: string) {
  const { source, target, ours, conflicts } = merge
  const version: Version = {
    id: versionId,
    branchId: target.id,
    parentVersionId: target.headVersionId,
    message: merge.message ?? `Merge ${source.name} into ${target.name}`,
    createdAt: now,
    ...(source.headVersionId !== null && { mergedFrom: source.headVersionId }),
    ...(profile.seed !== null && { seed: profile.seed }),
    snapshot: completeSnapshot(merge.state, ''),
  }
  const after = withHead(profile, target.id, version.id, now)
  const change = { before: profile, after, added: [version], stateAt: () => ours, links: new Map() }
  const events = [...eventsOf(change), profileMerged(after, source, version, conflicts.length)]
  return { profile: after, version, events }
}

type ById = ReadonlyMap<string, Element>

function mergeLists(
  base: readonly Element[],
  ours: readonly Element[],
  theirs: readonly Element[],
  strategy: MergeStrategy,
) {
  const [baseById, oursById, theirsById] = [byId(base), byId(ours), byId(theirs)]
  // Elements keep the target's order; those that only the source has follow in the source's order.
  const ids = [...new Set([...oursById.keys(), ...theirsById.keys(), ...baseById.keys()])]
  const conflicts = ids.filter((id) => inConflict(id, baseById, oursById, theirsById))
  const contested = new Set(conflicts)
  const elements = ids.flatMap((id) => {
    const takeOurs = contested.has(id) ? strategy !== 'theirs' : !same(baseById.get(id), oursById.get(id))
    return (takeOurs ? oursById : theirsById).get(id) ?? []
  })
  return { elements, conflicts }
}

function inConflict(id: string, baseById: ById, oursById: ById, theirsById: ById): boolean {
  const [base, ours, theirs] = [baseById.get(id), oursById.get(id), theirsById.get(id)]
  return !same(base, ours) && !same(base, theirs) && !same(ours, theirs)
}

function same(a: Element | undefined, b: Element | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameJson(a, b))
}

function byId(elements: readonly Element[]): ById {
  return new Map(elements.map((element) => [element.id, element]))
}
