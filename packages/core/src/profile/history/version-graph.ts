/** A version with its parents. */
export interface VersionNode {
  readonly id: string
  readonly parentVersionId: string | null
  readonly mergedFrom?: string | undefined
}

/** A version's place in the history graph. */
export interface VersionLink extends VersionNode {
  readonly branchId: string
}

export type Links = ReadonlyMap<string, VersionLink>
type Nodes<Version extends VersionNode> = ReadonlyMap<string, Version>
type Id = string | null | undefined

/** The parent version, and the head that was merged in. */
export function parentsOf(version: VersionNode | undefined): readonly string[] {
  const parents = [version?.parentVersionId, version?.mergedFrom].filter((id) => typeof id === 'string')
  return [...new Set(parents)]
}

/** A version and its ancestors along `parentVersionId`, newest first. */
export function* walkBack<Version extends VersionNode>(nodes: Nodes<Version>, from: Id): Generator<Version> {
  for (let version = find(nodes, from); version; version = find(nodes, version.parentVersionId)) yield version
}

/** The ids of a version and all its ancestors, including those that were merged in. */
export function ancestorsOf<Version extends VersionNode>(nodes: Nodes<Version>, id: Id): ReadonlySet<string> {
  const found = new Set<string>()
  const rest: Id[] = [id]
  while (rest.length > 0) {
    const version = find(nodes, rest.pop())
    if (!version || found.has(version.id)) continue
    found.add(version.id)
    rest.push(...parentsOf(version))
  }
  return found
}

/**
 * The ancestors of these heads in topological order, children before parents. If several could come next, the latest in
 * `oldestFirst` does.
 */
export function childrenFirst<Version extends VersionNode>(
  oldestFirst: readonly Version[],
  heads: readonly string[],
): Version[] {
  const places = new Map(oldestFirst.map(({ id }, place) => [id, place]))
  const placesOf = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => places.get(id) ?? [])
  const parentsAt = (place: number) => placesOf(parentsOf(oldestFirst[place]))
  const children = countChildren(placesOf(heads), parentsAt)
  const ready = [...children].flatMap(([place, count]) => (count === 0 ? [place] : [])).sort((a, b) => a - b)
  const ordered: Version[] = []
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    ordered.push(oldestFirst[place] as Version)
    for (const parent of parentsAt(place)) {
      const left = (children.get(parent) ?? 0) - 1
      children.set(parent, left)
      if (left === 0) insertSorted(ready, parent)
    }
  }
  return ordered
}

/**
 * The nearest common ancestors of two sides, oldest first: the common ancestors that are not ancestors of another one.
 * A merge commit descends from both of its sides, so the next merge starts from the last one. Criss-cross merges have
 * several.
 * `newestFirst` has the ids of all versions; parents come after their children. The search ends as soon as every
 * version left to visit is an ancestor of a base that was found.
 */
export function mergeBases(
  links: Nodes<VersionNode>,
  newestFirst: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const marks = new Map<string, number>()
  let open = 0
  const add = (id: string, mark: number) => {
    const before = marks.get(id) ?? 0
    const after = before | mark
    marks.set(id, after)
    open += Number(isOpen(after)) - Number(isOpen(before))
  }
  for (const id of ours) add(id, behindOurs)
  for (const id of theirs) add(id, behindTheirs)
  const bases: string[] = []
  for (const id of newestFirst) {
    if (open === 0) break
    const mark = marks.get(id) ?? 0
    if (mark === 0) continue
    if (isOpen(mark)) open -= 1
    if (mark === (behindOurs | behindTheirs)) bases.push(id)
    const passedOn = mark & behindOurs && mark & behindTheirs ? behindOurs | behindTheirs | behindBase : mark
    for (const parent of parentsOf(links.get(id))) add(parent, passedOn)
  }
  return bases.reverse()
}

const behindOurs = 1
const behindTheirs = 2
const behindBase = 4

/** Whether a version may still be a base, or lead to one. */
function isOpen(mark: number): boolean {
  return mark > 0 && mark < behindBase
}

function find<Version extends VersionNode>(nodes: Nodes<Version>, id: Id): Version | undefined {
  return typeof id === 'string' ? nodes.get(id) : undefined
}

/** For each reachable version, the number of its reachable children. */
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
