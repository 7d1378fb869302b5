/** A version with the versions that it was made from. */
export interface Node {
  readonly id: string
  readonly parentVersionId: string | null
  readonly mergedFrom?: string
}

export function parentsOf({ parentVersionId, mergedFrom }: Node): readonly string[] {
  const parents = [parentVersionId, mergedFrom].filter((id) => id != null)
  return [...new Set(parents)]
}

/**
 * The versions behind these heads, children before their parents. Where both may come next, the later one in `nodes`
 * does: a profile lists its versions in the order in which they were made.
 */
export function historyOf<Version extends Node>(nodes: readonly Version[], heads: readonly string[]): Version[] {
  const places = new Map(nodes.map(({ id }, place) => [id, place]))
  const placesOf = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => places.get(id) ?? [])
  const parentsAt = (place: number) => placesOf(parentsOf(nodes[place] as Version))
  const children = countChildren(placesOf(heads), parentsAt)
  const ready = [...children].flatMap(([place, count]) => (count === 0 ? [place] : [])).sort((a, b) => a - b)
  const ordered: Version[] = []
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    ordered.push(nodes[place] as Version)
    for (const parent of parentsAt(place)) {
      const left = (children.get(parent) ?? 0) - 1
      children.set(parent, left)
      if (left === 0) insertSorted(ready, parent)
    }
  }
  return ordered
}

/** For each version that can be reached, how many of those are its children. */
function countChildren(heads: readonly number[], parentsAt: (place: number) => readonly number[]): Map<number, number> {
  const children = new Map<number, number>(heads.map((place) => [place, 0]))
  const rest = [...heads]
  for (let place = rest.pop(); place !== undefined; place = rest.pop()) {
    for (const parent of parentsAt(place)) {
      if (!children.has(parent)) rest.push(parent)
      children.set(parent, (children.get(parent) ?? 0) + 1)
    }
  }
  return children
}

function insertSorted(sorted: number[], value: number): void {
  const at = sorted.findLastIndex((one) => one < value)
  sorted.splice(at + 1, 0, value)
}
