import { seededRandom } from '@palate/core/generic/seeded-random.ts'

export type Random = ReturnType<typeof createRandom>

/** The same seed produces the same choices. */
export function createRandom(seed: number) {
  const next = seededRandom(seed)
  return {
    /** An integer from 0 to bound - 1. */
    below: (bound: number) => Math.floor(next() * bound),
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(next() * items.length)] ?? items[0],
  }
}
