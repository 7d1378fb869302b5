import { afterEach, expect, test } from 'vitest'
import type { EmbedderSettings } from './embedder-settings.ts'
import { Models, startLearning } from './models.ts'
import type { Taught } from './taught-states.ts'

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
