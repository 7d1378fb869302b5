import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FlushTimer, WriteBehindBuffer } from './write-behind-buffer.ts'

const everyMs = 100

interface Entry {
  readonly accountId: string
  readonly name: string
}

/** A buffer for up to 100 entries, and what it has written. Its writes fail while `fault` is set. */
function createBuffer() {
  const written: (readonly string[])[] = []
  const errors: unknown[] = []
  const store = { fault: undefined as Error | undefined, failing: '', isHeld: Promise.resolve() }
  const buffer = new WriteBehindBuffer<Entry>({
    everyMs,
    bytesMax: 100,
    measure: () => 1,
    onError: (error) => errors.push(error),
    write: async (entries) => {
      await store.isHeld
      if (store.fault && entries.some(({ accountId }) => accountId.startsWith(store.failing))) throw store.fault
      written.push(entries.map(({ name }) => name))
    },
  })
  return { buffer, written, errors, store }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('entries are written at intervals, in the order of their keys, and then forgotten', async () => {
  const { buffer, written } = createBuffer()
  buffer.add('b', { accountId: 'one', name: 'B' })
  buffer.add('a', { accountId: 'one', name: 'A' })
  expect(buffer.find('a')).toEqual({ accountId: 'one', name: 'A' })
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(written).toEqual([['A', 'B']])
  expect(buffer.find('a')).toBeUndefined()
  await buffer.close()
})

test('many entries are written in parts', async () => {
  const { buffer, written } = createBuffer()
  for (let i = 0; i < 100; i++) buffer.add(String(i), { accountId: 'one', name: String(i) })
  await buffer.flush()
  expect(written.map(({ length }) => length)).toEqual([50, 50])
  await buffer.close()
})

test('an entry that is replaced while it is written stays in the buffer', async () => {
  const { buffer, written, store } = createBuffer()
  const held = Promise.withResolvers<void>()
  store.isHeld = held.promise
  buffer.add('a', { accountId: 'one', name: 'old' })
  const flushing = buffer.flush()
  await vi.advanceTimersByTimeAsync(0)
  buffer.add('a', { accountId: 'one', name: 'new' })
  held.resolve()
  await flushing
  expect(buffer.find('a')).toEqual({ accountId: 'one', name: 'new' })
  await buffer.close()
  expect(written).toEqual([['old'], ['new']])
})

test('after a failed write the entries are tried again, and the error is reported', async () => {
  const { buffer, written, errors, store } = createBuffer()
  store.fault = new Error('the disk is full')
  buffer.add('a', { accountId: 'one', name: 'A' })
  await vi.advanceTimersByTimeAsync(2 * everyMs)
  expect(errors).toEqual([store.fault, store.fault])
  expect(buffer.find('a')).toEqual({ accountId: 'one', name: 'A' })
  await expect(buffer.flush()).rejects.toThrow('the disk is full')
  store.fault = undefined
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(written).toEqual([['A']])
  await buffer.close()
})

test('an account whose entries cannot be written does not stop the others', async () => {
  const { buffer, written, store } = createBuffer()
  store.fault = new Error('the shard is down')
  store.failing = 'one'
  buffer.add('a', { accountId: 'one', name: 'A' })
  buffer.add('b', { accountId: 'other', name: 'B' })
  await expect(buffer.flush()).rejects.toThrow('the shard is down')
  expect(written).toEqual([['B']])
  expect([buffer.find('a')?.name, buffer.find('b')]).toEqual(['A', undefined])
  store.fault = undefined
  await buffer.close()
})

test('while writes fail, only the newest entries are kept', async () => {
  const { buffer, written, store } = createBuffer()
  store.fault = new Error('the disk is full')
  for (let i = 100; i < 201; i++) buffer.add(String(i), { accountId: 'one', name: String(i) })
  await expect(buffer.flush()).rejects.toThrow('the disk is full')
  store.fault = undefined
  await buffer.close()
  expect(written.flat()).toHaveLength(100)
  expect(written.flat()).not.toContain('100')
})

test('closing writes what is left and ends the intervals', async () => {
  const { buffer, written } = createBuffer()
  buffer.add('a', { accountId: 'one', name: 'A' })
  await buffer.close()
  buffer.add('b', { accountId: 'one', name: 'B' })
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(written).toEqual([['A']])
})

test('writes never overlap: an interval is skipped while one is running, and a flush waits for it', async () => {
  const held = Promise.withResolvers<void>()
  const write = vi.fn(() => held.promise)
  const timer = new FlushTimer(write, { everyMs, onError: () => {} })
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(write).toHaveBeenCalledTimes(1)
  const flushed = timer.flush({ usesReserve: true })
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(write).toHaveBeenCalledTimes(1)
  held.resolve()
  await flushed
  expect(write.mock.calls).toEqual([[{}], [{ usesReserve: true }]])
  await timer.close()
})
