import { Fault, invalidAt } from '../../fault.ts'
import { sameJson } from '../../json.ts'
import { canonicalName } from '../../names.ts'
import { latentScores } from '../../taste/judgements/bradley-terry.ts'
import { mainBranchId } from '../create.ts'
import { eventsOf } from '../events.ts'
import {
  branchesPerProfileMax,
  elementKinds,
  type Profile,
  type SentBranch,
  type Snapshot,
  type StoredBranch,
  type Version,
} from '../schema.ts'
import type { UpdateContext } from '../update-context.ts'
import { type Lineage, lineageOf } from './lineage.ts'
import type { Links, VersionLink } from './version-graph.ts'

/**
 * The branches after a PATCH. Stored branches get their new versions and moved heads first. New branches follow in the
 * order sent, so that each can start at the new head of an earlier one.
 */
export function updateBranches(
  { profile, versions, snapshots }: UpdateContext,
  sent: readonly SentBranch[],
  added: readonly Version[],
  now: string,
): readonly StoredBranch[] {
  refuseRepeatedBranches(sent)
  const addedById = new Map(added.map((version) => [version.id, version]))
  const addedByBranch = Map.groupBy(added, ({ branchId }) => branchId)
  const links: Links = new Map<string, VersionLink>([...versions, ...addedById])
  const sentById = new Map(sent.map((branch) => [branch.id, branch]))
  const stored = profile.branches
  const storedIds = new Set(stored.map(({ id }) => id))
  const created = sent.filter(({ id }) => !storedIds.has(id))
  const adds = added.length > 0 || created.length > 0
  const context: Context = {
    currentBranchId: profile.currentBranchId,
    snapshotAt: (id) => snapshots.get(id) ?? addedById.get(id)?.snapshot,
    links,
    lineage: lineageOf(links),
    addedTo: (branchId) => addedByBranch.get(branchId) ?? [],
    adds,
  }

  let branches = stored.map((branch) => updateBranch(context, branch, sentById.get(branch.id)))
  for (const branch of created) {
    const path = `/profileData/branches/${sent.indexOf(branch)}`
    branches = [...branches, createBranch(context, branches, branch, path, now)]
  }
  refuseUnknownBranches(added, branches)
  refuseUnknownParents(stored, branches)
  refuseParentCycles(sent, branches)
  refuseSharedNames(stored, branches)
  if (branches.length > branchesPerProfileMax) {
    throw invalidAt('/profileData/branches', `a profile has at most ${branchesPerProfileMax} branches`)
  }
  return branches
}

/** The profile without a branch. The branch's versions are kept: other branches may descend from them. */
export function removeBranch(profile: Profile, branchId: string, now: string) {
  const removed = profile.branches.find(({ id }) => id === branchId)
  if (!removed) throw new Fault('branch_not_found', `there is no branch ${JSON.stringify(branchId)}`)
  if (branchId === mainBranchId) throw new Fault('branch_protected', 'the branch main cannot be deleted')
  if (branchId === profile.currentBranchId) throw new Fault('branch_protected', 'the current branch cannot be deleted')
  const branches = profile.branches
    .filter((branch) => branch !== removed)
    .map((branch) => (branch.parentBranchId === branchId ? withParent(branch, removed.parentBranchId) : branch))
  const after: Profile = { ...profile, branches, updatedAt: laterOf(profile.updatedAt, now) }
  const events = eventsOf({ before: profile, after, added: [], stateAt: () => undefined, links: new Map() })
  return { profile: after, events }
}

/** The profile with a branch's head moved to another version. */
export function withHead(profile: Profile, branchId: string, headVersionId: string, now: string): Profile {
  const branches = profile.branches.map((branch) => (branch.id === branchId ? { ...branch, headVersionId } : branch))
  // A commit on the current branch clears an override of the effective snapshot.
  const effectiveOverride = branchId === profile.currentBranchId ? null : profile.effectiveOverride
  return { ...profile, branches, effectiveOverride, updatedAt: laterOf(profile.updatedAt, now) }
}

/** Keeps `updatedAt` from going back when the clock does. */
export function laterOf(before: string, now: string): string {
  return now < before ? before : now
}

