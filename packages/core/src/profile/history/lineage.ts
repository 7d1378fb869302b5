import { once } from '../../generic/once.ts'
import type { StoredBranch } from '../schema.ts'
import type { Links } from './version-graph.ts'

/** Queries about a history. The first one takes one pass over it; the others take constant time. */
export interface Lineage {
  /** Whether the first version is the second one or its ancestor along `parentVersionId`. */
  isAncestor(versionId: string, descendantId: string): boolean
  /** Whether a version belongs to the branch or to the history before its start. */
  isOnBranch(branch: Pick<StoredBranch, 'id' | 'startVersionId'>, versionId: string): boolean
  /** Whether the branch has any version. */
  hasVersions(branchId: string): boolean
}

/** A PATCH may name a thousand branches, so walking the history for each would take too long. */
export function lineageOf(links: Links): Lineage {
  const spans = once(() => spansOf(links))
  const branches = once(() => new Set([...links.values()].map(({ branchId }) => branchId)))

  function isAncestor(versionId: string, descendantId: string): boolean {
    const [outer, inner] = [spans().get(versionId), spans().get(descendantId)]
    return !!outer && !!inner && outer.first <= inner.first && inner.last <= outer.last
  }

  return {
    isAncestor,
    isOnBranch({ id, startVersionId }, versionId) {
      if (links.get(versionId)?.branchId === id) return true
      return startVersionId !== null && isAncestor(versionId, startVersionId)
    },
    hasVersions: (branchId) => branches().has(branchId),
  }
}

/** The range of depth-first search numbers of a version and all its descendants. */
interface Span {
  readonly first: number
  last: number
}

function spansOf(links: Links): ReadonlyMap<string, Span> {
  const children = Map.groupBy(links.values(), ({ parentVersionId }) =>
    parentVersionId !== null && links.has(parentVersionId) ? parentVersionId : null,
  )
  const spans = new Map<string, Span>()
  /** Each version is visited twice: before its descendants and after them. */
  const pending = (children.get(null) ?? []).map(({ id }) => id)
  let count = 0
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const span = spans.get(id)
    if (span) {
      span.last = count
      continue
    }
    count += 1
    spans.set(id, { first: count, last: count })
    pending.push(id)
    for (const child of children.get(id) ?? []) pending.push(child.id)
  }
  return spans
}
