import { Fault } from '../fault.ts'
import { isSameInstant } from '../instant.ts'
import { sameJson } from '../json.ts'
import type { NewEvent } from '../webhooks/events.ts'
import { eventsOf } from './events.ts'
import { laterOf, updateBranches } from './history/branches.ts'
import { newVersions, refuseTooMany } from './history/commit.ts'
import { withChanges } from './history/version-changes.ts'
import {
  type Budget,
  byKind,
  type EffectiveOverride,
  type ElementLists,
  elementKinds,
  type Profile,
  type ProfilePatch,
  type SentVersion,
  type Version,
} from './schema.ts'
import { agreesWith, withIds, withoutMarks } from './snapshot.ts'
import { mergeThresholds } from './thresholds.ts'
import type { ShownSnapshot, UpdateContext } from './update-context.ts'

/** The result of a PATCH. */
export interface Update {
  readonly profile: Profile
  readonly added: readonly Version[]
  /** Empty if nothing changed. */
  readonly events: readonly NewEvent[]
}

/** Applies an entire PATCH, or throws a fault and applies nothing. */
export function applyUpdate(context: UpdateContext, patch: ProfilePatch, now: string): Update {
  const { profile } = context
  const data = patch.profileData ?? {}
  refuseRewriting(context, data.versions ?? [])
  const seed = patch.seed === undefined ? profile.seed : patch.seed
  const added = newVersions(context, data.versions ?? [], seed, now)
  const branches = updateBranches(context, data.branches ?? [], added, now)
  const currentBranchId = data.currentBranchId ?? profile.currentBranchId
  if (!branches.some(({ id }) => id === currentBranchId)) {
    throw new Fault('unknown_branch', `currentBranchId: there is no branch ${JSON.stringify(currentBranchId)}`)
  }
  const next: Profile = {
    ...profile,
    name: patch.name ?? profile.name,
    seed,
    branches,
    currentBranchId,
    workingChanges: replaceLists(profile.workingChanges, data.workingChanges ?? {}),
    budget: mergeBudget(profile.budget, data.budget ?? {}),
    thresholds: mergeThresholds(profile.thresholds, patch.thresholds ?? {}),
    updatedAt: isEmptyPatch(patch) ? profile.updatedAt : laterOf(profile.updatedAt, now),
  }
  const after = { ...next, effectiveOverride: overrideAfter(context, next, patch) }
  const stateAt = (id: string) => context.snapshots.get(id)
  const events = eventsOf({ before: profile, after, added, stateAt, links: context.versions })
  return { profile: after, added: withChanges(added, stateAt), events }
}

/**
 * The stored versions that `applyUpdate` needs to check a PATCH. A plain commit needs a few: the stored head of a
 * branch, and versions sent for that branch, are known to be on it. Checking any other version as a head or parent
 * requires the whole history.
 */
export function requiredVersions(profile: Profile, storedCount: number, patch: ProfilePatch) {
  const sentVersions = patch.profileData?.versions ?? []
  // If more versions are sent than stored, at least the difference is new.
  refuseTooMany(sentVersions.length - storedCount)
  const sentBranches = patch.profileData?.branches ?? []
  const heads = new Map(profile.branches.map(({ id, headVersionId }) => [id, headVersionId]))
  const sentOn = new Map(sentVersions.map(({ id, branchId }) => [id, branchId]))
  const isOwn = (branchId: string | undefined, versionId: string | null) =>
    branchId !== undefined && (versionId === heads.get(branchId) || sentOn.get(versionId ?? '') === branchId)
  const moved = sentBranches.filter(
    ({ id, headVersionId }) => headVersionId !== undefined && headVersionId !== heads.get(id),
  )
  const headsMove = moved.some(({ id, headVersionId = null }) => !isOwn(id, headVersionId))
  const parents = sentVersions.flatMap(({ parentVersionId }) => parentVersionId ?? [])
  return {
    wholeHistory:
      headsMove || sentVersions.some(({ branchId, parentVersionId: parent }) => !!parent && !isOwn(branchId, parent)),
    /** If one of these is stored, load the whole history to determine whether the head moves backwards. */
    movedTo: moved.flatMap(({ headVersionId }) => headVersionId ?? []),
    versionIds: [...new Set([...heads.values(), ...sentOn.keys(), ...parents])].filter((id) => id !== null),
  }
}

