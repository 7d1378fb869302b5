import { Fault } from '../../fault.ts'
import { eventsOf, profileMerged } from '../events.ts'
import { withHead } from '../history/branches.ts'
import { withChanges } from '../history/version-changes.ts'
import type { Links } from '../history/version-graph.ts'
import {
  byKind,
  type ElementKind,
  type ElementLists,
  elementKinds,
  elementsPerListMax,
  type Profile,
  type StoredBranch,
  type Version,
} from '../schema.ts'
import { completeSnapshot } from '../snapshot.ts'
import { type IdentifyPicture, judgementsOf } from '../subject/subject.ts'
import { type MergeBase, planMergeBase } from './merge-base.ts'
import type { MergeConflict } from './merge-conflicts.ts'
import { type MergeStrategy, mergeLists, type Resolutions } from './merge-lists.ts'
import type { ReadSides } from './sides.ts'

/** Plans a merge. `upToDate`: the target already contains the source. `links` is in order of creation. */
export function planMerge(links: Links, target: string | null, source: string | null) {
  const base = planMergeBase(links, target, source)
  return { base, upToDate: source === null || (base.kind === 'version' && base.versionId === source) }
}

/** Merges two states, list by list. Without conflicts, every strategy gives the same result. */
export function mergeStates(
  base: MergeBase,
  ours: ElementLists,
  theirs: ElementLists,
  strategy: MergeStrategy,
  resolutions: MergeResolutions = {},
  identify?: IdentifyPicture,
) {
  const readers = {
    base: judgementsOf({ exemplars: base.exemplars.elements }, identify),
    ours: judgementsOf(ours, identify),
    theirs: judgementsOf(theirs, identify),
  }
  const merged = byKind((kind) => {
    const read: ReadSides = {
      base: (element) => readers.base(kind, element),
      ours: (element) => readers.ours(kind, element),
      theirs: (element) => readers.theirs(kind, element),
    }
    return mergeLists(base[kind], ours[kind], theirs[kind], strategy, resolutions[kind], read)
  })
  const tooLong = elementKinds.find((kind) => merged[kind].elements.length > elementsPerListMax)
  if (tooLong) {
    throw new Fault('invalid_request', `the merge would have more than ${elementsPerListMax} ${tooLong}`)
  }
  return {
    state: byKind((kind) => merged[kind].elements),
    conflicts: elementKinds.flatMap((kind) =>
      merged[kind].conflicts.map((conflict): MergeConflict => ({ kind, ...conflict })),
    ),
  }
}

export type MergeResolutions = { readonly [kind in ElementKind]?: Resolutions | undefined }

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
  const [counted = version] = withChanges([version], () => ours)
  return { profile: after, version: counted, events }
}
