import type { Measured } from '@palate/core/taste/attributes.ts'
import { expect, test } from 'vitest'
import type { TrainingSet } from './training-set.ts'
import { TrainingSetCache, trainingSetBytesInMemoryMax } from './training-set-cache.ts'

const stateOf = (key: string, derivedRevision = 0) => ({ profileId: 'prof', key, derivedRevision })

/** A training set with one picture whose embedding has this many bytes. */
function trainingSetWith(bytes: number): TrainingSet {
  const embedding = new Float32Array(bytes / 4)
  const pictures = new Map([['url:0', { embedding, attributes: {} as Measured, contentHash: 'hash' }]])
  return { profileId: 'prof', seed: null, examples: new Map(), pictures, unusable: [], fingerprint: 'one' }
}

function loading(trainingSet: TrainingSet, derivedRevision = 0) {
  return async () => ({ derivedRevision, trainingSet })
}

test('a training set is kept until the revision of its profile increases', async () => {
  const cache = new TrainingSetCache()
  const [first, second] = [trainingSetWith(4), trainingSetWith(4)]
  expect(await cache.findOrLoad(stateOf('a'), loading(first))).toBe(first)
  expect(await cache.findOrLoad(stateOf('a'), loading(second))).toBe(first)
  expect(cache.find(stateOf('a', 1))).toBeUndefined()
  expect(cache.findStale(stateOf('a', 1))).toBe(first)
  expect(await cache.findOrLoad(stateOf('a', 1), loading(second, 1))).toBe(second)
  expect(cache.find(stateOf('a', 1))).toBe(second)
})

test('a slow load does not replace a newer training set', async () => {
  const cache = new TrainingSetCache()
  const slow = Promise.withResolvers<{ derivedRevision: number; trainingSet: TrainingSet }>()
  const [first, second] = [trainingSetWith(4), trainingSetWith(4)]
  const waiting = cache.findOrLoad(stateOf('a'), () => slow.promise)
  await cache.findOrLoad(stateOf('a', 1), loading(second, 1))
  slow.resolve({ derivedRevision: 0, trainingSet: first })
  expect(await waiting).toBe(first)
  expect(cache.find(stateOf('a'))).toBe(second)
})

test('concurrent callers share one load, and a failed load is not kept', async () => {
  const cache = new TrainingSetCache()
  const broken = async () => Promise.reject(new Error('the store is gone'))
  const trainingSet = trainingSetWith(4)
  const both = [cache.findOrLoad(stateOf('a'), broken), cache.findOrLoad(stateOf('a'), loading(trainingSet))]
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.findOrLoad(stateOf('a'), loading(trainingSet))).toBe(trainingSet)
})

test('the most recent are kept within the memory limit, which includes pictures and texts', async () => {
  const cache = new TrainingSetCache()
  const third = trainingSetBytesInMemoryMax / 3
  const constraints = [{ id: 'q', question: 'Busy?', answer: 'x'.repeat(third / 2) }]
  const wordy = {
    ...trainingSetWith(4),
    examples: new Map([['aesthetics', { labels: [], comparisons: [], constraints }]]),
  }
  await cache.findOrLoad(stateOf('a'), loading(trainingSetWith(third)))
  await cache.findOrLoad(stateOf('b'), loading(wordy))
  expect(cache.find(stateOf('a'))).toBeDefined()
  await cache.findOrLoad(stateOf('c'), loading(trainingSetWith(third)))
  expect(['a', 'b', 'c'].map((key) => cache.find(stateOf(key)) !== undefined)).toEqual([true, false, true])
})

test('a training set that is too large to keep is loaded each time', async () => {
  const cache = new TrainingSetCache()
  const [first, second] = [trainingSetWith(trainingSetBytesInMemoryMax), trainingSetWith(trainingSetBytesInMemoryMax)]
  expect(await cache.findOrLoad(stateOf('a'), loading(first))).toBe(first)
  expect(cache.findStale(stateOf('a'))).toBeUndefined()
  expect(await cache.findOrLoad(stateOf('a'), loading(second))).toBe(second)
})
