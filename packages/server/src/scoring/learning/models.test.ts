import type { LearnedModel } from '@palate/core/taste/model/learn.ts'
import { tasteSettings } from '@palate/core/taste/model/preference.ts'
import { afterEach, expect, test } from 'vitest'
import type { EmbedderSettings } from '../../embedder-settings.ts'
import { Models, modelBytesInMemoryMax, startLearningPool } from './models.ts'
import type { TrainingSet } from './training-set.ts'

const nothing: TrainingSet = {
  seed: null,
  examples: new Map(),
  pictures: new Map(),
  unusable: [],
  fingerprint: 'nothing',
}
const builtin: EmbedderSettings = { kind: 'builtin' }
let models: Models

afterEach(() => models.close())

/** Fails to start its pool this many times. */
function modelsAfter(failures: number): Models {
  let left = failures
  return new Models(builtin, () => {
    left -= 1
    return left < 0 ? startLearningPool(builtin) : Promise.reject(new Error('no thread to be had'))
  })
}

test('if the learning thread cannot start, the next model starts it again', async () => {
  models = modelsAfter(1)
  await expect(models.model(nothing, 'aesthetics')).rejects.toThrow('no thread to be had')
  expect(await models.model(nothing, 'aesthetics')).toMatchObject({ dimension: 'aesthetics', elementIds: [] })
})

test('if it could not start, there is nothing to close', async () => {
  models = modelsAfter(1)
  const learning = models.model(nothing, 'aesthetics')
  const closing = models.close()
  await expect(learning).rejects.toThrow('no thread to be had')
  expect(await closing).toBeUndefined()
  expect(await models.close()).toBeUndefined()
})

test('the most recent models are kept as far as the memory limit allows', async () => {
  const learned: string[] = []
  models = new Models(builtin, async () => {
    const pool = await startLearningPool(builtin)
    return {
      ...pool,
      run: async ({ training }) => {
        learned.push(training.dimension)
        return hugeModel(training.dimension)
      },
    }
  })
  for (const dimension of ['a', 'b', 'a', 'c', 'b', 'a']) await models.model(nothing, dimension)
  // Two models fit. The third evicts b, the least recently used; then b evicts a.
  expect(learned).toEqual(['a', 'b', 'c', 'b', 'a'])
})

/** Takes slightly less than half of the memory limit. */
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
