import { expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'

interface Piece {
  readonly account: string
  readonly bytes: number
}

/** Requests all pieces at once, then frees the oldest one until all have been served. */
async function run(bytesMax: number, pieces: readonly Piece[]) {
  const budget = new MemoryBudget(bytesMax)
  const open: { readonly bytes: number; readonly free: () => void }[] = []
  const order: string[] = []
  const peaks: number[] = []
  for (const [i, { account, bytes }] of pieces.entries()) {
    void budget.acquire(account, bytes).then((free) => {
      open.push({ bytes, free })
      order.push(`${account}${i}`)
      peaks.push(open.reduce((sum, one) => sum + one.bytes, 0))
    })
  }
  while (order.length < pieces.length) {
    await new Promise(setImmediate)
    open.shift()?.free()
  }
  return { order, peak: Math.max(...peaks) }
}

test('accounts take turns', async () => {
  const of = (account: string, count: number) => Array.from({ length: count }, () => ({ account, bytes: 10 }))
  const { order, peak } = await run(20, [...of('a', 5), ...of('b', 2), ...of('c', 1)])
  expect(order).toEqual(['a0', 'a1', 'a2', 'b5', 'c7', 'a3', 'b6', 'a4'])
  expect(peak).toBe(20)
})

test('a piece larger than the budget is open alone, and small pieces do not overtake it', async () => {
  const pieces = [
    { account: 'a', bytes: 10 },
    { account: 'b', bytes: 500 },
    { account: 'c', bytes: 10 },
    { account: 'd', bytes: 10 },
  ]
  const { order, peak } = await run(20, pieces)
  expect(order).toEqual(['a0', 'b1', 'c2', 'd3'])
  expect(peak).toBe(500)
})
