import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResultCache } from './result-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function cacheOf(keys: readonly string[]): ResultCache<{ readonly key: string }> {
  const cache = new ResultCache<{ readonly key: string }>({ entriesMax: 10, bytesMax: 60, idleBytesMax: 30 })
  for (const key of keys) cache.set(key, { key }, 10)
  return cache
}

const kept = (cache: ResultCache<{ readonly key: string }>, keys: readonly string[]) =>
  keys.filter((key) => cache.get(key)?.key === key)

test('all results stay that were used in the last minute, as far as the memory limit allows', () => {
  expect(kept(cacheOf(['a', 'b', 'c', 'd', 'e']), ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(kept(cacheOf(['a', 'b', 'c', 'd', 'e', 'f', 'g']), ['a', 'b', 'g'])).toEqual(['b', 'g'])
})

test('of the others, the most recent stay within a smaller limit', () => {
  const cache = cacheOf(['a', 'b', 'c', 'd', 'e'])
  vi.advanceTimersByTime(59_000)
  cache.get('b')
  vi.advanceTimersByTime(2_000)
  cache.set('f', { key: 'f' }, 10)
  expect(kept(cache, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(['b', 'e', 'f'])
})

test('within the smaller limit results stay however long nobody uses them', () => {
  const cache = cacheOf(['a', 'b'])
  vi.advanceTimersByTime(3_600_000)
  cache.set('c', { key: 'c' }, 10)
  expect(kept(cache, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})
