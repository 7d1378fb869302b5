import { canonicalJson } from '@palate/core/json.ts'
import type { Branch, ListedVersion, Profile, ProfileUpdate, Snapshot, Version, WorkingChanges } from '../api-types.ts'
import { isPalateError, PalateError } from '../error.ts'
import type { CallOptions } from '../options.ts'
import { randomId } from '../transport/random-id.ts'
import { readJson } from '../transport/responses.ts'
import type { Transport } from '../transport/transport.ts'

export interface CommitOptions extends CallOptions {
  readonly message: string
  /** The id or name of a branch. Default: the current one. */
  readonly branch?: string
  /** The head that you have seen. If it has moved, the commit is refused with `head_conflict`. */
  readonly parentVersionId?: string | null
  /** Commit even if the new version says what the head says. Otherwise that is refused with `nothing_to_commit`. */
  readonly allowEmpty?: boolean
}

export interface BranchOptions extends CallOptions {
  readonly name: string
  readonly description?: string
  /** The branch (id or name) or version (id) to start from. Default: the head of the current branch. */
  readonly from?: string
  /** Whether the new branch becomes the current one. */
  readonly switchTo?: boolean
}

export interface RollbackOptions extends CallOptions {
  /** The version that the head moves to. */
  readonly to: string
  /** The id or name of a branch. Default: the current one. */
  readonly branch?: string
  /**
   * The head that you have seen. If it has moved, the roll-back is refused with `head_conflict`. Default: the head at the
   * start of the call.
   */
  readonly expectedHead?: string | null
  /** Records the roll-back as a new commit with this message. */
  readonly message?: string
}

/** How often a change is decided again because others changed the profile in the meantime. */
const racesMax = 8

const kinds = ['constraints', 'exemplars', 'comparisons'] as const
const noChanges: WorkingChanges = { constraints: [], exemplars: [], comparisons: [] }

/** Commits the working changes: the head's state with them added, and what is marked `removed` left out. */
export async function commit(
  transport: Transport,
  id: string,
  { message, branch, parentVersionId, allowEmpty = false, ...options }: CommitOptions,
): Promise<ListedVersion> {
  const versionId = newId('ver')
  // Keeps the branch if someone switches to another one before this reads again.
  let target = branch
  return change(transport, id, options, async ({ profileData }) => {
    const done = profileData.versions.find((version) => version.id === versionId)
    if (done) return { result: done }
    const found = findBranch(profileData.branches, target ?? profileData.currentBranchId)
    const { id: branchId, headVersionId } = found
    target = branchId
    if (parentVersionId !== undefined) refuseOtherHead(found, parentVersionId, 'commit')
    const { workingChanges } = profileData
    if (!allowEmpty && kinds.every((kind) => workingChanges[kind].length === 0)) {
      throw new PalateError('nothing_to_commit', 'no working changes')
    }
    const base = headVersionId === null ? undefined : await readSnapshot(transport, id, headVersionId, options)
    const snapshot = withChanges(base, workingChanges)
    if (!allowEmpty && canonicalJson(withChanges(base, noChanges)) === canonicalJson(snapshot)) {
      throw new PalateError('nothing_to_commit', 'the working changes say what is already committed')
    }
    const result = { id: versionId, branchId, parentVersionId: headVersionId, message, createdAt: now() }
    return {
      result,
      patch: {
        profileData: {
          versions: [{ ...result, snapshot }],
          branches: [{ id: branchId, headVersionId: versionId }],
          workingChanges: noChanges,
        },
      },
    }
  })
}

export async function createBranch(
  transport: Transport,
  id: string,
  { name, description, from, switchTo = false, ...options }: BranchOptions,
): Promise<Branch> {
  const branchId = newId('br')
  let origin = from
  return change(transport, id, options, ({ profileData }) => {
    const done = profileData.branches.find((branch) => branch.id === branchId)
    if (done) return { result: done }
    origin ??= profileData.currentBranchId
    const start = startOf(profileData, origin)
    const result = { id: branchId, name, ...(description !== undefined && { description }), ...start, createdAt: now() }
    return { result, patch: { profileData: { branches: [result], ...(switchTo && { currentBranchId: branchId }) } } }
  })
}

/** Makes another branch the current one. The working changes stay. */
export function switchBranch(transport: Transport, id: string, branch: string, options: CallOptions): Promise<Branch> {
  return change(transport, id, options, ({ profileData }) => {
    const result = findBranch(profileData.branches, branch)
    return { result, patch: { profileData: { currentBranchId: result.id } } }
  })
}

/**
 * Moves a branch's head to an earlier version, and records that as a commit if there is a message. Refuses if the head is
 * not the expected one, because the branch would lose commits that the caller has not seen.
 */
