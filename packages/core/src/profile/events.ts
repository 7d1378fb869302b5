import { sameJson } from '../json.ts'
import { type EventData, messageExcerptCharactersMax, type NewEvent, type profileChanges } from '../webhooks/events.ts'
import { createJudgementAlerts } from './annotations/judgement-alerts.ts'
import { lineageOf } from './history/lineage.ts'
import type { Links } from './history/version-graph.ts'
import {
  type Budget,
  byKind,
  type Element,
  type ElementLists,
  elementKinds,
  type Profile,
  type StoredBranch,
  type Version,
} from './schema.ts'
import { emptySnapshot } from './snapshot.ts'

export function profileCreated(profile: Profile): NewEvent {
  const { id, name, createdAt } = profile
  return eventOf(profile, 'profile.created', { profileId: id, name, createdAt })
}

export function profileDeleted(profile: Profile): NewEvent {
  return eventOf(profile, 'profile.deleted', { profileId: profile.id, name: profile.name })
}

/** The events for the first commit of a profile that is based on another. */
export function firstCommitted(profile: Profile, versions: readonly Version[]): readonly NewEvent[] {
  const alertsOf = createJudgementAlerts()
  return versions.flatMap((version) => eventsOfCommit(profile, version, () => emptySnapshot, alertsOf))
}

/** A profile before and after a change, with the versions that the change added. */
export interface ProfileChange {
  readonly before: Profile
  readonly after: Profile
  readonly added: readonly Version[]
  /** The state of a stored version that is a parent of an added one. */
  readonly stateAt: (versionId: string) => ElementLists | undefined
  /** Enough of the history to detect whether a head moved backwards. */
  readonly links: Links
}

/** The events of a change: `profile.updated` first, then the specific ones. */
export function eventsOf(change: ProfileChange): readonly NewEvent[] {
  const { before, after } = change
  const changes = changedMembers(change)
  if (changes.length === 0) return []
  const { id: profileId, name, updatedAt } = after
  return [
    eventOf(after, 'profile.updated', { profileId, name, changes, updatedAt }),
    ...createdBranches(before, after),
    ...eventsOfCommits(change),
    ...rollBacks(change),
    ...switches(before, after),
    ...reachedBudgets(before, after),
  ]
}

/** The events for elements that were added to or removed from the working changes. */
export function annotated(before: Annotated, after: Annotated): readonly NewEvent[] {
  const { id: profileId, name, updatedAt } = after
  const changes: Change[] = sameJson(before.budget, after.budget) ? ['workingChanges'] : ['workingChanges', 'budget']
  return [eventOf(after, 'profile.updated', { profileId, name, changes, updatedAt }), ...reachedBudgets(before, after)]
}

type Annotated = Pick<Profile, 'id' | 'projectId' | 'name' | 'updatedAt' | 'budget'>

/** An event for each counter that has just reached its total. */
export function reachedBudgets(before: Pick<Profile, 'budget'>, after: Annotated): readonly NewEvent[] {
  const counters = ['questions', 'labels', 'comparisons'] as const satisfies readonly (keyof Budget)[]
  return counters.flatMap((counter) => {
    const [was, is] = [before.budget[counter], after.budget[counter]]
    if (was.used >= was.total || is.used < is.total) return []
    return eventOf(after, 'annotation.budget_reached', { profileId: after.id, counter, ...is })
  })
}

export function profileMerged(
  profile: Profile,
  source: StoredBranch,
  { id: versionId, branchId, mergedFrom }: Version,
  conflicts: number,
): NewEvent {
  return eventOf(profile, 'profile.merged', {
    profileId: profile.id,
    sourceBranchId: source.id,
    targetBranchId: branchId,
    versionId,
    ...(mergedFrom !== undefined && { mergedFrom }),
    conflicts,
  })
}

type Change = (typeof profileChanges)[number]

function changedMembers({ before, after, added }: ProfileChange): Change[] {
  const differs: Readonly<Record<Change, boolean>> = {
    name: before.name !== after.name,
    seed: before.seed !== after.seed,
    versions: added.length > 0,
    branches: !sameJson(before.branches, after.branches),
    currentBranchId: before.currentBranchId !== after.currentBranchId,
    // Compare list by list: a list that was not sent is the stored object itself, which needs no comparison by element.
    workingChanges: elementKinds.some((kind) => !sameJson(before.workingChanges[kind], after.workingChanges[kind])),
    budget: !sameJson(before.budget, after.budget),
    effectiveSnapshot: !sameJson(before.effectiveOverride, after.effectiveOverride),
    thresholds: !sameJson(before.thresholds, after.thresholds),
  }
  return (Object.keys(differs) as Change[]).filter((change) => differs[change])
}

