import type { Branch, ListedVersion } from '@palate/client'
import { childrenFirst } from '@palate/core/profile/history/version-graph.ts'
import { branchOf, chainOf, type Graph } from './graph.ts'

/** A version in its lane, and the lines that its row draws. */
export interface Row {
  readonly version: ListedVersion
  /** The index of its branch. */
  readonly lane: number
  /** Whether a line leads from the row's upper edge to its middle, by lane. */
  readonly above: readonly boolean[]
  /** Whether a line leads from its middle to the lower edge. */
  readonly below: readonly boolean[]
  /** Branches fork here: a line comes from each of these lanes above. */
  readonly forks: readonly number[]
  /** These lanes are merged here: a line comes from each of them below. */
  readonly merges: readonly number[]
}

/**
 * Branches, newest version first, one lane each. Shared versions use the parent branch's lane. A version comes before
 * its ancestors, regardless of timestamps.
 */
export function layOutLanes(graph: Graph, branches: readonly Branch[]): readonly Row[] {
  const lanes = assignLanes(graph, branches)
  const ordered = inOrder(graph, lanes)
  return drawLines(ordered, lanes, branches.length)
}

/** The default branch to show alongside another: its parent branch. */
export function originOf(graph: Graph, branch: Branch): Branch | undefined {
  return branchOf(graph, branch.parentBranchId)
}

function assignLanes(graph: Graph, branches: readonly Branch[]): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>()
  for (const branch of parentsFirst(graph, branches)) {
    for (const { id } of chainOf(graph, branch.headVersionId)) {
      if (!lanes.has(id)) lanes.set(id, branches.indexOf(branch))
    }
  }
  return lanes
}

/** Each branch after the branches that it grew from. */
function parentsFirst(graph: Graph, branches: readonly Branch[]): ReadonlySet<Branch> {
  const ordered = new Set<Branch>()
  for (const branch of branches) {
    for (const origin of originsOf(graph, branch).toReversed()) if (branches.includes(origin)) ordered.add(origin)
    ordered.add(branch)
  }
  return ordered
}

/** The branches that a branch grew from, its parent first. */
function originsOf(graph: Graph, branch: Branch): readonly Branch[] {
  const origins: Branch[] = []
  for (let at = originOf(graph, branch); at && !origins.includes(at); at = originOf(graph, at)) origins.push(at)
  return origins
}

/** Children before parents; among several candidates, the latest first. */
function inOrder(graph: Graph, lanes: ReadonlyMap<string, number>): readonly ListedVersion[] {
  const shown = graph.versions.filter(({ id }) => lanes.has(id)).sort((a, b) => timeOf(a) - timeOf(b))
  return childrenFirst(
    shown,
    shown.map(({ id }) => id),
  )
}

function drawLines(
  ordered: readonly ListedVersion[],
  lanes: ReadonlyMap<string, number>,
  laneCount: number,
): readonly Row[] {
  const indexes = new Map(ordered.map(({ id }, index) => [id, index]))
  const noLines = () => Array.from({ length: laneCount }, () => false)
  const rows = ordered.map((version) => ({
    version,
    lane: lanes.get(version.id) ?? 0,
    above: noLines(),
    below: noLines(),
    forks: [] as number[],
    merges: [] as number[],
  }))
  const draw = (
    child: number,
    parent: number,
    lane: number,
    ends: { readonly top: boolean; readonly bottom: boolean },
  ) => {
    for (const [index, row] of rows.slice(child, parent + 1).entries()) {
      const isChild = index === 0
      const isParent = index === parent - child
      if (!isChild && (!isParent || ends.bottom)) row.above[lane] = true
      if (!isParent && (!isChild || ends.top)) row.below[lane] = true
    }
  }
  for (const [child, row] of rows.entries()) {
    const { parentVersionId, mergedFrom } = row.version
    const parent = rows[indexes.get(parentVersionId ?? '') ?? -1]
    if (parent) {
      const isFork = parent.lane !== row.lane
      if (isFork && !parent.forks.includes(row.lane)) parent.forks.push(row.lane)
      draw(child, indexes.get(parent.version.id) ?? child, row.lane, { top: true, bottom: !isFork })
    }
    const source = rows[indexes.get(mergedFrom ?? '') ?? -1]
    if (source && source.lane !== row.lane) {
      row.merges.push(source.lane)
      draw(child, indexes.get(source.version.id) ?? child, source.lane, { top: false, bottom: true })
    }
  }
  return rows
}

function timeOf({ createdAt }: ListedVersion): number {
  return Date.parse(createdAt)
}
