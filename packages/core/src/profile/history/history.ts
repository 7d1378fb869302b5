/** A version's place in the history graph. */
export interface VersionLink {
  readonly id: string
  readonly branchId: string
  readonly parentVersionId: string | null
  readonly mergedFrom?: string | undefined
}

export type Links = ReadonlyMap<string, VersionLink>

/** A version and its ancestors along `parentVersionId`, newest first. */
export function* walkBack(links: Links, from: string | null): Generator<VersionLink> {
  let link = from === null ? undefined : links.get(from)
  while (link) {
    yield link
    link = link.parentVersionId === null ? undefined : links.get(link.parentVersionId)
  }
}

/**
 * The nearest common ancestors of two sides, oldest first: the common ancestors that are not behind another one. A merge
 * commit descends from both of its sides, so the next merge starts from the last one. There are several after
 * criss-cross merges.
 * `newestFirst` has the ids of all versions; parents come after their children. The search ends as soon as everything
 * left to visit is behind a base that was found.
 */
export function mergeBases(
  links: Links,
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

function parentsOf(link: VersionLink | undefined): readonly string[] {
  return [link?.parentVersionId, link?.mergedFrom].filter((id) => typeof id === 'string')
}
