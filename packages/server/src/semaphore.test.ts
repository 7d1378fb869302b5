import { expect, test } from 'vitest'
import { createSlots } from './semaphore.ts'

test('slots are given out up to their number, then in the order of asking, real-time work first', async () => {
  const slots = createSlots({ max: 1 })
  const order: string[] = []
  const release = await slots.acquire()
  const enter = (name: string, priority: 'realtime' | 'batch') =>
    slots.acquire(priority).then((leave) => {
      order.push(name)
      leave()
    })
  const all = [enter('b1', 'batch'), enter('b2', 'batch'), enter('r1', 'realtime'), enter('r2', 'realtime')]
  expect([slots.running, slots.waitingOf('realtime'), slots.waitingOf('batch')]).toEqual([1, 2, 2])
  release()
  await Promise.all(all)
  expect(order).toEqual(['r1', 'r2', 'b1', 'b2'])
  expect(slots.running).toBe(0)
})

test('the reserved slots stay free for real-time work', async () => {
  const slots = createSlots({ max: 3, reserved: 1 })
  await slots.acquire('batch')
  await slots.acquire('batch')
  const third = slots.acquire('batch')
  expect(slots.waitingOf('batch')).toBe(1)
  const release = await slots.acquire('realtime')
  release()
  expect([slots.running, slots.waitingOf('batch')]).toEqual([2, 1])
  slots.refuseWaiting(new Error('closed'))
  await expect(third).rejects.toThrow('closed')
})

test('a slot that is handed back twice is free once', async () => {
  const slots = createSlots({ max: 1 })
  const release = await slots.acquire()
  release()
  release()
  await slots.acquire()
  expect(slots.running).toBe(1)
})

test('whoever leaves the queue loses the place and holds up nobody', async () => {
  const slots = createSlots({ max: 1 })
  const release = await slots.acquire()
  const leave = new AbortController()
  const first = slots.acquire('realtime', leave.signal)
  const second = slots.acquire()
  leave.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  await expect(slots.acquire('realtime', leave.signal)).rejects.toThrow('left')
  release()
  await second
  expect(slots.running).toBe(1)
})

test('slots that are reserved for a while stay free after real-time work, and are used when none has come', async () => {
  let nowMs = 0
  const slots = createSlots({ max: 2, reserved: 1, reservedForMs: 2000, now: () => nowMs })
  const batch = [await slots.acquire('batch'), await slots.acquire('batch')]
  expect([slots.isFull('batch'), slots.isFull('realtime')]).toEqual([true, true])
  const realtime = slots.acquire('realtime')
  const waiting = slots.acquire('batch')
  for (const leave of batch) leave()
  const leave = await realtime
  leave()
  expect((await waiting) instanceof Function).toBe(true)
  expect([slots.running, slots.isFull('batch'), slots.isFull('realtime')]).toEqual([1, true, false])
  nowMs = 1999
  expect(slots.isFull('batch')).toBe(true)
  nowMs = 2000
  expect(slots.isFull('batch')).toBe(false)
})

test('while real-time work comes, a slot that batch work has left rests, and real-time work may use it', async () => {
  let time = 0
  const slots = createSlots({ max: 2, reserved: 1, reservedForMs: 1000, restFactor: 3, now: () => time })
  const atOnce = await slots.acquire('batch')
  time += 5
  atOnce()
  expect(slots.isFull('batch')).toBe(false)
  const person = await slots.acquire('realtime')
  person()
  const leave = await slots.acquire('batch')
  time += 10
  leave()
  expect(slots.isFull('batch')).toBe(true)
  expect(slots.isFull('realtime')).toBe(false)
  const waiting = slots.acquire('batch')
  const both = await Promise.all([slots.acquire('realtime'), slots.acquire('realtime')])
  expect([slots.running, slots.waitingOf('batch')]).toEqual([2, 1])
  for (const done of both) done()
  // The rest is over after three times as long as the work took.
  const started = performance.now()
  await waiting
  expect(performance.now() - started).toBeGreaterThan(25)
})
