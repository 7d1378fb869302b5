import { z } from 'zod'
import { Fault, invalidAt } from '../fault.ts'
import { PathId, ProjectId, Timestamp } from '../fields.ts'
import { instant } from '../instant.ts'
import { listOf } from '../lists.ts'
import { canonicalName } from '../names.ts'
import { mainBranchId } from './create.ts'
import { profileCreated } from './events.ts'
import { refuseParentCycles } from './history/branches.ts'
import { type Lineage, lineageOf } from './history/lineage.ts'
import { withChanges } from './history/version-changes.ts'
import { type Links, walkBack } from './history/version-graph.ts'
import {
  Branch,
  Budget,
  branchesPerProfileMax,
  byKind,
  EffectiveOverride,
  type Profile,
  ProfileSummary,
  SentSnapshot,
  type StoredBranch,
  Thresholds,
  type Version,
  VersionSummary,
  WorkingChanges,
} from './schema.ts'
import { completeSnapshot, withIds } from './snapshot.ts'
import { mergeThresholds } from './thresholds.ts'
import { completeOverride } from './update.ts'

export const exportFormat = 'palate.profile/1'

export const ExportedBranch = Branch.extend({
  description: z.string().nullish(),
  parentBranchId: PathId.nullish(),
  startVersionId: PathId.nullish().meta({ description: 'The version at which the branch starts' }),
})
type ExportedBranch = z.infer<typeof ExportedBranch>

export const ExportedVersion = VersionSummary.extend({
  mergedFrom: PathId.nullish(),
  seed: z.string().nullish(),
  snapshot: SentSnapshot,
})
type ExportedVersion = z.infer<typeof ExportedVersion>

export const ExportedProfileData = z.object({
  branches: listOf(ExportedBranch, { min: 1, max: branchesPerProfileMax }),
  versions: listOf(ExportedVersion),
  currentBranchId: PathId,
  workingChanges: WorkingChanges,
  budget: Budget,
})

/** A whole profile in one document, as exported and imported. */
export const ProfileExport = z.object({
  format: z.literal(exportFormat).optional(),
  projectId: ProjectId,
  name: ProfileSummary.shape.name,
  seed: ProfileSummary.shape.seed.optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  profileData: ExportedProfileData,
  effectiveOverride: EffectiveOverride.nullish(),
  thresholds: Thresholds.optional(),
})
export type ProfileExport = z.infer<typeof ProfileExport>

/** Turns an exported document into a profile and its versions. The history must obey the same rules as in a PATCH. */
export function importProfile(document: ProfileExport, id: string, now: string) {
  const data = document.profileData
  const versions = withChanges(readVersions(data.versions), () => undefined)
  const links: Links = new Map(versions.map((version) => [version.id, version]))
  const branches = data.branches.map((branch) => readBranch(links, branch))
  const ids = new Set(branches.map((branch) => branch.id))
  const path = '/profileData/branches'
  if (ids.size < branches.length) throw invalidAt(path, 'two branches have the same id')
  if (!ids.has(mainBranchId)) throw invalidAt(path, 'a branch main is required')
  if (new Set(branches.map(({ name }) => canonicalName(name))).size < branches.length) {
    throw new Fault('branch_name_taken', 'two branches have the same name')
  }
  const lineage = lineageOf(links)
  for (const branch of branches) refuseWrongHead(links, lineage, ids, branch)
  refuseParentCycles(branches, branches)
  refuseUnknown(ids, data.currentBranchId)
  const profile: Profile = {
    id,
    projectId: document.projectId,
    name: document.name,
    seed: document.seed ?? null,
    createdAt: instant(document.createdAt ?? now),
    updatedAt: instant(document.updatedAt ?? now),
    branches,
    currentBranchId: data.currentBranchId,
    workingChanges: byKind((kind) => withIds(kind, data.workingChanges[kind], '/profileData/workingChanges')),
    budget: data.budget,
    thresholds: mergeThresholds({}, document.thresholds ?? {}),
    effectiveOverride: document.effectiveOverride
      ? completeOverride(document.effectiveOverride, '/effectiveOverride')
      : null,
  }
  return { profile, versions, events: [profileCreated(profile)] }
}

/** A version may refer only to versions before it in the list, which rules out cycles. */
function readVersions(sent: readonly ExportedVersion[]): readonly Version[] {
  const seen = new Set<string>()
  return sent.map(({ mergedFrom, seed, snapshot, ...version }, i) => {
    const path = `/profileData/versions/${i}`
    if (seen.has(version.id)) throw invalidAt(`${path}/id`, 'two versions have the same id')
    for (const id of [version.parentVersionId, mergedFrom]) {
      if (typeof id === 'string' && !seen.has(id)) {
        throw new Fault('unknown_version', `${path}: no earlier version ${JSON.stringify(id)}`)
      }
    }
    seen.add(version.id)
    return {
      ...version,
      ...(mergedFrom && { mergedFrom }),
      ...(typeof seed === 'string' && { seed }),
      snapshot: completeSnapshot(snapshot, `${path}/snapshot`),
    }
  })
}

function readBranch(
  links: Links,
  { startVersionId, description, parentBranchId, ...branch }: ExportedBranch,
): StoredBranch {
  return {
    ...branch,
    ...(typeof description === 'string' && { description }),
    ...(typeof parentBranchId === 'string' && { parentBranchId }),
    startVersionId: startVersionId === undefined ? startFromHistory(links, branch) : startVersionId,
  }
}

/** Derives the start of a branch from its history: the newest ancestor of its head that is on another branch. */
function startFromHistory(
  links: Links,
  { id, headVersionId }: Pick<StoredBranch, 'id' | 'headVersionId'>,
): string | null {
  for (const link of walkBack(links, headVersionId)) if (link.branchId !== id) return link.id
  return null
}

function refuseWrongHead(links: Links, lineage: Lineage, ids: ReadonlySet<string>, branch: StoredBranch): void {
  const { headVersionId: head, startVersionId: start, parentBranchId } = branch
  if (parentBranchId !== undefined) refuseUnknown(ids, parentBranchId)
  for (const id of [head, start]) {
    if (id !== null && !links.has(id)) throw new Fault('unknown_version', `there is no version ${JSON.stringify(id)}`)
  }
  // Any branch except main may have been deleted, which keeps its versions, and created again without a head.
  const hasCommits = branch.id === mainBranchId && lineage.hasVersions(mainBranchId)
  if (head === null ? !hasCommits : lineage.isOnBranch(branch, head)) return
  throw new Fault(
    'version_not_on_branch',
    `${JSON.stringify(head)} is not a version of branch ${JSON.stringify(branch.id)}`,
  )
}

function refuseUnknown(ids: ReadonlySet<string>, id: string): void {
  if (!ids.has(id)) throw new Fault('unknown_branch', `there is no branch ${JSON.stringify(id)}`)
}
