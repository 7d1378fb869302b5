import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResultCache } from './result-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Cache = ResultCache<{ readonly key: string }>

function createCache(): Cache {
  return new ResultCache({ entriesMax: 10, bytesMax: 60, replacedBytesMax: 30 })
}

/** The subject is the first letter. */
function add(cache: Cache, ...keys: readonly string[]): void {
  for (const key of keys) cache.set(key, { key }, { subject: key.charAt(0), bytes: 10 })
}

const keptOf = (cache: Cache, ...keys: readonly string[]) => keys.filter((key) => cache.get(key)?.key === key)

test('all results stay that were used in the last minute, as far as the memory limit allows', () => {
  const cache = createCache()
  add(cache, 'a1', 'a2', 'a3', 'a4', 'a5')
  vi.advanceTimersByTime(59_000)
  add(cache, 'a6')
  expect(keptOf(cache, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6')).toHaveLength(6)
  add(cache, 'a7')
  expect(keptOf(cache, 'a1', 'a2', 'a7')).toEqual(['a2', 'a7'])
})

test('later, results that newer ones have replaced take only a part of it', () => {
  const cache = createCache()
  add(cache, 'a1', 'a2', 'a3', 'a4', 'a5')
  vi.advanceTimersByTime(59_000)
  cache.get('a2')
  vi.advanceTimersByTime(2_000)
  add(cache, 'a6')
  expect(keptOf(cache, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6')).toEqual(['a2', 'a5', 'a6'])
})

test('the newest result about each subject stays, however long nobody uses it', () => {
  const cache = createCache()
  add(cache, 'a1', 'a2', 'b1', 'c1', 'd1')
  vi.advanceTimersByTime(3_600_000)
  add(cache, 'e1')
  expect(keptOf(cache, 'a1', 'a2', 'b1', 'c1', 'd1', 'e1')).toEqual(['a2', 'b1', 'c1', 'd1', 'e1'])
})

test('a result that is larger than the cache is not kept, and replaces nothing', () => {
  const cache = createCache()
  add(cache, 'a1', 'b1', 'c1')
  cache.set('a2', { key: 'a2' }, { subject: 'a', bytes: 61 })
  vi.advanceTimersByTime(3_600_000)
  add(cache, 'd1')
  expect(keptOf(cache, 'a1', 'a2', 'b1', 'c1', 'd1')).toEqual(['a1', 'b1', 'c1', 'd1'])
})
