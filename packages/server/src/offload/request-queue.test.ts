import { expect, test } from 'vitest'
import {
  createRequestQueue,
  heavyRequestsAtOnceMax,
  requestsAtOnceMax,
  reservedRequests,
  waitingBytesMax,
  waitingRequestsMax,
} from './request-queue.ts'

const tooMany = {
  code: 'unavailable',
  message: 'too many large requests are waiting; try again',
  extras: { headers: { 'retry-after': '2' } },
}

async function busyQueue() {
  const queue = createRequestQueue()
  const heavy = Array.from({ length: heavyRequestsAtOnceMax }, () => queue.enter('a', { isHeavy: true }))
  return { queue, leave: await Promise.all(heavy) }
}

test('an account may have 100 large requests waiting; other accounts are still accepted', async () => {
  const { queue } = await busyQueue()
  for (let i = 0; i < waitingRequestsMax; i++) queue.enter('a', { isHeavy: true })
  await expect(queue.enter('a', { isHeavy: true })).rejects.toMatchObject(tooMany)
  let isRefused = false
  queue.enter('b', { isHeavy: true }).catch(() => {
    isRefused = true
  })
  await Promise.resolve()
  expect(isRefused).toBe(false)
})

test('the bodies of waiting requests may take 288 MiB, and those of one account half of that', async () => {
  expect(waitingBytesMax).toBe(288 * 1024 * 1024)
  const { queue } = await busyQueue()
  queue.enter('a', { isHeavy: true, bytes: waitingBytesMax / 2 })
  await expect(queue.enter('a', { isHeavy: true, bytes: 1 })).rejects.toMatchObject(tooMany)
  queue.enter('b', { isHeavy: true, bytes: waitingBytesMax / 2 })
  await expect(queue.enter('c', { isHeavy: true, bytes: 1 })).rejects.toMatchObject(tooMany)
})

test('requests with small bodies do not wait for those with large ones, nor for those that wait for hosts', async () => {
  const { queue } = await busyQueue()
  let started = 0
  const enter = (accountId: string, mayWaitLong: boolean) =>
    queue.enter(accountId, { mayWaitLong }).then(() => started++)
  for (let i = 0; i < 2 * requestsAtOnceMax; i++) enter(`slow ${i}`, true)
  await expect.poll(() => started).toBe(requestsAtOnceMax - reservedRequests - heavyRequestsAtOnceMax)
  await enter('b', false)
})

test('an account holds at most half of the slots', async () => {
  const queue = createRequestQueue()
  let started = 0
  for (let i = 0; i < requestsAtOnceMax; i++) queue.enter('a', {}).then(() => started++)
  await expect.poll(() => started).toBe(requestsAtOnceMax / 2)
  await queue.enter('b', {})
  expect(started).toBe(requestsAtOnceMax / 2)
})

test('accounts take turns, and a request whose client has disconnected is skipped', async () => {
  const { queue, leave } = await busyQueue()
  const order: string[] = []
  const gone = new AbortController()
  const wait = (accountId: string, signal?: AbortSignal) =>
    queue.enter(accountId, { isHeavy: true, bytes: 10, signal }).then(
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
