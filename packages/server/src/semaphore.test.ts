import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'
import type { Priority } from './work-context.ts'

test('slots are given out up to the maximum, then in the order of arrival, real-time work first', async () => {
  const semaphore = createSemaphore({ max: 1 })
  const order: string[] = []
  const release = await semaphore.acquire()
  const enter = (name: string, priority: Priority) =>
    semaphore.acquire({ priority }).then((release) => {
      order.push(name)
      release()
    })
  const all = [enter('b1', 'batch'), enter('b2', 'batch'), enter('r1', 'realtime'), enter('r2', 'realtime')]
  expect([semaphore.running, semaphore.waitingOf('realtime'), semaphore.waitingOf('batch')]).toEqual([1, 2, 2])
  release()
  await Promise.all(all)
  expect(order).toEqual(['r1', 'r2', 'b1', 'b2'])
  expect(semaphore.running).toBe(0)
})

test('the reserved slots stay free for real-time work', async () => {
  const semaphore = createSemaphore({ max: 3, reserved: 1 })
  await semaphore.acquire({ priority: 'batch' })
  await semaphore.acquire({ priority: 'batch' })
  const third = semaphore.acquire({ priority: 'batch' })
  expect(semaphore.waitingOf('batch')).toBe(1)
  const release = await semaphore.acquire({ priority: 'realtime' })
  release()
  expect([semaphore.running, semaphore.waitingOf('batch')]).toEqual([2, 1])
  semaphore.rejectWaiting(new Error('closed'))
  await expect(third).rejects.toThrow('closed')
})

test('a slot that is released twice becomes free once', async () => {
  const semaphore = createSemaphore({ max: 1 })
  const release = await semaphore.acquire()
  release()
  release()
  await semaphore.acquire()
  expect(semaphore.running).toBe(1)
})

test('a waiter that aborts leaves the queue and blocks nobody', async () => {
  const semaphore = createSemaphore({ max: 1 })
  const release = await semaphore.acquire()
  const abort = new AbortController()
  const first = semaphore.acquire({ priority: 'realtime', signal: abort.signal })
  const second = semaphore.acquire()
  abort.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  await expect(semaphore.acquire({ priority: 'realtime', signal: abort.signal })).rejects.toThrow('left')
  release()
  await second
  expect(semaphore.running).toBe(1)
})

test('slots that are reserved for a while stay free after real-time work, and batch work uses them afterwards', async () => {
  let nowMs = 0
  const semaphore = createSemaphore({ max: 2, reserved: 1, reservedForMs: 2000, now: () => nowMs })
  const batch = [await semaphore.acquire({ priority: 'batch' }), await semaphore.acquire({ priority: 'batch' })]
  expect([semaphore.isFull('batch'), semaphore.isFull('realtime')]).toEqual([true, true])
  const realtime = semaphore.acquire({ priority: 'realtime' })
  const waiting = semaphore.acquire({ priority: 'batch' })
  for (const leave of batch) leave()
  const leave = await realtime
  leave()
  expect((await waiting) instanceof Function).toBe(true)
  expect([semaphore.running, semaphore.isFull('batch'), semaphore.isFull('realtime')]).toEqual([1, true, false])
  nowMs = 1999
  expect(semaphore.isFull('batch')).toBe(true)
  nowMs = 2000
  expect(semaphore.isFull('batch')).toBe(false)
})

test('while real-time work arrives, a slot that batch work releases cools down, and real-time work may use it', async () => {
  let time = 0
  const semaphore = createSemaphore({ max: 2, reserved: 1, reservedForMs: 1000, cooldownFactor: 3, now: () => time })
  const early = await semaphore.acquire({ priority: 'batch' })
  time += 5
  early()
  expect(semaphore.isFull('batch')).toBe(false)
  const realtime = await semaphore.acquire({ priority: 'realtime' })
  realtime()
  const release = await semaphore.acquire({ priority: 'batch' })
  time += 10
  const released = performance.now()
  release()
  expect(semaphore.isFull('batch')).toBe(true)
  expect(semaphore.isFull('realtime')).toBe(false)
  const waiting = semaphore.acquire({ priority: 'batch' })
  const both = await Promise.all([
    semaphore.acquire({ priority: 'realtime' }),
    semaphore.acquire({ priority: 'realtime' }),
  ])
  expect([semaphore.running, semaphore.waitingOf('batch')]).toEqual([2, 1])
  for (const done of both) done()
  // The cool-down lasts three times as long as the work took.
  await waiting
  expect(performance.now() - released).toBeGreaterThan(25)
})