function headConflict(branch: StoredBranch, detail: string): Fault {
  return new Fault('head_conflict', `branch ${JSON.stringify(branch.id)}: ${detail}`, {
    members: { branchId: branch.id, headVersionId: branch.headVersionId },
  })
}

interface Context {
  readonly currentBranchId: string
  /** For a stored version that `requiredVersions` names, or for one that the PATCH adds. */
  readonly snapshotAt: (versionId: string) => Snapshot | undefined
  readonly links: Links
  readonly lineage: Lineage
  /** The versions that the PATCH adds to a branch. */
  readonly addedTo: (branchId: string) => readonly Version[]
  /** Whether the PATCH adds a version or a branch. If so, it may not move the heads of other branches. */
  readonly adds: boolean
}

function updateBranch(context: Context, branch: StoredBranch, sent: SentBranch | undefined): StoredBranch {
  const own = context.addedTo(branch.id)
  const committed = { ...branch, headVersionId: headAfter(context, branch, own) }
  if (!sent) return committed
  const described = { ...committed, ...descriptiveMembers(sent) }
  const parented = sent.parentBranchId ? withParent(described, sent.parentBranchId) : described
  if (sent.headVersionId === undefined || sent.headVersionId === parented.headVersionId) return parented
  refuseHead(context, branch, sent.headVersionId, own.length > 0)
  return { ...parented, headVersionId: sent.headVersionId }
}

function createBranch(
  context: Context,
  branches: readonly StoredBranch[],
  sent: SentBranch,
  path: string,
  now: string,
): StoredBranch {
  if (sent.name === undefined) throw invalidAt(`${path}/name`, 'a new branch needs a name')
  const parentBranchId = sent.parentBranchId ?? context.currentBranchId
  const parent = branches.find(({ id }) => id === parentBranchId)
  if (!parent) throw unknownBranch('parentBranchId', parentBranchId)
  const own = context.addedTo(sent.id)
  const startVersionId = startOf(context, sent, own, parent)
  const bare = {
    id: sent.id,
    name: sent.name,
    parentBranchId,
    startVersionId,
    headVersionId: startVersionId,
    createdAt: now,
  }
  const branch: StoredBranch = { ...bare, ...descriptiveMembers(sent) }
  const last = headAfter(context, branch, own)
  if (own.length === 0 || sent.headVersionId === undefined) return { ...branch, headVersionId: last }
  refuseHead(context, branch, sent.headVersionId, true)
  return { ...branch, headVersionId: sent.headVersionId }
}

/** A new branch starts at its parent's head, unless it names a start version or its first commit names a parent. */
function startOf({ links }: Context, sent: SentBranch, own: readonly Version[], parent: StoredBranch): string | null {
  const named = sent.headVersionId
  if (named === undefined) return parent.headVersionId
  if (named === null) return null
  if (!links.has(named)) throw unknownVersion('headVersionId', named)
  if (!own.some(({ id }) => id === named)) return named
  return own[0]?.parentVersionId ?? parent.headVersionId
}

/** The head after adding a branch's new versions. Each must follow the previous head or record a rollback. */
function headAfter(context: Context, branch: StoredBranch, own: readonly Version[]): string | null {
  return own.reduce<string | null>((head, version) => {
    const parent = version.parentVersionId
    if (parent !== null && !context.links.has(parent)) throw unknownVersion('parentVersionId', parent)
    if (parent === head || recordsRollback(context, branch, version)) return version.id
    throw headConflict(branch, `the version ${JSON.stringify(version.id)} does not follow the head of the branch`)
  }, branch.headVersionId)
}

/** A rollback commit follows an earlier version of the branch and repeats its snapshot. */
function recordsRollback({ snapshotAt, lineage }: Context, branch: StoredBranch, version: Version): boolean {
  const parent = version.parentVersionId
  if (parent === null || !belongs(lineage, branch, parent)) return false
  const before = snapshotAt(parent)
  return before !== undefined && isSameSnapshot(before, version.snapshot)
}

/** Does not compare latent scores that the service computed. */
function isSameSnapshot(before: Snapshot, snapshot: Snapshot): boolean {
  if (!elementKinds.every((kind) => sameJson(before[kind], snapshot[kind]))) return false
  const scores = snapshot.latentScores
  return sameJson(scores, before.latentScores) || sameJson(scores, latentScores(snapshot.comparisons))
}

