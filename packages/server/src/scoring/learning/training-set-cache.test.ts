import type { Measured } from '@palate/core/taste/attributes.ts'
import { expect, test } from 'vitest'
import { type Taught, TaughtStates, taughtBytesInMemoryMax } from './training-set-cache.ts'

const stateOf = (key: string, computed = 0) => ({ profileId: 'prof', key, computed })

/** A state with one picture whose embedding takes up so many bytes. */
function taughtWith(bytes: number): Taught {
  const embedding = new Float32Array(bytes / 4)
  const pictures = new Map([['url:0', { embedding, attributes: {} as Measured, contentHash: 'hash' }]])
  return { seed: null, lessons: new Map(), pictures, unusable: [], fingerprint: 'one' }
}

function reading(taught: Taught, computed = 0) {
  return async () => ({ computed, taught })
}

test('what was read is kept, until more was computed for the profile', async () => {
  const states = new TaughtStates()
  const [first, second] = [taughtWith(4), taughtWith(4)]
  expect(await states.findOrRead(stateOf('a'), reading(first))).toBe(first)
  expect(await states.findOrRead(stateOf('a'), reading(second))).toBe(first)
  expect(states.find(stateOf('a', 1))).toBeUndefined()
  expect(states.latest(stateOf('a', 1))).toBe(first)
  expect(await states.findOrRead(stateOf('a', 1), reading(second, 1))).toBe(second)
  expect(states.find(stateOf('a', 1))).toBe(second)
})

test('a reading that took long does not replace a newer one', async () => {
  const states = new TaughtStates()
  const slow = Promise.withResolvers<{ computed: number; taught: Taught }>()
  const [first, second] = [taughtWith(4), taughtWith(4)]
  const waiting = states.findOrRead(stateOf('a'), () => slow.promise)
  await states.findOrRead(stateOf('a', 1), reading(second, 1))
  slow.resolve({ computed: 0, taught: first })
  expect(await waiting).toBe(first)
  expect(states.find(stateOf('a'))).toBe(second)
})

test('those who ask at the same time share one reading, and a failed one is nobody’s', async () => {
  const states = new TaughtStates()
  const broken = async () => Promise.reject(new Error('the store is gone'))
  const taught = taughtWith(4)
  const both = [states.findOrRead(stateOf('a'), broken), states.findOrRead(stateOf('a'), reading(taught))]
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await states.findOrRead(stateOf('a'), reading(taught))).toBe(taught)
})

test('the latest are kept as far as there is room for their pictures and texts', async () => {
  const states = new TaughtStates()
  const third = taughtBytesInMemoryMax / 3
  const constraints = [{ id: 'q', question: 'Busy?', answer: 'x'.repeat(third / 2) }]
  const wordy = { ...taughtWith(4), lessons: new Map([['aesthetics', { labels: [], comparisons: [], constraints }]]) }
  await states.findOrRead(stateOf('a'), reading(taughtWith(third)))
  await states.findOrRead(stateOf('b'), reading(wordy))
  expect(states.find(stateOf('a'))).toBeDefined()
  await states.findOrRead(stateOf('c'), reading(taughtWith(third)))
  expect(['a', 'b', 'c'].map((key) => states.find(stateOf(key)) !== undefined)).toEqual([true, false, true])
})

test('a state too large to be kept is read all the same, each time', async () => {
  const states = new TaughtStates()
  const [first, second] = [taughtWith(taughtBytesInMemoryMax), taughtWith(taughtBytesInMemoryMax)]
  expect(await states.findOrRead(stateOf('a'), reading(first))).toBe(first)
  expect(states.latest(stateOf('a'))).toBeUndefined()
  expect(await states.findOrRead(stateOf('a'), reading(second))).toBe(second)
})