/**
 * The stored snapshots that it also needs: those that are sent again, to compare them, and the parents of new versions.
 * If a client repeats a long history without snapshots, none are loaded.
 */
export function requiredSnapshots(patch: ProfilePatch, isStored: (versionId: string) => boolean): readonly string[] {
  const wanted = (patch.profileData?.versions ?? []).flatMap(({ id, parentVersionId, snapshot = {} }) => {
    if (!isStored(id)) return parentVersionId ?? []
    return Object.values(snapshot).some((member) => member !== undefined) ? id : []
  })
  return [...new Set(wanted)].filter(isStored)
}

export function isEmptyPatch(patch: ProfilePatch): boolean {
  const { profileData, ...rest } = patch
  return [...Object.values(rest), ...Object.values(profileData ?? {})].every((member) => member === undefined)
}

/** A stored version may be sent again if every member that is sent equals the stored one. */
function refuseRewriting({ versions, snapshots }: UpdateContext, sent: readonly SentVersion[]): void {
  sent.forEach((version, i) => {
    const stored = versions.get(version.id)
    if (!stored) return
    const differs =
      (['branchId', 'parentVersionId', 'message', 'mergedFrom'] as const).find(
        (member) => version[member] !== undefined && version[member] !== (stored[member] ?? null),
      ) ?? (isSameInstant(version.createdAt ?? stored.createdAt, stored.createdAt) ? undefined : 'createdAt')
    const snapshot = snapshots.get(version.id)
    const path = `/profileData/versions/${i}/snapshot`
    const wrong =
      differs ??
      (version.snapshot && snapshot && !agreesWith(version.snapshot, snapshot, path) ? 'snapshot' : undefined)
    if (wrong)
      throw new Fault(
        'version_immutable',
        `version ${JSON.stringify(version.id)}: ${wrong} differs from the stored value`,
      )
  })
}

function replaceLists(
  stored: ElementLists,
  sent: NonNullable<ProfilePatch['profileData']>['workingChanges'],
): ElementLists {
  return byKind((kind) => {
    const elements = sent?.[kind]
    return elements ? withIds(kind, elements, '/profileData/workingChanges') : stored[kind]
  })
}

function mergeBudget(stored: Budget, sent: NonNullable<ProfilePatch['profileData']>['budget']): Budget {
  const counter = (name: keyof Budget) => ({ ...stored[name], ...defined(sent?.[name]) })
  return { questions: counter('questions'), labels: counter('labels'), comparisons: counter('comparisons') }
}

/** An override of the effective snapshot is cleared when the current branch or its head changes. */
function overrideAfter(
  { profile, shown }: UpdateContext,
  after: Profile,
  patch: ProfilePatch,
): Profile['effectiveOverride'] {
  const kept = currentHead(profile) === currentHead(after) ? profile.effectiveOverride : null
  if (!patch.effectiveSnapshot) return kept
  const sent = withoutRepeats(completeOverride(patch.effectiveSnapshot, '/effectiveSnapshot'), shown)
  return Object.keys(sent).length === 0 ? kept : { ...kept, ...sent }
}

/** Drops members that repeat what the service sent: a client may send back the whole document that it read. */
function withoutRepeats(sent: EffectiveOverride, shown: readonly ShownSnapshot[]): EffectiveOverride {
  const isRepeat = (member: keyof EffectiveOverride) => shown.some((one) => sameJson(one[member], sent[member]))
  const members = Object.keys(sent) as (keyof EffectiveOverride)[]
  return Object.fromEntries(members.filter((member) => !isRepeat(member)).map((member) => [member, sent[member]]))
}

export function completeOverride(sent: EffectiveOverride, path: string): EffectiveOverride {
  const lists = elementKinds.flatMap((kind) => {
    const elements = sent[kind]
    return elements ? [[kind, withIds(kind, withoutMarks(elements), path)]] : []
  })
  return { ...sent, ...Object.fromEntries(lists) }
}

function currentHead({ currentBranchId, branches }: Profile): string {
  return JSON.stringify([currentBranchId, branches.find(({ id }) => id === currentBranchId)?.headVersionId])
}

function defined(counter: { used?: number | undefined; total?: number | undefined } = {}) {
  return {
    ...(counter.used !== undefined && { used: counter.used }),
    ...(counter.total !== undefined && { total: counter.total }),
  }
}
