import { expect, test } from 'vitest'
import { createSemaphore, type SemaphoreOptions, type WantedSlots } from './semaphore.ts'
import { batch, type Priority, realtime } from './work-context.ts'

test('slots are granted up to the maximum, then in order of arrival, real-time work first', async () => {
  const semaphore = createSemaphore({ max: 1 })
  const order: string[] = []
  const release = await semaphore.acquire()
  const enter = (name: string, priority: Priority) =>
    semaphore.acquire({ ...realtime, priority }).then((release) => {
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
  await semaphore.acquire(batch)
  await semaphore.acquire(batch)
  const third = semaphore.acquire(batch)
  expect(semaphore.waitingOf('batch')).toBe(1)
  const release = await semaphore.acquire(realtime)
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
  const first = semaphore.acquire({ ...realtime, signal: abort.signal })
  const second = semaphore.acquire()
  abort.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  await expect(semaphore.acquire({ ...realtime, signal: abort.signal })).rejects.toThrow('left')
  release()
  await second
  expect(semaphore.running).toBe(1)
})

test('slots reserved for a time stay free after real-time work, and batch work uses them afterwards', async () => {
  let nowMs = 0
  const semaphore = createSemaphore({ max: 2, reserved: 1, reservedForMs: 2000, now: () => nowMs })
  const held = [await semaphore.acquire(batch), await semaphore.acquire(batch)]
  expect([semaphore.isFull('batch'), semaphore.isFull('realtime')]).toEqual([true, true])
  const urgent = semaphore.acquire(realtime)
  const waiting = semaphore.acquire(batch)
  for (const leave of held) leave()
  const leave = await urgent
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
  const early = await semaphore.acquire(batch)
  time += 5
  early()
  expect(semaphore.isFull('batch')).toBe(false)
  const urgent = await semaphore.acquire(realtime)
  urgent()
  const release = await semaphore.acquire(batch)
  time += 10
  const released = performance.now()
  release()
  expect(semaphore.isFull('batch')).toBe(true)
  expect(semaphore.isFull('realtime')).toBe(false)
  const waiting = semaphore.acquire(batch)
  const both = await Promise.all([semaphore.acquire(realtime), semaphore.acquire(realtime)])
  expect([semaphore.running, semaphore.waitingOf('batch')]).toEqual([2, 1])
  for (const done of both) done()
  // The cool-down lasts three times as long as the work took.
  await waiting
  expect(performance.now() - released).toBeGreaterThan(25)
})

/** A semaphore whose clock only the work advances, and a function that queues work of an account. */
function semaphoreWithLog(options: Partial<SemaphoreOptions> = {}) {
  let nowMs = 0
  const semaphore = createSemaphore({ max: 1, now: () => nowMs, ...options })
  const order: string[] = []
  /** Holds a slot for the given time. */
  const work = async (accountId: string, tookMs: number, wanted: WantedSlots = { costMs: tookMs }) => {
    const release = await semaphore.acquire({ ...realtime, accountId }, wanted)
    order.push(accountId)
    nowMs += tookMs
    release()
  }
  return { semaphore, order, work }
}

test('accounts take turns, however much work each has queued', async () => {
  const { semaphore, order, work } = semaphoreWithLog()
  const release = await semaphore.acquire({ ...realtime, accountId: 'own' })
  const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((account) => work(account, 10))
  release()
  await Promise.all(all)
  expect(order.join('')).toBe('abcabaa')
})

test('turns are weighted by cost: others run many cheap pieces of work for each expensive one', async () => {
  const { semaphore, order, work } = semaphoreWithLog()
  const release = await semaphore.acquire({ ...realtime, accountId: 'own' })
  const all = [...Array(3).fill(['a', 100]), ...Array(9).fill(['b', 25])].map(([account, ms]) => work(account, ms))
  release()
  await Promise.all(all)
  expect(order.join('')).toBe('abbbbabbbbab')
})

test('the actual duration of work counts, not the expected one', async () => {
  const { semaphore, order, work } = semaphoreWithLog()
  const release = await semaphore.acquire({ ...realtime, accountId: 'own' })
  const all = [...Array(3).fill(['a', 100]), ...Array(8).fill(['b', 25])].map(([account, ms]) =>
    work(account, ms, { costMs: 25 }),
  )
  release()
  await Promise.all(all)
  expect(order.join('')).toBe('abbbbabbbba')
})

test('an idle account goes first, but accumulates no credit', async () => {
  const { order, work } = semaphoreWithLog()
  const many = Array.from({ length: 6 }, () => work('a', 10))
  await many[2]
  const late = [work('b', 10), work('b', 10), work('b', 10)]
  await Promise.all([...many, ...late])
  expect(order.join('')).toMatch(/^aaaa?bababa*b*$/)
})

test("while another account's real-time work arrives, an account leaves the reserved slots to it", async () => {
  let nowMs = 0
  const semaphore = createSemaphore({ max: 2, reserved: 1, reservedForMs: 2000, now: () => nowMs })
  const [a, b] = ['a', 'b'].map((accountId) => ({ ...realtime, accountId }))
  const alone = [await semaphore.acquire(a), await semaphore.acquire(a)]
  const visit = semaphore.acquire(b)
  const more = semaphore.acquire(a)
  alone[0]?.()
  const leave = await visit
  leave()
  expect([semaphore.running, semaphore.waitingOf('realtime', 'a')]).toEqual([1, 1])
  const again = await semaphore.acquire(b)
  again()
  nowMs = 2000
  semaphore.resize({ max: 2, reserved: 1 })
  await more
  expect(semaphore.running).toBe(2)
})

test('expensive work uses only some slots, and cheap work of the same account behind it continues', async () => {
  const semaphore = createSemaphore({ max: 3, expensiveMax: 1 })
  const work = { ...realtime, accountId: 'a' }
  const first = await semaphore.acquire(work, { isExpensive: true })
  const second = semaphore.acquire(work, { isExpensive: true })
  await semaphore.acquire(work)
  expect([semaphore.running, semaphore.waitingOf('realtime', 'a'), semaphore.isFull('realtime')]).toEqual([2, 1, false])
  first()
  await second
  expect([semaphore.running, semaphore.waitingOf('realtime')]).toEqual([2, 0])
})

test('with leavesAsMuchFree, a single account gets half of the slots, and others always find some', async () => {
  const semaphore = createSemaphore({ max: 12, leavesAsMuchFree: true })
  const take = (accountId: string) => {
    for (let i = 0; i < 12; i++) semaphore.acquire({ ...realtime, accountId }).catch(() => {})
    return 12 - semaphore.waitingOf('realtime', accountId)
  }
  expect(['a', 'b', 'c', 'd'].map(take)).toEqual([6, 3, 1, 1])
  semaphore.rejectWaiting(new Error('over'))
})

test('the groups of an account leave room for each other in the same way, and none waits behind another', async () => {
  const semaphore = createSemaphore({ max: 32, leavesAsMuchFree: true })
  const take = (group: string) => {
    const before = semaphore.running
    for (let i = 0; i < 12; i++) semaphore.acquire({ ...realtime, accountId: 'a' }, { group }).catch(() => {})
    return semaphore.running - before
  }
  expect(['x', 'y', 'z'].map(take)).toEqual([8, 4, 2])
  semaphore.rejectWaiting(new Error('over'))
})

test('work may need several slots, and waits until they are free', async () => {
  const semaphore = createSemaphore({ max: 10 })
  const release = await semaphore.acquire(realtime, { slots: 6 })
  const large = semaphore.acquire({ ...realtime, accountId: 'a' }, { slots: 6 })
  await semaphore.acquire({ ...realtime, accountId: 'b' }, { slots: 4 })
  expect([semaphore.running, semaphore.waitingOf('realtime', 'a')]).toEqual([10, 1])
  release()
  await large
  expect(semaphore.running).toBe(10)
})

test('the longest time without a turn is reported per account, however long the queue of another is', async () => {
  const waits: number[] = []
  const { semaphore, work } = semaphoreWithLog({ onStart: (_, waitedMs) => waits.push(waitedMs) })
  const release = await semaphore.acquire({ ...realtime, accountId: 'own' })
  expect(semaphore.turnWaitMs()).toBe(0)
  const all = Array.from({ length: 4 }, () => work('a', 1000))
  await Promise.resolve()
  const turns: number[] = []
  const watched = all.map((one) => one.then(() => turns.push(semaphore.turnWaitMs())))
  release()
  await Promise.all(watched)
  // The last waits for three seconds, but its account has a turn every second.
  expect(waits).toEqual([0, 0, 0, 1000, 2000, 3000].slice(1))
  expect(Math.max(...turns)).toBeLessThanOrEqual(1000)
})

test('work that waits for many slots is not overtaken if that is ruled out, and gets all of them', async () => {
  for (const mayOvertake of [true, false]) {
    const semaphore = createSemaphore({ max: 20, mayOvertake })
    const order: string[] = []
    const frees: (() => void)[] = []
    const enter = (accountId: string, slots: number) =>
      semaphore.acquire({ ...batch, accountId }, { slots }).then((free) => {
        order.push(accountId)
        frees.push(free)
      })
    const all = [enter('a', 10), enter('b', 500), enter('c', 10), enter('d', 10)]
    while (order.length < all.length) {
      await new Promise(setImmediate)
      frees.shift()?.()
    }
    expect(order).toEqual(mayOvertake ? ['a', 'c', 'd', 'b'] : ['a', 'b', 'c', 'd'])
  }
})

test('spare work waits behind real-time work, but uses reserved slots when there is none', async () => {
  const slots = createSemaphore({ max: 2, reserved: 1, reservedForMs: 60_000 })
  const started: string[] = []
  const start = async (priority: 'realtime' | 'spare' | 'batch') => {
    const release = await slots.acquire({ priority, accountId: 'acct' })
    started.push(priority)
    return release
  }
  const held = [await start('realtime'), await start('realtime')]
  const waiting = [start('batch'), start('spare'), start('realtime')]
  held[0]?.()
  await waiting[2]
  held[1]?.()
  await waiting[1]
  expect(started).toEqual(['realtime', 'realtime', 'realtime', 'spare'])
  expect(slots.waitingOf('batch')).toBe(1)
})
