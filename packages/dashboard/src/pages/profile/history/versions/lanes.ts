import type { Branch, ListedVersion } from '@palate/client'
import { childrenFirst } from '@palate/core/profile/history/version-graph.ts'
import { branchOf, chainOf, type Graph } from './graph.ts'

export type Lane = 0 | 1

/** A version in its lane, and the lines that its row draws. */
export interface Row {
  readonly version: ListedVersion
  readonly lane: Lane
  /** Lines from the row's upper edge to its middle, by lane. */
  readonly above: readonly [boolean, boolean]
  /** Lines from its middle to the lower edge. */
  readonly below: readonly [boolean, boolean]
  /** A branch forks here: a line comes from the other lane above. */
  readonly isFork: boolean
  /** The other lane is merged here: a line comes from below. */
  readonly isMerge: boolean
}

/**
 * Two branches, newest version first, one lane each. Shared versions use the parent branch's lane. A version comes
 * before its ancestors, regardless of timestamps.
 */
export function layOutLanes(graph: Graph, first: Branch, second: Branch | undefined): readonly Row[] {
  const lanes = assignLanes(graph, first, second)
  const ordered = inOrder(graph, lanes)
  return drawLines(ordered, lanes)
}

/** The default branch to show alongside another: its parent branch. */
export function originOf(graph: Graph, branch: Branch): Branch | undefined {
  return branchOf(graph, branch.parentBranchId)
}

function assignLanes(graph: Graph, first: Branch, second: Branch | undefined): ReadonlyMap<string, Lane> {
  const ofFirst = chainOf(graph, first.headVersionId)
  const ofSecond = second ? chainOf(graph, second.headVersionId) : []
  const shared: Lane = second && grewFrom(graph, first, second) ? 1 : 0
  const lanes = new Map<string, Lane>(ofFirst.map(({ id }) => [id, 0]))
  for (const { id } of ofSecond) lanes.set(id, lanes.has(id) ? shared : 1)
  return lanes
}

function grewFrom(graph: Graph, branch: Branch, other: Branch): boolean {
  const seen = new Set<string>()
  for (let at = originOf(graph, branch); at && !seen.has(at.id); at = originOf(graph, at)) {
    if (at.id === other.id) return true
    seen.add(at.id)
  }
  return false
}

/** Children before parents; among several candidates, the latest first. */
function inOrder(graph: Graph, lanes: ReadonlyMap<string, Lane>): readonly ListedVersion[] {
  const shown = graph.versions.filter(({ id }) => lanes.has(id)).sort((a, b) => timeOf(a) - timeOf(b))
  return childrenFirst(
    shown,
    shown.map(({ id }) => id),
  )
}

function drawLines(ordered: readonly ListedVersion[], lanes: ReadonlyMap<string, Lane>): readonly Row[] {
  const indexes = new Map(ordered.map(({ id }, index) => [id, index]))
  const laneOf = (id: string): Lane => lanes.get(id) ?? 0
  const rows = ordered.map((version) => ({
    version,
    lane: laneOf(version.id),
    above: [false, false] as [boolean, boolean],
    below: [false, false] as [boolean, boolean],
    isFork: false,
    isMerge: false,
  }))
  const draw = (
    child: number,
    parent: number,
    lane: Lane,
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
      parent.isFork ||= isFork
      draw(child, indexes.get(parent.version.id) ?? child, row.lane, { top: true, bottom: !isFork })
    }
    const source = rows[indexes.get(mergedFrom ?? '') ?? -1]
    if (source && source.lane !== row.lane) {
      row.isMerge = true
      draw(child, indexes.get(source.version.id) ?? child, source.lane, { top: false, bottom: true })
    }
  }
  return rows
}

function timeOf({ createdAt }: ListedVersion): number {
  return Date.parse(createdAt)
}
