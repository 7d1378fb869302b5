import { attributes } from '@palate/core/taste/attributes.ts'
import { fitInputOf } from '@palate/core/taste/fit-input.ts'
import { createLearner, type LearnedModel, type Learner } from '@palate/core/taste/learn.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Validation } from '@palate/core/taste/validate.ts'
import { LRUCache } from 'lru-cache'
import type { EmbedderSettings } from '../../embedder-settings.ts'
import type { Judge } from '../score.ts'
import { createWorkerPool, type WorkerPool } from '../threads/worker-pool.ts'
import { openPriorHead } from './builtin-prior.ts'
import type { LearnJob, LearnResult } from './learn-worker.ts'
import type { Taught } from './training-set-cache.ts'

const modelsInMemoryMax = 500
/** One of 600 judgements takes up three megabytes, with an embedder of many dimensions more. */
export const modelBytesInMemoryMax = 256 * 1024 * 1024
const learnTimeoutMs = 120_000

/** The models that were learned, by what taught them: nothing is learned twice. */
export class Models {
  readonly learner: Learner
  readonly #results = new LRUCache<string, Promise<LearnResult>>({
    max: modelsInMemoryMax,
    maxSize: modelBytesInMemoryMax,
  })
  readonly #startPool: () => Promise<LearningPool>
  #pool: Promise<LearningPool> | undefined

  constructor(embedder: EmbedderSettings, startPool = () => startLearning(embedder)) {
    this.#startPool = startPool
    this.learner = createLearner(openPriorHead(embedder))
  }

  /** One judge for each dimension, in order. */
  judges(taught: Taught, dimensions: readonly Dimension[]): Promise<readonly Judge[]> {
    return Promise.all(
      dimensions.map(async (dimension) =>
        dimension.kind === 'attribute'
          ? measuring(dimension)
          : judging(this.learner, dimension, await this.model(taught, dimension.name)),
      ),
    )
  }

  model(taught: Taught, dimension: string): Promise<LearnedModel> {
    return this.#once('learn', taught, dimension) as Promise<LearnedModel>
  }

  /** How well a model of a part of the judgements predicts the others. */
  validation(taught: Taught, dimension: string): Promise<Validation> {
    return this.#once('validate', taught, dimension) as Promise<Validation>
  }

  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined)
    await pool?.close()
  }

  #once(kind: LearnJob['kind'], taught: Taught, dimension: string): Promise<LearnResult> {
    const name = JSON.stringify([kind, taught.fingerprint, dimension])
    const known = this.#results.get(name)
    if (known) return known
    const { lessons, pictures, seed } = taught
    const training = fitInputOf(dimension, lessons.get(dimension), pictures, seed)
    const result = this.#started().then((pool) => pool.run({ kind, training }))
    // How large it is shows when it is there; and the cache takes a new size only with a new value.
    this.#results.set(name, result, { size: bytesEach })
    result.then(
      (learned) => this.#results.set(name, Promise.resolve(learned), { size: bytesOf(learned) }),
      () => this.#results.delete(name),
    )
    return result
  }

  /** Started with the first model, for many processes never learn one; where that fails, again with the next. */
  #started(): Promise<LearningPool> {
    if (this.#pool) return this.#pool
    const pool = this.#startPool()
    this.#pool = pool
    pool.catch(() => {
      this.#pool = undefined
    })
    return pool
  }
}

type LearningPool = WorkerPool<LearnJob, null, LearnResult>

export function startLearning(embedder: EmbedderSettings): Promise<LearningPool> {
  return createWorkerPool({
    workers: 1,
    file: new URL('./learn-worker.ts', import.meta.url),
    workerData: embedder,
    jobTimeoutMs: learnTimeoutMs,
  })
}

/** Roughly what a result takes up beside its arrays of numbers. */
const bytesEach = 10_000

function bytesOf(learned: LearnResult): number {
  if (!('taste' in learned)) return bytesEach
  const { choleskyFactor, frames } = learned.taste
  const sizes = frames.map(({ coordinates: { axes, directions } }) => axes.byteLength + directions.byteLength)
  return sizes.reduce((sum, bytes) => sum + bytes, bytesEach + choleskyFactor.values.byteLength)
}

function judging(learner: Learner, dimension: Dimension, model: LearnedModel): Judge {
  return {
    dimension,
    score: (picture) => learner.predict(model, picture),
    explain: (picture) => learner.explain(model, picture),
  }
}

/** An attribute's score is the measure itself, of which there is no doubt. */
function measuring(dimension: Dimension): Judge {
  const attribute = attributes.find(({ name }) => name === dimension.name)
  if (!attribute) throw new Error(`${dimension.name} is no attribute`)
  return {
    dimension,
    score: ({ attributes: measured }) => measured[attribute.name],
    explain: ({ attributes: measured }) => ({
      confidence: 1,
      details: { measured: measured[attribute.name], low: attribute.low, high: attribute.high },
    }),
  }
}
