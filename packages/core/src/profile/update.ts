import { Fault } from '../fault.ts'
import { sameJson } from '../json.ts'
import type { NewEvent } from '../webhooks/events.ts'
import { laterOf, updateBranches } from './branches.ts'
import { newVersions } from './commit.ts'
import { eventsOf } from './events.ts'
import {
  type Budget,
  byKind,
  type EffectiveOverride,
  type ElementLists,
  elementKinds,
  type Profile,
  type ProfilePatch,
  type SentVersion,
  type Snapshot,
  type Version,
  type VersionSummary,
} from './schema.ts'
import { agreesWith, withIds } from './snapshot.ts'

/** What a PATCH is held against. Versions: those that `needsOf` asks for, or more. */
export interface Standing {
  readonly profile: Profile
  readonly versions: ReadonlyMap<string, VersionSummary>
  readonly snapshots: ReadonlyMap<string, Snapshot>
  /** What a client may have been shown as the effective snapshot; asked for where a PATCH sends one. */
  readonly shown: readonly Shown[]
}

type Shown = { readonly [Member in keyof EffectiveOverride]: unknown }

/** What came of a PATCH. */
export interface Update {
  readonly profile: Profile
  readonly added: readonly Version[]
  /** What is to be told of it; nothing where nothing is different now. */
  readonly events: readonly NewEvent[]
}

/** The whole of PATCH: all of it holds and is answered with the new state, or a fault is thrown and nothing happened. */
export function applyUpdate(standing: Standing, patch: ProfilePatch, now: string): Update {
  const { profile } = standing
  const data = patch.profileData ?? {}
  refuseRewriting(standing, data.versions ?? [])
  const seed = patch.seed === undefined ? profile.seed : patch.seed
  const added = newVersions(standing, data.versions ?? [], seed, now)
  const branches = updateBranches(standing, data.branches ?? [], added, now)
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
    updatedAt: isEmpty(patch) ? profile.updatedAt : laterOf(profile.updatedAt, now),
  }
  const after = { ...next, effectiveOverride: overrideAfter(standing, next, patch) }
  const stateAt = (id: string) => standing.snapshots.get(id)
  const events = eventsOf({ before: profile, after, added, stateAt, links: standing.versions })
  return { profile: after, added, events }
}

/**
 * Which stored versions a PATCH must be held against; `wholeHistory` when heads move or history is questioned.
 * A branch's stored head, and a version that is sent as its own, are on the branch for certain: a plain commit
 * questions nothing. Of any other only the history that the branch grew from can tell.
 */
export function needsOf(profile: Profile, patch: ProfilePatch) {
  const sentVersions = patch.profileData?.versions ?? []
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
    /** If one of these is stored already, the whole history as well: only it can tell whether the head goes back. */
    movedTo: moved.flatMap(({ headVersionId }) => headVersionId ?? []),
    versionIds: [...new Set([...heads.values(), ...sentOn.keys(), ...parents])].filter((id) => id !== null),
    snapshotIds: [...new Set([...sentVersions.filter(({ snapshot }) => snapshot).map(({ id }) => id), ...parents])],
  }
}

export function isEmpty(patch: ProfilePatch): boolean {
  const { profileData, ...rest } = patch
  return [...Object.values(rest), ...Object.values(profileData ?? {})].every((member) => member === undefined)
}

/** A stored version that is sent again must agree with what is stored, as far as it is sent. */
function refuseRewriting({ versions, snapshots }: Standing, sent: readonly SentVersion[]): void {
  sent.forEach((version, i) => {
    const stored = versions.get(version.id)
    if (!stored) return
    const differs = (['branchId', 'parentVersionId', 'message', 'createdAt', 'mergedFrom'] as const).find(
      (member) => version[member] !== undefined && version[member] !== (stored[member] ?? null),
    )
    const snapshot = snapshots.get(version.id)
    const path = `/profileData/versions/${i}/snapshot`
    const wrong =
      differs ??
      (version.snapshot && snapshot && !agreesWith(version.snapshot, snapshot, path) ? 'snapshot' : undefined)
    if (wrong)
      throw new Fault(
        'version_immutable',
        `version ${JSON.stringify(version.id)}: ${wrong} differs from what is stored`,
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

/** What a client put over the effective snapshot lasts until the current branch, or its head, is another. */
function overrideAfter(
  { profile, shown }: Standing,
  after: Profile,
  patch: ProfilePatch,
): Profile['effectiveOverride'] {
  const kept = stateOf(profile) === stateOf(after) ? profile.effectiveOverride : null
  if (!patch.effectiveSnapshot) return kept
  const sent = withoutEchoes(completeOverride(patch.effectiveSnapshot, '/effectiveSnapshot'), shown)
  return Object.keys(sent).length === 0 ? kept : { ...kept, ...sent }
}

/** A client that sends back all that it got puts nothing over anything. */
function withoutEchoes(sent: EffectiveOverride, shown: readonly Shown[]): EffectiveOverride {
  const isEcho = (member: keyof EffectiveOverride) => shown.some((one) => sameJson(one[member], sent[member]))
  const members = Object.keys(sent) as (keyof EffectiveOverride)[]
  return Object.fromEntries(members.filter((member) => !isEcho(member)).map((member) => [member, sent[member]]))
}

export function completeOverride(sent: EffectiveOverride, path: string): EffectiveOverride {
  const lists = elementKinds.flatMap((kind) => {
    const elements = sent[kind]
    return elements ? [[kind, withIds(kind, elements, path)]] : []
  })
  return { ...sent, ...Object.fromEntries(lists) }
}

function stateOf({ currentBranchId, branches }: Profile): string {
  return JSON.stringify([currentBranchId, branches.find(({ id }) => id === currentBranchId)?.headVersionId])
}

function defined(counter: { used?: number | undefined; total?: number | undefined } = {}) {
  return {
    ...(counter.used !== undefined && { used: counter.used }),
    ...(counter.total !== undefined && { total: counter.total }),
  }
}
