import type { Branch, ListedVersion, Profile } from '@palate/client'
import { ancestorsOf, mergeBases, walkBack } from '@palate/core/profile/history/version-graph.ts'
import type { StateOf } from '../../../../api/profiles.ts'

/** The version graph of a profile, by id. */
export interface Graph {
  readonly versions: readonly ListedVersion[]
  readonly byId: ReadonlyMap<string, ListedVersion>
  readonly branches: readonly Branch[]
}

export function graphOf(profileData: {
  readonly versions: readonly ListedVersion[]
  readonly branches: readonly Branch[]
}): Graph {
  const { versions, branches } = profileData
  return { versions, branches, byId: new Map(versions.map((version) => [version.id, version])) }
}

export function branchOf(graph: Graph, id: string | null | undefined): Branch | undefined {
  return graph.branches.find((branch) => branch.id === id)
}

/** The state named by a version id, a branch id or `working`. */
export function stateNamed(graph: Graph, currentBranchId: string, name: string): StateOf {
  if (name === 'working') return { branch_id: currentBranchId, include_working: true }
  return branchOf(graph, name) ? { branch_id: name } : { version_id: name }
}

/** The changes to save are shown on the viewed branch, which need not be current. */
export function onViewedBranch({ profileData }: Pick<Profile, 'profileData'>, name: string): string {
  return name === 'working' ? `working:${profileData.currentBranchId}` : name
}

/** The history of a version, itself included, newest first. */
export function chainOf({ byId }: Graph, versionId: string | null | undefined): readonly ListedVersion[] {
  return [...walkBack(byId, versionId)]
}

/** The merge base: the latest version that two heads share, or null. */
export function mergeBaseOf(graph: Graph, a: string | null | undefined, b: string | null | undefined): string | null {
  const newestFirst = graph.versions.map(({ id }) => id).toReversed()
  const sides = [a, b].map((id) => (id == null ? [] : [id]))
  return mergeBases(graph.byId, newestFirst, sides[0] ?? [], sides[1] ?? []).at(-1) ?? null
}

/** Versions that no branch or merge reaches, after a roll-back or a branch deletion. Newest first. */
export function setAside(graph: Graph): readonly ListedVersion[] {
  const reached = new Set(graph.branches.flatMap(({ headVersionId }) => [...ancestorsOf(graph.byId, headVersionId)]))
  return graph.versions.filter(({ id }) => !reached.has(id)).toReversed()
}

/** How many versions a branch is ahead of and behind another. */
export function distance(
  graph: Graph,
  branch: Branch,
  other: Branch,
): { readonly ahead: number; readonly behind: number } {
  const mine = ancestorsOf(graph.byId, branch.headVersionId)
  const others = ancestorsOf(graph.byId, other.headVersionId)
  return {
    ahead: [...mine].filter((id) => !others.has(id)).length,
    behind: [...others].filter((id) => !mine.has(id)).length,
  }
}

/** Whether a branch's head may move to a version: one of its own, or one from the history it was created from. */
export function mayMoveTo(graph: Graph, branch: Branch, versionId: string): boolean {
  if (versionId === branch.headVersionId) return false
  if (graph.byId.get(versionId)?.branchId === branch.id) return true
  return chainOf(graph, branch.headVersionId).some(({ id }) => id === versionId)
}
