import { expect, test } from 'vitest'
import { PalateError } from './error.ts'
import { type AfterRefusal, isTransientError, JudgementQueue, type JudgementStorage } from './judgement-queue.ts'

const offline = new PalateError('connection_failed', 'no answer')
const refusal = new PalateError('budget_exceeded', 'no more', { status: 409 })

/** A service that fails as it is told to, and records what it stored. */
function service(failures: readonly (Error | undefined)[] = []) {
  const stored: string[] = []
  let calls = 0
  const send = async (job: string) => {
    const failure = failures[calls++]
    if (failure) throw failure
    stored.push(job)
    return stored.length
  }
  return { stored, send }
}

function memory(left: readonly string[] = []): JudgementStorage<string> & { kept: readonly string[] } {
  return {
    kept: left,
    read() {
      return this.kept
    },
    write(waiting) {
      this.kept = waiting
    },
  }
}

const forever = { firstPauseMs: 1e9, pauseMsMax: 1e9 }

test('jobs are sent in order, and one without an answer is sent again before the next', async () => {
  const { stored, send } = service([undefined, offline, offline])
  const queue = new JudgementQueue({ send, firstPauseMs: 1 })
  for (const job of ['a', 'b', 'c']) queue.add(job)
  await queue.settled()
  expect(stored).toEqual(['a', 'b', 'c'])
  expect(queue.state()).toEqual({ waiting: [], problem: undefined, answer: 3, refused: undefined })
})

test('a job that the service refuses is reported and does not hold up the next', async () => {
  const { stored, send } = service([refusal])
  const queue = new JudgementQueue({ send })
  queue.add('a')
  queue.add('b')
  await queue.settled()
  expect(stored).toEqual(['b'])
  expect(queue.state().refused).toEqual({ job: 'a', error: refusal })
  queue.forgetRefusal()
  expect(queue.state().refused).toBeUndefined()
})

test.each([
  ['stop', ['b', 'c']],
  ['stop-and-keep', ['a', 'b', 'c']],
] as const)('after a refusal that means %s, %j waits and nothing more is sent', async (after: AfterRefusal, left) => {
  const { stored, send } = service([refusal])
  const storage = memory()
  const queue = new JudgementQueue({ send, storage, afterRefusal: () => after })
  queue.add('a')
  queue.add('b')
  await queue.settled()
  queue.add('c')
  await queue.settled()
  expect(stored).toEqual([])
  expect(storage.kept).toEqual(left)
})

test('a job that was not sent yet can be canceled; the one being sent cannot', async () => {
  const { stored, send } = service()
  const gate = Promise.withResolvers<void>()
  const queue = new JudgementQueue({
    send: async (job: string) => {
      await gate.promise
      return send(job)
    },
  })
  for (const job of ['a', 'b', 'c']) queue.add(job)
  expect(queue.cancel((job) => job === 'b')).toBe(true)
  expect(queue.cancel((job) => job === 'a')).toBe(false)
  gate.resolve()
  await queue.settled()
  expect(stored).toEqual(['a', 'c'])
})

test('what waits is kept in the storage, and the next program sends it first', async () => {
  const storage = memory()
  const queue = new JudgementQueue({ send: () => Promise.reject(offline), storage, ...forever })
  for (const job of ['a', 'b']) queue.add(job)
  await expect.poll(() => queue.state().problem).toBe(offline)
  expect(storage.kept).toEqual(['a', 'b'])
  const { stored, send } = service()
  const next = new JudgementQueue({ send, storage })
  next.start()
  await next.settled()
  expect(stored).toEqual(['a', 'b'])
  expect(storage.kept).toEqual([])
})

test('a pause before the next attempt ends when the queue is woken', async () => {
  const { stored, send } = service([offline])
  const queue = new JudgementQueue({ send, ...forever })
  queue.add('a')
  await expect.poll(() => queue.state().problem).toBe(offline)
  queue.wake()
  await queue.settled()
  expect(stored).toEqual(['a'])
})

test('closing tries once more and leaves the rest in the storage', async () => {
  const { stored, send } = service([offline, undefined, offline])
  const storage = memory()
  const queue = new JudgementQueue({ send, storage, ...forever })
  for (const job of ['a', 'b', 'c']) queue.add(job)
  await expect.poll(() => queue.state().problem).toBe(offline)
  await queue.close()
  expect(stored).toEqual(['a'])
  expect(storage.kept).toEqual(['b', 'c'])
})

test('a job that is added when the last one is answered is sent', async () => {
  const { stored, send } = service()
  const queue = new JudgementQueue<string, number>({ send })
  const end = queue.subscribe(() => {
    if (queue.state().answer !== 1) return
    end()
    queueMicrotask(() => queue.add('b'))
  })
  queue.add('a')
  await expect.poll(() => stored).toEqual(['a', 'b'])
})

test.each([0, 429, 500, 503])('status %d may pass', (status) => {
  expect(isTransientError(new PalateError('internal', 'x', { status }))).toBe(true)
})

test.each([400, 401, 404, 409])('status %d does not pass', (status) => {
  expect(isTransientError(new PalateError('internal', 'x', { status }))).toBe(false)
})
