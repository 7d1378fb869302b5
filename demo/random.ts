import { seededRandom } from '@palate/core/generic/seeded-random.ts'

/** Seeded random numbers, so that a mock-up can be reproduced anywhere. */
export interface Random {
  /** In [0, 1). */
  (): number
  between(low: number, high: number): number
  /** An integer, both ends included. */
  whole(low: number, high: number): number
  oneOf<T>(list: readonly [T, ...T[]]): T
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed)
  const between = (low: number, high: number) => low + (high - low) * next()
  return Object.assign(next, {
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    oneOf: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0],
  })
}
