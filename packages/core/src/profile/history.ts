import type { StoredBranch } from './schema.ts'

/** What history needs to know of a version. */
export interface VersionLink {
  readonly id: string
  readonly branchId: string
  readonly parentVersionId: string | null
  readonly mergedFrom?: string | undefined
}

export type Links = ReadonlyMap<string, VersionLink>

/** A version and those behind it, newest first. */
export function* walkBack(links: Links, from: string | null): Generator<VersionLink> {
  let link = from === null ? undefined : links.get(from)
  while (link) {
    yield link
    link = link.parentVersionId === null ? undefined : links.get(link.parentVersionId)
  }
}

/** Is this a version of the branch, or of the history that it grew from? */
export function isOnBranch(
  links: Links,
  branch: Pick<StoredBranch, 'id' | 'startVersionId'>,
  versionId: string,
): boolean {
  if (links.get(versionId)?.branchId === branch.id) return true
  for (const link of walkBack(links, branch.startVersionId)) if (link.id === versionId) return true
  return false
}

/**
 * The nearest version that both heads come from, where a merge counts as coming from both of its sides:
 * so after a merge the next one starts from what was merged then. Of several (criss-cross merges) the latest.
 * `order` gives the place of a version in the order of creation, in which parents come before children.
 */
export function mergeBase(
  links: Links,
  order: (id: string) => number,
  a: string | null,
  b: string | null,
): string | null {
  const fromA = ancestry(links, a)
  const common = [...ancestry(links, b)].filter((id) => fromA.has(id))
  return common.reduce<string | null>((best, id) => (best === null || order(id) > order(best) ? id : best), null)
}

function ancestry(links: Links, from: string | null): ReadonlySet<string> {
  const found = new Set<string>()
  const open = from === null ? [] : [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const link = links.get(id)
    if (!link || found.has(id)) continue
    found.add(id)
    if (link.parentVersionId !== null) open.push(link.parentVersionId)
    if (link.mergedFrom !== undefined) open.push(link.mergedFrom)
  }
  return found
}