export function rollBack(
  transport: Transport,
  id: string,
  { to, branch, expectedHead, message, ...options }: RollbackOptions,
): Promise<Branch> {
  const versionId = newId('ver')
  const headVersionId = message === undefined ? to : versionId
  let seen: Pick<Branch, 'id' | 'headVersionId'> | undefined
  return change(transport, id, options, async ({ profileData }) => {
    const found = findBranch(profileData.branches, seen?.id ?? branch ?? profileData.currentBranchId)
    seen ??= { id: found.id, headVersionId: expectedHead === undefined ? found.headVersionId : expectedHead }
    const isDone = found.headVersionId === headVersionId && headVersionId !== seen.headVersionId
    if (isDone || profileData.versions.some((version) => version.id === versionId)) return { result: found }
    refuseOtherHead(found, seen.headVersionId, 'roll back')
    const snapshot = await readSnapshot(transport, id, to, options)
    const version = { id: versionId, branchId: found.id, parentVersionId: to, snapshot, createdAt: now() }
    const isCurrent = found.id === profileData.currentBranchId
    return {
      result: { ...found, headVersionId },
      patch: {
        ...(isCurrent && { effectiveSnapshot: snapshot }),
        profileData: {
          branches: [{ id: found.id, headVersionId }],
          ...(message !== undefined && { versions: [{ ...version, message }] }),
        },
      },
    }
  })
}

function refuseOtherHead({ name, headVersionId }: Branch, expected: string | null, action: string): void {
  if (headVersionId === expected) return
  throw new PalateError('head_conflict', `${name} is now at ${headVersionId}; review it before you ${action}`)
}

/** The patch to write, and the result for the caller. */
export interface Decision<Result> {
  readonly result: Result
  /** Absent if there is nothing to write. */
  readonly patch?: ProfileUpdate
}

/**
 * Reads the profile, decides, and writes only if the profile has not changed; otherwise reads again. Never overwrites the
 * changes of others.
 */
export async function change<Result>(
  transport: Transport,
  id: string,
  options: CallOptions,
  decide: (profile: Profile) => Promise<Decision<Result>> | Decision<Result>,
): Promise<Result> {
  for (let races = 0; races < racesMax; races++) {
    const sent = { params: { id }, query: { snapshots: 'omit' } }
    const { profile, etag } = await transport.read('getProfile', sent, options, profileAndEtag)
    const { result, patch } = await decide(profile)
    if (!patch) return result
    const headers = { 'if-match': etag }
    try {
      await transport.json('updateProfile', { params: { id }, body: patch, headers }, options)
      return result
    } catch (error) {
      // After a lost connection the patch may have been written; the next read shows whether it was.
      const retriedCodes = ['precondition_failed', 'head_conflict', 'connection_failed', 'timeout'] as const
      if (!isPalateError(error, ...retriedCodes)) throw error
    }
  }
  throw new PalateError('conflict', 'others keep changing this profile')
}

/** Without the ETag a write could overwrite what others wrote. */
async function profileAndEtag(response: Response): Promise<{ profile: Profile; etag: string }> {
  const etag = response.headers.get('etag')
  if (etag !== null) return { profile: await readJson(response), etag }
  const { status } = response
  throw new PalateError('unexpected_answer', 'no ETag: is there a proxy?', { status })
}

async function readSnapshot(
  transport: Transport,
  id: string,
  versionId: string,
  options: CallOptions,
): Promise<Snapshot> {
  const sent = { params: { id, versionId } }
  return (await transport.json<Version>('getVersion', sent, options)).snapshot
}

/** An element with a known id replaces or removes the old one in the same position; others are appended. */
function withChanges(base: Snapshot | undefined, changes: WorkingChanges): Omit<Snapshot, 'latentScores'> {
  const lists = kinds.map((kind) => {
    const byId = new Map((base?.[kind] ?? []).map((element) => [element.id, element]))
    for (const element of changes[kind]) {
      if (element.removed === true) byId.delete(element.id)
      else byId.set(element.id, element)
    }
    return [kind, [...byId.values()]]
  })
  return Object.fromEntries(lists)
}

function startOf({ branches, versions }: Profile['profileData'], from: string) {
  const version = versions.find(({ id }) => id === from)
  if (version) {
    // The versions of a deleted branch remain; the service then uses the current branch as the parent.
    const hasBranch = branches.some(({ id }) => id === version.branchId)
    return { headVersionId: version.id, ...(hasBranch && { parentBranchId: version.branchId }) }
  }
  const { id, headVersionId } = findBranch(branches, from)
  return { headVersionId, parentBranchId: id }
}

/** By id, or by name. */
function findBranch(branches: readonly Branch[], branch: string): Branch {
  const found = branches.find(({ id }) => id === branch) ?? branches.find(({ name }) => name === branch)
  if (!found) throw new PalateError('branch_not_found', `no branch ${JSON.stringify(branch)}`)
  return found
}

function newId(prefix: string): string {
  return `${prefix}_${randomId()}`
}

function now(): string {
  return new Date().toISOString()
}
