import { expect, test } from 'vitest'
import type { State } from '../../ports/states.ts'
import type { ThreadServices } from '../../services.ts'
import type { PinnedPictures } from './pinned-pictures.ts'
import { TrainingSetLoader } from './training-set-loader.ts'

test('a client that leaves stops waiting for pictures, which are still read for the next request', async () => {
  const reading = Promise.withResolvers<unknown>()
  let reads = 0
  const pictures = {
    read: () => {
      reads += 1
      return reading.promise
    },
  } as unknown as PinnedPictures
  const profiles = { incrementDerivedRevision: async () => 1 }
  const loader = new TrainingSetLoader(
    {} as ThreadServices,
    pictures,
    profiles,
    { find: async () => [] },
    { change: async () => ({ firstLabel: undefined }) },
  )
  const state = {
    profileId: 'prof_1',
    derivedRevision: 0,
    seed: null,
    key: async () => 'key',
    elements: async () => ({ constraints: [], exemplars: [], comparisons: [] }),
  } as unknown as State
  const leaving = new AbortController()
  const left = loader.load(state, leaving.signal)
  await expect.poll(() => reads).toBe(1)
  leaving.abort(new Error('the client went away'))
  await expect(left).rejects.toThrow('the client went away')
  const next = loader.load(state)
  reading.resolve({ pictures: new Map(), faults: new Map(), derivedRevision: 0 })
  expect((await next).pictures.size).toBe(0)
  expect(reads).toBe(1)
})