function createdBranches(before: Profile, after: Profile): readonly NewEvent[] {
  const known = new Set(before.branches.map(({ id }) => id))
  const created = after.branches.filter(({ id }) => !known.has(id))
  return created.map(({ id, name, parentBranchId, headVersionId }) =>
    eventOf(after, 'profile.branch_created', {
      profileId: after.id,
      branchId: id,
      branchName: name,
      ...(parentBranchId !== undefined && { parentBranchId }),
      headVersionId,
    }),
  )
}

function eventsOfCommits({ after, stateAt, added }: ProfileChange): readonly NewEvent[] {
  const addedById = new Map(added.map((version) => [version.id, version]))
  const parentState = (id: string) => stateAt(id) ?? addedById.get(id)?.snapshot ?? emptySnapshot
  const alertsOf = createJudgementAlerts()
  return added.flatMap((version) => eventsOfCommit(after, version, parentState, alertsOf))
}

function eventsOfCommit(
  after: Profile,
  version: Version,
  parentState: (versionId: string) => ElementLists,
  alertsOf: ReturnType<typeof createJudgementAlerts>,
): readonly NewEvent[] {
  const { id: versionId, branchId, parentVersionId, message, mergedFrom, createdAt, snapshot } = version
  const ids = { profileId: after.id, branchId, versionId, ...(mergedFrom !== undefined && { mergedFrom }) }
  const before = parentVersionId === null ? emptySnapshot : parentState(parentVersionId)
  const counts = byKind((kind) => countAdded(before[kind], snapshot[kind]))
  const adds = counts.constraints + counts.exemplars + counts.comparisons > 0
  return [
    eventOf(after, 'profile.committed', {
      ...ids,
      parentVersionId,
      message: excerptOf(message),
      elements: byKind((kind) => snapshot[kind].length),
      createdAt,
    }),
    ...(adds ? [eventOf(after, 'annotation.completed', { ...ids, counts, budget: after.budget })] : []),
    ...alertsOf(before, snapshot).map((alert) =>
      eventOf(after, 'quality.alert', { kind: 'judgements', profileId: after.id, branchId, versionId, ...alert }),
    ),
  ]
}

function countAdded(before: readonly Element[], after: readonly Element[]): number {
  const known = new Set(before.map(({ id }) => id))
  return after.reduce((count, { id }) => (known.has(id) ? count : count + 1), 0)
}

/** A head that moved backwards is a roll-back, and so is a commit whose parent is not the head. */
function rollBacks({ before, after, added, links }: ProfileChange): readonly NewEvent[] {
  const { isAncestor } = lineageOf(links)
  const addedTo = Map.groupBy(added, ({ branchId }) => branchId)
  const headsAfter = new Map(after.branches.map(({ id, headVersionId }) => [id, headVersionId]))
  return before.branches.flatMap((branch) => {
    const { committed, head } = committedRollBacks(branch, addedTo.get(branch.id) ?? [])
    const moved = headsAfter.get(branch.id)
    const wentForward = head === null || (typeof moved === 'string' && moved !== head && isAncestor(head, moved))
    const wentBack = moved !== undefined && moved !== head && !wentForward
    const last = wentBack ? [{ fromVersionId: head, toVersionId: moved }] : []
    return [...committed, ...last].map((move) =>
      eventOf(after, 'profile.rolled_back', { profileId: after.id, branchId: branch.id, ...move }),
    )
  })
}

function committedRollBacks(branch: StoredBranch, own: readonly Version[]) {
  let head = branch.headVersionId
  const committed = own.flatMap(({ id, parentVersionId }) => {
    const move = { fromVersionId: head, toVersionId: parentVersionId, documentedBy: id }
    const follows = parentVersionId === head
    head = id
    return follows ? [] : [move]
  })
  return { committed, head }
}

function switches(before: Profile, after: Profile): readonly NewEvent[] {
  const [fromBranchId, toBranchId] = [before.currentBranchId, after.currentBranchId]
  if (fromBranchId === toBranchId) return []
  return [eventOf(after, 'profile.branch_switched', { profileId: after.id, fromBranchId, toBranchId })]
}

function excerptOf(message: string): string {
  return Array.from(message.slice(0, 2 * messageExcerptCharactersMax))
    .slice(0, messageExcerptCharactersMax)
    .join('')
}

function eventOf<Type extends NewEvent['type']>(
  { id, projectId }: Pick<Profile, 'id' | 'projectId'>,
  type: Type,
  data: EventData<Type>,
): NewEvent {
  return { type, projectId, profileId: id, data } as NewEvent
}
