import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SpareTimeThumbnails, type WaitingPicture, waitingPictureBytesMax } from './spare-time-thumbnails.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function picture(contentHash: string, bytes = 10): WaitingPicture {
  return { accountId: 'acct', contentHash, bytes: new Uint8Array(bytes) }
}

function createSpareTime() {
  const made: string[] = []
  const state = { isIdle: false }
  const spareTime = new SpareTimeThumbnails({
    isIdle: () => state.isIdle,
    make: async ({ contentHash }, side) => made.push(`${contentHash} ${side}`),
  })
  return { spareTime, made, state }
}

test('thumbnails wait until no picture is processed, and each is made once', async () => {
  const { spareTime, made, state } = createSpareTime()
  for (const hash of ['a', 'b', 'a']) spareTime.add(picture(hash))
  await vi.advanceTimersByTimeAsync(2000)
  expect(made).toEqual([])
  state.isIdle = true
  await vi.advanceTimersByTimeAsync(500)
  expect(made).toEqual(['a 512', 'b 512'])
})

test('thumbnails wait while one picture after the other is read', async () => {
  const { spareTime, made, state } = createSpareTime()
  state.isIdle = true
  for (const hash of ['a', 'b', 'c', 'd']) {
    spareTime.add(picture(hash))
    await vi.advanceTimersByTimeAsync(400)
  }
  expect(made).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(made).toEqual(['a 512', 'b 512', 'c 512', 'd 512'])
})

test('a picture that is read meanwhile interrupts them', async () => {
  const made: string[] = []
  const spareTime = new SpareTimeThumbnails({
    isIdle: () => true,
    make: async ({ contentHash }) => {
      made.push(contentHash)
      if (contentHash === 'a') spareTime.add(picture('c'))
    },
  })
  for (const hash of ['a', 'b']) spareTime.add(picture(hash))
  await vi.advanceTimersByTimeAsync(500)
  expect(made).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(500)
  expect(made).toEqual(['a', 'b', 'c'])
})

test('pictures that do not fit into memory are left out until others are done', async () => {
  const { spareTime, made, state } = createSpareTime()
  spareTime.add(picture('large', waitingPictureBytesMax - 5))
  expect(spareTime.copy(new Uint8Array(5))).toEqual(new Uint8Array(5))
  expect(spareTime.copy(new Uint8Array(6))).toBeUndefined()
  spareTime.add(picture('late', 6))
  state.isIdle = true
  await vi.advanceTimersByTimeAsync(500)
  expect(made).toEqual(['large 512'])
  spareTime.add(picture('late', 6))
  await vi.advanceTimersByTimeAsync(500)
  expect(made).toEqual(['large 512', 'late 512'])
})

test('closing drops what waits', async () => {
  const { spareTime, made, state } = createSpareTime()
  spareTime.add(picture('a'))
  await spareTime.close()
  state.isIdle = true
  spareTime.add(picture('b'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(made).toEqual([])
})
