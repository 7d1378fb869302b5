import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { backgroundWorkFor, workForAccount } from '../../work/current-work.ts'
import { StoreUnavailableError } from '../store.ts'
import { createTurns, othersExpectedMs } from './turns.ts'

const row = (id: string) => ({ row: { accountId: 'a', id } })

test('writes to one row run in order, and other rows do not wait', async () => {
  const turns = createTurns(7)
  const order: string[] = []
  const endFirst = await turns.take(row('one'))
  const others = ['second', 'third'].map(async (name) => {
    const endTurn = await turns.take(row('one'))
    order.push(name)
    endTurn()
  })
  ;(await turns.take(row('other')))()
  await pause(5)
  expect(order).toEqual([])
  endFirst()
  await Promise.all(others)
  expect(order).toEqual(['second', 'third'])
})

test('who waits too long is refused as locked, and the next one has its turn', async () => {
  const turns = createTurns(1)
  const endTurn = await turns.take()
  const impatient = await turns.take({}, 5).catch((error: unknown) => error)
  expect(impatient).toBeInstanceOf(StoreUnavailableError)
  expect(impatient).toMatchObject({ reason: 'locked' })
  const patient = turns.take()
  endTurn()
  ;(await patient)()
  await turns.drain()
})

test('who no longer needs its turn leaves the queue', async () => {
  const turns = createTurns(1)
  const endTurn = await turns.take()
  const client = new AbortController()
  const waiting = turns.take({ signal: client.signal })
  expect(turns.waitingOf()).toBe(1)
  client.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  await expect(turns.take({ signal: client.signal })).rejects.toThrow('left')
  expect(turns.waitingOf()).toBe(0)
  endTurn()
})

test.each([
  { max: 10, half: 5 },
  { max: 7, half: 3 },
  { max: 2, half: 1 },
  { max: 1, half: 1 },
])('while others come, an account has at most half of $max turns, but at least one', async ({ max, half }) => {
  let nowMs = 0
  const turns = createTurns(max, () => nowMs)
  const held: (() => void)[] = []
  const takeMany = (accountId: string, count: number, ends: (() => void)[]) => {
    for (let i = 0; i < count; i++) void workForAccount(accountId, () => turns.take()).then((end) => ends.push(end))
    return pause(0)
  }
  /** Ends one turn of the account. */
  const endOne = () => {
    nowMs += 1
    held.shift()?.()
    return pause(0)
  }
  await takeMany('alone', 3 * max, held)
  expect(held.length).toBe(max)
  const ofOther: (() => void)[] = []
  await takeMany('other', 1, ofOther)
  await endOne()
  expect(ofOther.length).toBe(1)
  ofOther.pop()?.()
  for (let i = 0; i < max; i++) await endOne()
  expect(held.length).toBe(half)
  nowMs += othersExpectedMs
  await endOne()
  expect(held.length).toBe(max)
  for (let i = 0; i < 3 * max; i++) await endOne()
  await turns.drain()
})

test('the requests of an account do not wait for its background work, nor the other way round', async () => {
  const turns = createTurns(1)
  const order: string[] = []
  const enter = async (name: string) => {
    const endTurn = await turns.take()
    order.push(name)
    await pause(2)
    endTurn()
  }
  const first = turns.take()
  const all = [
    ...[1, 2, 3].map((i) => backgroundWorkFor('a', () => enter(`sweep ${i}`))),
    ...[1, 2, 3].map((i) => workForAccount('a', () => enter(`request ${i}`))),
  ]
  ;(await first)()
  await Promise.all(all)
  expect(order.slice(0, 2).sort()).toEqual(['request 1', 'sweep 1'])
})
