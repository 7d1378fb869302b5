import { Fault, invalidAt } from '../fault.ts'
import { sameJson } from '../json.ts'
import { latentScores } from '../taste/bradley-terry.ts'
import { mainBranchId } from './create.ts'
import { eventsOf } from './events.ts'
import { isOnBranch, type Links, type VersionLink } from './history.ts'
import {
  branchesPerProfileMax,
  elementKinds,
  type Profile,
  type SentBranch,
  type Snapshot,
  type StoredBranch,
  type Version,
} from './schema.ts'
import type { Standing } from './update.ts'

/**
 * The branches after a PATCH. Stored branches go first: they take their new versions and their moved heads.
 * New branches follow in the order sent, so that each may start where an earlier one now stands.
 */
export function updateBranches(
  standing: Standing,
  sent: readonly SentBranch[],
  added: readonly Version[],
  now: string,
): readonly StoredBranch[] {
  refuseTwins(sent)
  const links: Links = new Map<string, VersionLink>([
    ...standing.versions,
    ...added.map((link) => [link.id, link] as const),
  ])
  const sentById = new Map(sent.map((branch) => [branch.id, branch]))
  const stored = standing.profile.branches
  const storedIds = new Set(stored.map(({ id }) => id))
  const created = sent.filter(({ id }) => !storedIds.has(id))
  const context: Context = { standing, links, added, adds: added.length > 0 || created.length > 0 }

  let branches = stored.map((branch) => updateBranch(context, branch, sentById.get(branch.id)))
  for (const branch of created) {
    const path = `/profileData/branches/${sent.indexOf(branch)}`
    branches = [...branches, createBranch(context, branches, branch, path, now)]
  }
  refuseStrays(added, branches)
  refuseUnknownParents(stored, branches)
  refuseCircles(sent, branches)
  refuseSharedNames(branches)
  if (branches.length > branchesPerProfileMax) {
    throw invalidAt('/profileData/branches', `a profile has at most ${branchesPerProfileMax} branches`)
  }
  return branches
}

/** The profile without a branch. Its versions stay: others may have grown from them, and history is append-only. */
export function removeBranch(profile: Profile, branchId: string, now: string) {
  const gone = profile.branches.find(({ id }) => id === branchId)
  if (!gone) throw new Fault('branch_not_found', `there is no branch ${JSON.stringify(branchId)}`)
  if (branchId === mainBranchId) throw new Fault('branch_protected', 'the branch main cannot be deleted')
  if (branchId === profile.currentBranchId) throw new Fault('branch_protected', 'the current branch cannot be deleted')
  const branches = profile.branches
    .filter((branch) => branch !== gone)
    .map((branch) => (branch.parentBranchId === branchId ? withParent(branch, gone.parentBranchId) : branch))
  const after: Profile = { ...profile, branches, updatedAt: laterOf(profile.updatedAt, now) }
  const events = eventsOf({ before: profile, after, added: [], stateAt: () => undefined, links: new Map() })
  return { profile: after, events }
}

/** The profile with a branch's head on another version. */
export function withHead(profile: Profile, branchId: string, headVersionId: string, now: string): Profile {
  const branches = profile.branches.map((branch) => (branch.id === branchId ? { ...branch, headVersionId } : branch))
  // What a client put over the effective snapshot lasts until the next commit on the current branch.
  const effectiveOverride = branchId === profile.currentBranchId ? null : profile.effectiveOverride
  return { ...profile, branches, effectiveOverride, updatedAt: laterOf(profile.updatedAt, now) }
}

/** A clock that steps back must not make a profile look older than it was. */
export function laterOf(before: string, now: string): string {
  return now < before ? before : now
}

function headConflict(branch: StoredBranch, detail: string): Fault {
  return new Fault('head_conflict', `branch ${JSON.stringify(branch.id)}: ${detail}`, {
    members: { branchId: branch.id, headVersionId: branch.headVersionId },
  })
}

interface Context {
  readonly standing: Standing
  readonly links: Links
  readonly added: readonly Version[]
  /** Does the PATCH add a version or a branch? Then heads elsewhere are only echoes. */
  readonly adds: boolean
}

function updateBranch(context: Context, branch: StoredBranch, sent: SentBranch | undefined): StoredBranch {
  const own = context.added.filter(({ branchId }) => branchId === branch.id)
  const committed = { ...branch, headVersionId: headAfter(context, branch, own) }
  if (!sent) return committed
  const described = { ...committed, ...describing(sent) }
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
  const parentBranchId = sent.parentBranchId ?? context.standing.profile.currentBranchId
  const parent = branches.find(({ id }) => id === parentBranchId)
  if (!parent) throw unknownBranch('parentBranchId', parentBranchId)
  const own = context.added.filter(({ branchId }) => branchId === sent.id)
  const startVersionId = startOf(context, sent, own, parent)
  const bare = {
    id: sent.id,
    name: sent.name,
    parentBranchId,
    startVersionId,
    headVersionId: startVersionId,
    createdAt: now,
  }
  const branch: StoredBranch = { ...bare, ...describing(sent) }
  const last = headAfter(context, branch, own)
  if (own.length === 0 || sent.headVersionId === undefined) return { ...branch, headVersionId: last }
  refuseHead(context, branch, sent.headVersionId, true)
  return { ...branch, headVersionId: sent.headVersionId }
}

