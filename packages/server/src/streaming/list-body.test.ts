import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { currentWork, ownedStream, workForAccount } from '../work/current-work.ts'
import { charactersPerPageMax, type List, listBody, rowsPerPageMax } from './list-body.ts'

interface Row {
  readonly id: number
  readonly text: string
}

/** A list of rows with texts of this length, and what is asked of it. */
function listOf(count: number, size: number, characters = 10) {
  const queries: number[] = []
  const owners = new Set<string>()
  const rows = Array.from({ length: count }, (_, id): Row => ({ id, text: 'x'.repeat(characters) }))
  const list: List<Row> = {
    name: 'items',
    size,
    async read(last, rowsMax) {
      queries.push(rowsMax)
      owners.add(currentWork().accountId)
      const from = last ? last.id + 1 : 0
      return rows.slice(from, from + rowsMax)
    },
    textOf: JSON.stringify,
    cursorOf: ({ id }) => `after ${id}`,
  }
  return { list, rows, queries, owners }
}

const whole = async (body: string | Readable) => JSON.parse(typeof body === 'string' ? body : await text(body))

test.each([
  [0, 50],
  [1, 1],
  [50, 50],
  [99, 1000],
  [100, 100],
  [1000, 1000],
])('a list of %d rows without more has all of them and no cursor', async (count, size) => {
  const { list, rows } = listOf(count, size)
  expect(await whole(await listBody(list))).toEqual({ items: rows })
})

test.each([[1], [99], [100], [101], [1000]])('a page of %d has a cursor if there is one more row', async (size) => {
  const { list, rows } = listOf(size + 1, size)
  expect(await whole(await listBody(list))).toEqual({ items: rows.slice(0, size), nextCursor: `after ${size - 1}` })
})

test('a short list is a text, read with one statement', async () => {
  const { list, queries } = listOf(20, 1000)
  expect(await listBody(list)).toBeTypeOf('string')
  expect(queries).toEqual([rowsPerPageMax])
})

test('a long list is read 100 rows at a time, and long rows by their length', async () => {
  const short = listOf(1000, 999)
  await whole(await listBody(short.list))
  expect(Math.max(...short.queries)).toBe(rowsPerPageMax)
  expect(short.queries.reduce((sum, one) => sum + one)).toBe(1000)
  const long = listOf(400, 1000, 20_000)
  await whole(await listBody(long.list))
  const [, ...later] = long.queries
  expect(Math.max(...later) * 20_000).toBeLessThanOrEqual(charactersPerPageMax)
})

test('a long list is read no further than its client reads, for whom it was asked', async () => {
  const { list, queries, owners } = listOf(10_000, 10_000, 5000)
  const body = await workForAccount('mine', async () => ownedStream((await listBody(list)) as Readable))
  expect(body).toBeInstanceOf(Readable)
  for (let i = 0; i < 50; i++) await nextTurn()
  expect(queries.length).toBeLessThan(10)
  await workForAccount('the reader of another', () => text(body))
  expect([...owners]).toEqual(['mine'])
})

test('a list that fails at its start is refused, and one that fails later ends its stream', async () => {
  const failing = (at: number) => {
    const { list } = listOf(10_000, 10_000, 5000)
    const read: typeof list.read = (last, rowsMax) => {
      if ((last?.id ?? 0) >= at) throw new Error('the store is gone')
      return list.read(last, rowsMax)
    }
    return listBody({ ...list, read })
  }
  await expect(failing(0)).rejects.toThrow('the store is gone')
  await expect(text((await failing(5000)) as Readable)).rejects.toThrow('the store is gone')
})

test('a list of rows that each take long reads as few as it says', async () => {
  const { list, rows, queries } = listOf(25, 25)
  expect(await whole(await listBody({ ...list, rowsAtOnceMax: 10 }))).toEqual({ items: rows })
  expect(queries).toEqual([10, 10, 6])
})
