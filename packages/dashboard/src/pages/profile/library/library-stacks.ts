import type { LibraryItem } from './library-items.ts'

/** A picture on the wall: alone, or the best of a stack. */
export interface WallItem extends LibraryItem {
  /** All pictures of its stack, the best first. */
  readonly stack?: readonly LibraryItem[]
  readonly isOpen?: boolean
}

/**
 * Puts the pictures of each stack where its first one is, the best on top. The others are shown after it if the stack is
 * open. A stack of which a filter leaves one picture is none.
 */
export function stackLibrary(
  items: readonly LibraryItem[],
  stacks: readonly (readonly string[])[],
  open: ReadonlySet<string>,
): readonly WallItem[] {
  if (stacks.length === 0) return items
  const numbers = new Map(stacks.flatMap((ids, number) => ids.map((id) => [id, number] as const)))
  const members = Map.groupBy(items, ({ key }) => numbers.get(key))
  const done = new Set<number>()
  return items.flatMap((item): readonly WallItem[] => {
    const number = numbers.get(item.key)
    const all = number === undefined ? [] : (members.get(number) ?? [])
    if (number === undefined || all.length < 2) return [item]
    if (done.has(number)) return []
    done.add(number)
    const stack = all.toSorted(byWorth)
    const [best, ...others] = stack
    if (!best) return [item]
    const isOpen = stack.some(({ key }) => open.has(key))
    return [{ ...best, stack, isOpen }, ...(isOpen ? others : [])]
  })
}

/** By score, then by size: without scores the original is better than a smaller copy. */
function byWorth(one: LibraryItem, other: LibraryItem): number {
  return (other.score ?? -1) - (one.score ?? -1) || other.pixels - one.pixels
}
