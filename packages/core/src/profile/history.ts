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
 * The nearest common ancestor of two heads. A merge commit descends from both of its sides, so the next merge starts
 * from the last one. With several candidates (criss-cross merges) the latest wins.
 * `order` is a version's index in the order of creation, in which parents come before children.
 */
export function mergeBase(
  links: Links,
  order: (id: string) => number,
  a: string | null,
  b: string | null,
): string | null {
  const ancestorsOfA = ancestorsOf(links, a)
  const common = [...ancestorsOf(links, b)].filter((id) => ancestorsOfA.has(id))
  return common.reduce<string | null>((best, id) => (best === null || order(id) > order(best) ? id : best), null)
}

/** Includes the version itself. */
function ancestorsOf(links: Links, from: string | null): ReadonlySet<string> {
  const found = new Set<string>()
  const pending = from === null ? [] : [from]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const link = links.get(id)
    if (!link || found.has(id)) continue
    found.add(id)
    if (link.parentVersionId !== null) pending.push(link.parentVersionId)
    if (link.mergedFrom !== undefined) pending.push(link.mergedFrom)
  }
  return found
}
