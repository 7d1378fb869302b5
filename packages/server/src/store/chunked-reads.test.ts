import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readAfter, rowsPerReadMax } from './chunked-reads.ts'

/** Ids from 9999 down, as in a list with the newest first. */
function rowsBefore(before = '9999', rowsMax: number) {
  return Array.from({ length: Math.min(rowsMax, Number(before)) }, (_, i) => ({
    id: String(Number(before) - 1 - i).padStart(4, '0'),
  }))
}

test('a long list is read in pieces, with a turn of the event loop between them', async () => {
  const sizes: number[] = []
  let turns = 0
  let isDone = false
  const counting = (async () => {
    for (; !isDone; turns += 1) await nextTurn()
  })()
  const rows = await readAfter<{ id: string }>(3500, undefined, async (last, rowsMax) => {
    sizes.push(rowsMax)
    return rowsBefore(last?.id, rowsMax)
  })
  isDone = true
  await counting
  expect(sizes).toEqual([rowsPerReadMax, rowsPerReadMax, rowsPerReadMax, 500])
  expect(rows).toEqual(rowsBefore(undefined, 3500))
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('a list that ends early is read no further, and an empty list is read once', async () => {
  const start = { id: '1500' }
  expect(await readAfter(5000, start, async (last, rowsMax) => rowsBefore(last?.id, rowsMax))).toHaveLength(1500)
  let reads = 0
  const none = await readAfter(5000, undefined, async () => {
    reads += 1
    return []
  })
  expect({ none, reads }).toEqual({ none: [], reads: 1 })
})
