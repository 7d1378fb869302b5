import type { LearnedModel } from '@palate/core/taste/learn.ts'
import { tasteSettings } from '@palate/core/taste/preference.ts'
import { afterEach, expect, test } from 'vitest'
import type { EmbedderSettings } from '../../embedder-settings.ts'
import { Models, modelBytesInMemoryMax, startLearning } from './models.ts'
import type { Taught } from './training-set-cache.ts'

const nothing: Taught = { seed: null, lessons: new Map(), pictures: new Map(), unusable: [], fingerprint: 'nothing' }
const builtin: EmbedderSettings = { kind: 'builtin' }
let models: Models

afterEach(() => models.close())

/** Cannot start its pool the first so many times. */
function modelsAfter(failures: number): Models {
  let left = failures
  return new Models(builtin, () => {
    left -= 1
    return left < 0 ? startLearning(builtin) : Promise.reject(new Error('no thread to be had'))
  })
}

test('where the thread that learns could not start, the next model starts it anew', async () => {
  models = modelsAfter(1)
  await expect(models.model(nothing, 'aesthetics')).rejects.toThrow('no thread to be had')
  expect(await models.model(nothing, 'aesthetics')).toMatchObject({ dimension: 'aesthetics', elementIds: [] })
})

test('where it could not start, closing has nothing to close', async () => {
  models = modelsAfter(1)
  const learning = models.model(nothing, 'aesthetics')
  const closing = models.close()
  await expect(learning).rejects.toThrow('no thread to be had')
  expect(await closing).toBeUndefined()
  expect(await models.close()).toBeUndefined()
})

test('the latest models are kept as far as there is room for them', async () => {
  const learned: string[] = []
  models = new Models(builtin, async () => {
    const pool = await startLearning(builtin)
    return {
      ...pool,
      run: async ({ training }) => {
        learned.push(training.dimension)
        return hugeModel(training.dimension)
      },
    }
  })
  for (const dimension of ['a', 'b', 'a', 'c', 'b', 'a']) await models.model(nothing, dimension)
  // The third has no room beside the other two, and b was the one not asked for longest; then a was.
  expect(learned).toEqual(['a', 'b', 'c', 'b', 'a'])
})

/** Takes up half of the room but for a little. */
function hugeModel(dimension: string): LearnedModel {
  const values = new Float64Array(modelBytesInMemoryMax / 2 / 8 - 10_000)
  const none = new Float64Array()
  const choleskyFactor = { rows: 0, columns: 0, values }
  const taste = {
    settings: tasteSettings,
    frames: [],
    observations: [],
    gradient: none,
    hessianRoot: none,
    choleskyFactor,
    labelBias: 0,
  }
  return { dimension, wishes: [], taste, elementIds: [] }
}
