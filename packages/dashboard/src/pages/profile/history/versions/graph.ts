import type { Branch, ListedVersion } from '@palate/client'
import type { StateOf } from '../../../../api/profiles.ts'

/** The versions of a profile, by id, and how they descend from each other. */
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

/** The state that a version id, a branch id or `working` names. */
export function stateNamed(graph: Graph, currentBranchId: string, name: string): StateOf {
  if (name === 'working') return { branch_id: currentBranchId, include_working: true }
  return branchOf(graph, name) ? { branch_id: name } : { version_id: name }
}

/** The history behind a version, newest first, itself included. */
export function chainOf(graph: Graph, versionId: string | null | undefined): readonly ListedVersion[] {
  const chain: ListedVersion[] = []
  for (let at = versionId; at != null; ) {
    const version = graph.byId.get(at)
    if (!version) break
    chain.push(version)
    at = version.parentVersionId
  }
  return chain
}

/** What a version descends from, through merges too, itself included. */
export function ancestorsOf(graph: Graph, versionId: string | null | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [versionId]
  while (open.length > 0) {
    const id = open.pop()
    const version = id == null ? undefined : graph.byId.get(id)
    if (!version || found.has(version.id)) continue
    found.add(version.id)
    open.push(...parentsOf(version))
  }
  return found
}

/** The latest version that two heads both contain, which a merge begins from; null if there is none. */
export function mergeBaseOf(graph: Graph, a: string | null | undefined, b: string | null | undefined): string | null {
  const ofA = ancestorsOf(graph, a)
  const shared = new Set([...ancestorsOf(graph, b)].filter((id) => ofA.has(id)))
  const older = new Set(graph.versions.filter(({ id }) => shared.has(id)).flatMap(parentsOf))
  const nearest = graph.versions.filter(({ id }) => shared.has(id) && !older.has(id))
  return nearest.at(-1)?.id ?? null
}

/** What neither a branch nor a merge leads to any more: after a roll-back, or of a branch that was deleted. Newest first. */
export function setAside(graph: Graph): readonly ListedVersion[] {
  const reached = new Set(graph.branches.flatMap(({ headVersionId }) => [...ancestorsOf(graph, headVersionId)]))
  return graph.versions.filter(({ id }) => !reached.has(id)).toReversed()
}

/** How many versions a branch has that the other lacks, and the reverse. */
export function distance(
  graph: Graph,
  branch: Branch,
  other: Branch,
): { readonly ahead: number; readonly behind: number } {
  const mine = ancestorsOf(graph, branch.headVersionId)
  const others = ancestorsOf(graph, other.headVersionId)
  return {
    ahead: [...mine].filter((id) => !others.has(id)).length,
    behind: [...others].filter((id) => !mine.has(id)).length,
  }
}

/** Whether a branch's head may be moved to a version: one of its own, or of the history that it grew from. */
export function mayMoveTo(graph: Graph, branch: Branch, versionId: string): boolean {
  if (versionId === branch.headVersionId) return false
  if (graph.byId.get(versionId)?.branchId === branch.id) return true
  return chainOf(graph, branch.headVersionId).some(({ id }) => id === versionId)
}

/** What a version was made from: the version before it, and the head that it merged in. */
export function parentsOf({ parentVersionId, mergedFrom }: ListedVersion): readonly string[] {
  return [parentVersionId, mergedFrom].filter((id) => id != null)
}