/** Where a new branch starts: at its parent's head, unless it names a version, or its own first commit names one. */
function startOf({ links }: Context, sent: SentBranch, own: readonly Version[], parent: StoredBranch): string | null {
  const named = sent.headVersionId
  if (named === undefined) return parent.headVersionId
  if (named === null) return null
  if (!links.has(named)) throw unknownVersion('headVersionId', named)
  if (!own.some(({ id }) => id === named)) return named
  return own[0]?.parentVersionId ?? parent.headVersionId
}

/** The head after a branch's new versions, each of which must follow the one before or document a roll-back. */
function headAfter(context: Context, branch: StoredBranch, own: readonly Version[]): string | null {
  return own.reduce<string | null>((head, version) => {
    const parent = version.parentVersionId
    if (parent !== null && !context.links.has(parent)) throw unknownVersion('parentVersionId', parent)
    if (parent === head || documentsRollback(context, branch, version)) return version.id
    throw headConflict(branch, `the version ${JSON.stringify(version.id)} does not follow its head`)
  }, branch.headVersionId)
}

function documentsRollback({ standing, links, added }: Context, branch: StoredBranch, version: Version): boolean {
  const parent = version.parentVersionId
  if (parent === null || !belongs(links, branch, parent)) return false
  const before = standing.snapshots.get(parent) ?? added.find(({ id }) => id === parent)?.snapshot
  return before !== undefined && isSameSnapshot(before, version.snapshot)
}

/** Latent scores that the service has filled in were not sent, and make no difference. */
function isSameSnapshot(before: Snapshot, snapshot: Snapshot): boolean {
  if (!elementKinds.every((kind) => sameJson(before[kind], snapshot[kind]))) return false
  const scores = snapshot.latentScores
  return sameJson(scores, before.latentScores) || sameJson(scores, latentScores(snapshot.comparisons))
}

function refuseHead({ links, adds }: Context, branch: StoredBranch, head: string | null, receives: boolean): void {
  if (head !== null && !links.has(head)) throw unknownVersion('headVersionId', head)
  if (adds && !receives) throw headConflict(branch, 'the head that was sent is not the stored one')
  if (head === null && ![...links.values()].some(({ branchId }) => branchId === branch.id)) return
  if (head !== null && belongs(links, branch, head)) return
  throw new Fault(
    'version_not_on_branch',
    `${JSON.stringify(head)} is not a version of branch ${JSON.stringify(branch.id)}`,
  )
}

/** The stored head is known to belong without the history behind it, which may not have been read. */
function belongs(links: Links, branch: StoredBranch, versionId: string): boolean {
  return versionId === branch.headVersionId || isOnBranch(links, branch, versionId)
}

function describing({ name, description, createdAt }: SentBranch) {
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

function refuseTwins(sent: readonly SentBranch[]): void {
  const seen = new Set<string>()
  sent.forEach(({ id }, i) => {
    if (seen.has(id)) throw invalidAt(`/profileData/branches/${i}/id`, 'the same branch is sent twice')
    seen.add(id)
  })
}

function refuseStrays(added: readonly Version[], branches: readonly StoredBranch[]): void {
  const ids = new Set(branches.map(({ id }) => id))
  const stray = added.find(({ branchId }) => !ids.has(branchId))
  if (stray) throw unknownBranch('branchId', stray.branchId)
}

function refuseUnknownParents(before: readonly StoredBranch[], branches: readonly StoredBranch[]): void {
  const ids = new Set(branches.map(({ id }) => id))
  const lost = branches.find(({ parentBranchId }) => parentBranchId !== undefined && !ids.has(parentBranchId))
  if (lost && !before.includes(lost)) throw unknownBranch('parentBranchId', lost.parentBranchId ?? '')
}

/** Whoever walks from a branch that was sent to its parents comes to an end. */
export function refuseCircles(sent: readonly Pick<SentBranch, 'id'>[], branches: readonly StoredBranch[]): void {
  const parents = new Map(branches.map(({ id, parentBranchId }) => [id, parentBranchId]))
  sent.forEach(({ id }, i) => {
    const path = `/profileData/branches/${i}/parentBranchId`
    const seen = new Set<string>()
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) {
      if (seen.has(at)) throw invalidAt(path, 'a branch cannot come from itself')
      seen.add(at)
    }
  })
}

function refuseSharedNames(branches: readonly StoredBranch[]): void {
  const names = new Set<string>()
  for (const { name } of branches) {
    if (names.has(name)) throw new Fault('branch_name_taken', `two branches would be named ${JSON.stringify(name)}`)
    names.add(name)
  }
}

export function unknownBranch(member: string, id: string): Fault {
  return new Fault('unknown_branch', `${member}: there is no branch ${JSON.stringify(id)}`)
}

export function unknownVersion(member: string, id: string): Fault {
  return new Fault('unknown_version', `${member}: there is no version ${JSON.stringify(id)}`)
}
