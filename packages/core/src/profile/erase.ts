import { counterOf } from './annotations/annotations.ts'
import { eventsOf } from './events.ts'
import { laterOf } from './history/branches.ts'
import { withChanges } from './history/version-changes.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  isRemovalMark,
  type Profile,
  type Snapshot,
  type StoredBranch,
  type Version,
} from './schema.ts'
import { completeSnapshot, withIds } from './snapshot.ts'
import { personOf } from './subject/subject.ts'

/** Says nothing about the person. */
export const erasureMessage = 'Remove the judgements of a person'

export interface Erasure {
  readonly personId: string
  /** The states at the heads of the branches, by version. */
  readonly heads: ReadonlyMap<string, Snapshot>
  /** What the elements of the working changes have used of the budget. */
  readonly costOf: (kind: ElementKind, element: Element) => number
  readonly newVersionId: () => string
  readonly now: string
}

export function hasJudgementsOf(lists: Partial<ElementLists>, personId: string): boolean {
  return elementKinds.some((kind) => lists[kind]?.some((element) => personOf(element) === personId))
}

/**
 * Removes a person's judgements: one commit on each branch whose head has some, so that it can be rolled back, and from
 * the working changes, which returns their cost to the budget.
 */
export function eraseJudgements(profile: Profile, erasure: Erasure) {
  const { personId, heads, now } = erasure
  const added: Version[] = []
  const branches = profile.branches.map((branch): StoredBranch => {
    const head = heads.get(branch.headVersionId ?? '')
    if (!head || !hasJudgementsOf(head, personId)) return branch
    const version = commitWithout(profile, branch, head, erasure)
    added.push(version)
    return { ...branch, headVersionId: version.id }
  })
  const hasWorking = hasJudgementsOf(profile.workingChanges, personId)
  const override = profile.effectiveOverride
  const currentHead = (from: readonly StoredBranch[]) =>
    from.find(({ id }) => id === profile.currentBranchId)?.headVersionId
  // Like any commit on the current branch, this one clears the override; it may also repeat their judgements.
  const dropsOverride =
    currentHead(branches) !== currentHead(profile.branches) ||
    (override !== null && hasJudgementsOf(listsIn(override), personId))
  const after: Profile = {
    ...profile,
    branches,
    ...(hasWorking && workingWithout(profile, erasure)),
    effectiveOverride: dropsOverride ? null : override,
    updatedAt: laterOf(profile.updatedAt, now),
  }
  const stateAt = (id: string) => heads.get(id)
  const versions = withChanges(added, stateAt)
  return {
    profile: after,
    added: versions,
    events: eventsOf({ before: profile, after, added, stateAt, links: new Map() }),
  }
}

function commitWithout(
  { seed }: Profile,
  { id: branchId, headVersionId }: StoredBranch,
  head: Snapshot,
  { personId, newVersionId, now }: Erasure,
): Version {
  return {
    id: newVersionId(),
    branchId,
    parentVersionId: headVersionId,
    message: erasureMessage,
    createdAt: now,
    ...(seed !== null && { seed }),
    snapshot: completeSnapshot(without(head, personId), ''),
  }
}

function workingWithout({ workingChanges, budget }: Profile, { personId, costOf }: Erasure) {
  const returned = byKind((kind) =>
    workingChanges[kind].reduce(
      (sum, element) => sum + (personOf(element) === personId && !isRemovalMark(element) ? costOf(kind, element) : 0),
      0,
    ),
  )
  const reduced = { ...budget }
  for (const kind of elementKinds) {
    const { used, total } = budget[counterOf[kind]]
    reduced[counterOf[kind]] = { used: Math.max(0, used - returned[kind]), total }
  }
  return { workingChanges: without(workingChanges, personId), budget: reduced }
}

function without(lists: ElementLists, personId: string): ElementLists {
  return byKind((kind) => lists[kind].filter((element) => personOf(element) !== personId))
}

function listsIn(override: NonNullable<Profile['effectiveOverride']>): Partial<ElementLists> {
  return Object.fromEntries(elementKinds.map((kind) => [kind, withIds(kind, override[kind] ?? [], '')]))
}
