import { expect, test } from 'vitest'
import {
  createHeavyQueue,
  createLongQueue,
  createShortQueue,
  heavyRequestsAtOnceMax,
  lightWaitingBytesMax,
  longRequestsAtOnceMax,
  requestsAtOnceMax,
  waitingBytesMax,
  waitingRequestsMax,
} from './request-queue.ts'

const signal = new AbortController().signal
const tooMany = {
  code: 'unavailable',
  message: 'too many large requests are waiting; try again',
  extras: { headers: { 'retry-after': '2' } },
}

async function fullQueue() {
  const queue = createHeavyQueue()
  const leave = await Promise.all(Array.from({ length: heavyRequestsAtOnceMax }, () => queue.enter('a', 0, signal)))
  return { queue, leave }
}

test('an account may have 100 large requests waiting; other accounts are still accepted', async () => {
  const { queue } = await fullQueue()
  for (let i = 0; i < waitingRequestsMax; i++) queue.enter('a', 0, signal)
  await expect(queue.enter('a', 0, signal)).rejects.toMatchObject(tooMany)
  let isRefused = false
  queue.enter('b', 0, signal).catch(() => {
    isRefused = true
  })
  await Promise.resolve()
  expect(isRefused).toBe(false)
})

test('the bodies of waiting requests may take 288 MiB, and those of one account half of that', async () => {
  const { queue } = await fullQueue()
  queue.enter('a', waitingBytesMax / 2, signal)
  await expect(queue.enter('a', 1, signal)).rejects.toMatchObject(tooMany)
  queue.enter('b', waitingBytesMax / 2, signal)
  await expect(queue.enter('c', 1, signal)).rejects.toMatchObject(tooMany)
})

test.each([
  [createShortQueue, requestsAtOnceMax],
  [createLongQueue, longRequestsAtOnceMax],
] as const)('waiting bodies of ordinary size may take 64 MiB: %o', async (create, atOnceMax) => {
  expect(lightWaitingBytesMax).toBe(64 * 1024 * 1024)
  const queue = create()
  for (let i = 0; i < atOnceMax; i++) queue.enter(`busy ${i}`, 0, signal)
  queue.enter('a', lightWaitingBytesMax / 2, signal)
  await expect(queue.enter('a', 1, signal)).rejects.toMatchObject(tooMany)
})

test('accounts take turns, and a request whose client has disconnected is skipped', async () => {
  const { queue, leave } = await fullQueue()
  const order: string[] = []
  const gone = new AbortController()
  const wait = (accountId: string, of = signal) =>
    queue.enter(accountId, 10, of).then(
      (done) => {
        order.push(accountId)
        done()
      },
      () => order.push(`${accountId} left`),
    )
  const all = [wait('a'), wait('a'), wait('gone', gone.signal), wait('b')]
  gone.abort(new Error('left'))
  for (const done of leave) done()
  await Promise.all(all)
  expect(order.toSorted()).toEqual(['a', 'a', 'b', 'gone left'])
  expect(order.indexOf('b')).toBeLessThan(order.lastIndexOf('a'))
})
