import { tasteSettings } from '@palate/core/taste/gaussian-process/preference.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import { afterEach, expect, test } from 'vitest'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { fitInputsOf } from './fit-inputs.ts'
import { Models, modelBytesInMemoryMax, startLearningPool } from './models.ts'

const nothing = fitInputsOf({
  profileId: 'prof',
  seed: null,
  examples: new Map(),
  pictures: new Map(),
  unusable: [],
  fingerprint: 'nothing',
})
const builtin: EmbedderSettings = { kind: 'builtin' }
const asker = { accountId: 'acc_1' }
let models: Models

afterEach(() => models.close())

/** Models whose pool fails to start this many times. */
function modelsAfter(failures: number): Models {
  let left = failures
  return new Models(builtin, () => {
    left -= 1
    return left < 0 ? startLearningPool(builtin) : Promise.reject(new Error('no thread to be had'))
  })
}

test('if the learning thread cannot start, the next model starts it again', async () => {
  models = modelsAfter(1)
  await expect(models.model(nothing, 'aesthetics', asker)).rejects.toThrow('no thread to be had')
  expect(await models.model(nothing, 'aesthetics', asker)).toMatchObject({ dimension: 'aesthetics', elementIds: [] })
})

test('a thread that could not start need not be closed', async () => {
  models = modelsAfter(1)
  const learning = models.model(nothing, 'aesthetics', asker)
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
      run: async (job) => {
        const dimension = 'training' in job ? job.training.dimension : ''
        learned.push(dimension)
        return hugeModel(dimension)
      },
    }
  })
  for (const dimension of ['a', 'b', 'a', 'c', 'b', 'a']) await models.model(nothing, dimension, asker)
  // Two models fit. The third evicts b, the least recently used; then b evicts a.
  expect(learned).toEqual(['a', 'b', 'c', 'b', 'a'])
})

/** Counts the jobs it gets. The thread runs one job at a time. */
function countedModels() {
  const started = Promise.withResolvers<Awaited<ReturnType<typeof startLearningPool>>>()
  const jobs: string[] = []
  models = new Models(builtin, async () => {
    const pool = await startLearningPool(builtin)
    started.resolve(pool)
    const run: typeof pool.run = (job, options, work) => {
      if ('training' in job) jobs.push(job.training.dimension)
      return pool.run(job, options, work)
    }
    return { ...pool, run }
  })
  return { pool: started.promise, jobs }
}

test('models do not wait for validations', async () => {
  const threads: string[][] = []
  models = new Models(builtin, async () => {
    const kinds: string[] = []
    threads.push(kinds)
    return {
      ...(await startLearningPool(builtin)),
      // A validation never ends.
      run: (job) => {
        kinds.push(job.kind)
        return job.kind === 'learn' ? Promise.resolve(hugeModel('a')) : new Promise(() => {})
      },
    }
  })
  void models.validation(nothing, 'aesthetics', asker)
  void models.verdictBasis(nothing, 'aesthetics', asker)
  expect(await models.model(nothing, 'aesthetics', asker)).toMatchObject({ dimension: 'a' })
  await expect.poll(() => threads).toEqual([['validate', 'verdict'], ['learn']])
})

test("one account's models do not delay another's", async () => {
  countedModels()
  const learned: string[] = []
  const learn = async (accountId: string, dimension: string) => {
    await models.model(nothing, dimension, { accountId })
    learned.push(dimension)
  }
  const many = Array.from({ length: 20 }, (_, i) => learn('acc_many', `many ${i}`))
  await Promise.all([...many, learn('acc_one', 'one')])
  expect(learned).toHaveLength(21)
  expect(learned.indexOf('one')).toBeLessThan(3)
})

test('concurrent callers share one job, and later callers get its result', async () => {
  const { jobs } = countedModels()
  const ask = () => models.model(nothing, 'aesthetics', asker)
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second).toBe(first)
  expect(await ask()).toBe(first)
  expect(jobs).toEqual(['aesthetics'])
})

test('a model is not learned if all its callers have left', async () => {
  const { pool: started, jobs } = countedModels()
  await models.model(nothing, 'first', asker)
  const pool = await started
  const [one, other] = [new AbortController(), new AbortController()]
  const running = models.model(nothing, 'running', asker)
  const left = models.model(nothing, 'left', { ...asker, signal: one.signal })
  const shared = [
    models.model(nothing, 'shared', { ...asker, signal: one.signal }),
    models.model(nothing, 'shared', { ...asker, signal: other.signal }),
  ]
  await microtasks()
  expect(pool.waiting).toBe(2)
  one.abort(new Error('the client has left'))
  const refusals = Promise.allSettled([left, shared[0]])
  await microtasks()
  expect(pool.waiting).toBe(1)
  expect((await refusals).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await shared[1]).toMatchObject({ dimension: 'shared' })
  expect(await running).toMatchObject({ dimension: 'running' })
  expect(jobs).toEqual(['first', 'running', 'left', 'shared'])
})

/** Runs everything that is ready, except what comes from the thread. */
async function microtasks(): Promise<void> {
  for (let i = 0; i < 100; i++) await null
}

/** Takes slightly less than half of the memory limit. */
function hugeModel(dimension: string): LearnedModel {
  const values = new Float64Array(modelBytesInMemoryMax / 2 / 8 - 10_000)
  const none = new Float64Array()
  const choleskyFactor = { rows: 0, columns: 0, values }
  const component = {
    agreement: { weight: 1, mean: 1, variance: 0 },
    weight: 1,
    factor: 1,
    gradient: none,
    hessianRoot: none,
    logPosterior: 0,
    choleskyFactor,
  }
  const taste = {
    settings: tasteSettings,
    frames: [],
    observations: [],
    components: [component],
    simpleTastes: [],
    labelBias: 0,
  }
  return { dimension, wishes: [], taste, elementIds: [], tendencies: [], usualLabel: undefined }
}