function refuseHead(
  { links, lineage, adds }: Context,
  branch: StoredBranch,
  head: string | null,
  receives: boolean,
): void {
  if (head !== null && !links.has(head)) throw unknownVersion('headVersionId', head)
  if (adds && !receives) throw headConflict(branch, 'the head sent differs from the stored head')
  if (head === null ? !lineage.hasVersions(branch.id) : belongs(lineage, branch, head)) return
  throw new Fault(
    'version_not_on_branch',
    `${JSON.stringify(head)} is not a version of branch ${JSON.stringify(branch.id)}`,
  )
}

/** The stored head is on its branch; for other versions the history must have been loaded. */
function belongs(lineage: Lineage, branch: StoredBranch, versionId: string): boolean {
  return versionId === branch.headVersionId || lineage.isOnBranch(branch, versionId)
}

function descriptiveMembers({ name, description, createdAt }: SentBranch) {
  return {
    ...(name !== undefined && { name }),
    ...(typeof description === 'string' && { description }),
    ...(createdAt !== undefined && { createdAt }),
  }
}

function withParent(branch: StoredBranch, parentBranchId: string | undefined): StoredBranch {
  const { parentBranchId: _, ...rest } = branch
  return parentBranchId === undefined ? rest : { ...rest, parentBranchId }
}

function refuseRepeatedBranches(sent: readonly SentBranch[]): void {
  const seen = new Set<string>()
  sent.forEach(({ id }, i) => {
    if (seen.has(id)) throw invalidAt(`/profileData/branches/${i}/id`, 'the branch is sent twice')
    seen.add(id)
  })
}

function refuseUnknownBranches(added: readonly Version[], branches: readonly StoredBranch[]): void {
  const ids = new Set(branches.map(({ id }) => id))
  const stray = added.find(({ branchId }) => !ids.has(branchId))
  if (stray) throw unknownBranch('branchId', stray.branchId)
}

function refuseUnknownParents(before: readonly StoredBranch[], branches: readonly StoredBranch[]): void {
  const ids = new Set(branches.map(({ id }) => id))
  const lost = branches.find(({ parentBranchId }) => parentBranchId !== undefined && !ids.has(parentBranchId))
  if (lost && !before.includes(lost)) throw unknownBranch('parentBranchId', lost.parentBranchId ?? '')
}

export function refuseParentCycles(sent: readonly Pick<SentBranch, 'id'>[], branches: readonly StoredBranch[]): void {
  const parents = new Map(branches.map(({ id, parentBranchId }) => [id, parentBranchId]))
  sent.forEach(({ id }, i) => {
    const path = `/profileData/branches/${i}/parentBranchId`
    const seen = new Set<string>()
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) {
      if (seen.has(at)) throw invalidAt(path, 'a branch cannot be its own ancestor')
      seen.add(at)
    }
  })
}

/** Older profiles may have two names that differ only in their Unicode form; these stay until one is changed. */
function refuseSharedNames(before: readonly StoredBranch[], branches: readonly StoredBranch[]): void {
  const names = new Map(before.map(({ id, name }) => [id, name]))
  for (const sharing of Map.groupBy(branches, ({ name }) => canonicalName(name)).values()) {
    const changed = sharing.find(({ id, name }) => names.get(id) !== name)
    if (sharing.length === 1 || !changed) continue
    throw new Fault('branch_name_taken', `two branches would be named ${JSON.stringify(changed.name)}`)
  }
}

/** The branch that a body member names. */
export function branchNamed(branches: readonly StoredBranch[], member: string, id: string): StoredBranch {
  const branch = branches.find((candidate) => candidate.id === id)
  if (!branch) throw unknownBranch(member, id)
  return branch
}

export function unknownBranch(member: string, id: string): Fault {
  return new Fault('unknown_branch', `${member}: there is no branch ${JSON.stringify(id)}`)
}

export function unknownVersion(member: string, id: string): Fault {
  return new Fault('unknown_version', `${member}: there is no version ${JSON.stringify(id)}`)
}
