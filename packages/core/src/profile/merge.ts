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

/** Between which versions a merge of two heads goes; `upToDate` when the target has everything already. */
export function mergeSides(links: Links, order: (id: string) => number, target: string | null, source: string | null) {
  const base = mergeBase(links, order, target, source)
  return { base, ours: target, theirs: source, upToDate: source === null || base === source }
}

/**
 * Three-way merge by element id: a side that left an element as it was in the base yields to the one that changed it.
 * Where both changed it differently there is a conflict; the target's side (ours) stands unless theirs is asked for.
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
  /** The target's state before, and the merged one. */
  readonly ours: ElementLists
  readonly state: ElementLists
  readonly conflicts: readonly MergeConflict[]
  readonly message: string | undefined
}

/** The commit of a merge on its target, which thereby has everything that the source has. */
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
  const step = { before: profile, after, added: [version], stateAt: () => ours, links: new Map() }
  const events = [...eventsOf(step), profileMerged(after, source, version, conflicts.length)]
  return { profile: after, version, events }
}

type ById = ReadonlyMap<string, Element>

function mergeLists(
  base: readonly Element[],
  ours: readonly Element[],
  theirs: readonly Element[],
  strategy: MergeStrategy,
) {
  const [was, our, their] = [byId(base), byId(ours), byId(theirs)]
  // The target's order, then what only the source has in the source's order.
  const ids = [...new Set([...our.keys(), ...their.keys(), ...was.keys()])]
  const conflicts = ids.filter((id) => inConflict(id, was, our, their))
  const contested = new Set(conflicts)
  const elements = ids.flatMap((id) => {
    const ourSide = contested.has(id) ? strategy !== 'theirs' : !same(was.get(id), our.get(id))
    return (ourSide ? our : their).get(id) ?? []
  })
  return { elements, conflicts }
}

function inConflict(id: string, was: ById, our: ById, their: ById): boolean {
  const [base, ours, theirs] = [was.get(id), our.get(id), their.get(id)]
  return !same(base, ours) && !same(base, theirs) && !same(ours, theirs)
}

function same(a: Element | undefined, b: Element | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameJson(a, b))
}

function byId(elements: readonly Element[]): ById {
  return new Map(elements.map((element) => [element.id, element]))
}
