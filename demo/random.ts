/** Random numbers that a seed determines (mulberry32), so that a mock-up can be drawn again anywhere. */
export interface Random {
  /** In [0, 1). */
  (): number
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  oneOf<T>(list: readonly [T, ...T[]]): T
}

export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  return Object.assign(next, {
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    oneOf: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0],
  })
}
