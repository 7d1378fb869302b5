/** A sum for each key, and the sum of all. Keys without a sum take no memory. */
export function createTally() {
  const sums = new Map<string, number>()
  let total = 0
  return {
    add(key: string, change: number): void {
      const sum = (sums.get(key) ?? 0) + change
      if (sum === 0) sums.delete(key)
      else sums.set(key, sum)
      total += change
    },
    of: (key: string): number => sums.get(key) ?? 0,
    get total() {
      return total
    },
  }
}
