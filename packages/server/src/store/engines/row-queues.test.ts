import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from '../../work/semaphore.ts'
import { StoreUnavailableError } from '../store.ts'
import { acquireWithin, createRowQueues } from './row-queues.ts'

test('writes to one row run in order, and other rows do not wait', async () => {
  const takeTurn = createRowQueues()
  const order: string[] = []
  const first = await takeTurn('a')
  const others = ['second', 'third'].map(async (name) => {
    const endTurn = await takeTurn('a')
    order.push(name)
    endTurn()
  })
  ;(await takeTurn('b'))()
  await pause(5)
  expect(order).toEqual([])
  first()
  await Promise.all(others)
  expect(order).toEqual(['second', 'third'])
})

test('a write that waits too long is refused as locked, and the next one runs', async () => {
  const semaphore = createSemaphore({ max: 1 })
  const release = await acquireWithin(semaphore, 1)
  const impatient = await acquireWithin(semaphore, 5).catch((error: unknown) => error)
  expect(impatient).toBeInstanceOf(StoreUnavailableError)
  expect(impatient).toMatchObject({ reason: 'locked' })
  const patient = acquireWithin(semaphore, 10_000)
  release()
  ;(await patient)()
  expect(semaphore.running).toBe(0)
})
