import type { Thresholds } from '@palate/core/profile/schema.ts'
import { setThresholdOf } from '@palate/core/profile/thresholds.ts'
import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import { type AgreementReport, agreementOf } from '@palate/core/taste/validation/agreement.ts'
import type { Validation } from '@palate/core/taste/validation/validate.ts'
import { calibrate } from '@palate/core/taste/verdict/certainty.ts'
import { thresholdOf } from '@palate/core/taste/verdict/threshold.ts'
import type { VerdictBasis } from '@palate/core/taste/verdict/verdict-basis.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { createWorkerPool, type WorkerPool } from '../../pictures/threads/worker-pool.ts'
import { SharedWork } from '../../work/shared-work.ts'
import type { WorkContext } from '../../work/work-context.ts'
import type { SuggestJob, SuggestResult } from '../suggestions/suggester.ts'
import { openBuiltinLikeness } from './builtin-likeness.ts'
import { openBuiltinPrior } from './builtin-prior.ts'
import { attributeScorer, type DimensionScorer, modelScorer, type VerdictRule } from './dimension-scorers.ts'
import type { FitInputs } from './fit-inputs.ts'
import type { Change, LearnJob, LearnResult } from './learn-worker.ts'
import { ResultCache } from './result-cache.ts'

const modelsInMemoryMax = 500
/** A model of 600 judgements takes three megabytes per remaining kind of owner, and more with large embeddings. */
export const modelBytesInMemoryMax = 256 * 1024 * 1024
const replacedModelBytesMax = 32 * 1024 * 1024
const learnTimeoutMs = 120_000

type Learned = LearnedModel | Validation | VerdictBasis | Change

/** What scorers need to return verdicts. */
export interface Verdicts {
  readonly thresholds: Thresholds
  readonly nameRejected: (basis: VerdictBasis) => Promise<VerdictBasis>
}

/** The account for which to learn, and a signal that ends the wait. */
export type Asker = Pick<WorkContext, 'accountId' | 'signal'>

/**
 * Learns models on a worker thread and caches them by training set, so that none is learned twice. Validations take much
 * longer and run on a thread of their own, so that models and suggestions do not wait for them.
 */
export class Models {
  readonly learner: Learner
  readonly #results = new ResultCache<Learned>({
    entriesMax: modelsInMemoryMax,
    bytesMax: modelBytesInMemoryMax,
    replacedBytesMax: replacedModelBytesMax,
  })
  readonly #running = new SharedWork<Learned>()
  readonly #startPool: () => Promise<LearningPool>
  readonly #pools = new Map<Task, Promise<LearningPool>>()

  constructor(embedder: EmbedderSettings, startPool = () => startLearningPool(embedder)) {
    this.#startPool = startPool
    this.learner = createLearner(openBuiltinPrior(embedder), openBuiltinLikeness(embedder))
  }

  /**
   * One scorer for each dimension, in order; with `verdicts`, scorers that return verdicts. Sequential, because the
   * inputs of all of them could take much memory.
   */
  async scorersOf(
    inputs: FitInputs,
    dimensions: readonly Dimension[],
    asker: Asker,
    verdicts?: Verdicts,
  ): Promise<readonly DimensionScorer[]> {
    const scorers: DimensionScorer[] = []
    for (const dimension of dimensions) {
      if (dimension.kind === 'attribute') {
        scorers.push(attributeScorer(dimension))
        continue
      }
      const model = await this.model(inputs, dimension.name, asker)
      const rule = verdicts && (await this.#ruleOf(inputs, dimension.name, asker, verdicts))
      scorers.push(modelScorer(this.learner, dimension, model, rule))
    }
    return scorers
  }

  model(inputs: FitInputs, dimension: string, asker: Asker): Promise<LearnedModel> {
    return this.#runOnce('learn', inputs, dimension, asker) as Promise<LearnedModel>
  }

  /** How well models learned from a part of the judgements predict the others. */
  validation(inputs: FitInputs, dimension: string, asker: Asker): Promise<Validation> {
    return this.#runOnce('validate', inputs, dimension, asker) as Promise<Validation>
  }

  /** Whether the labels show that the owner's taste has changed. */
  change(inputs: FitInputs, dimension: string, asker: Asker): Promise<Change> {
    return this.#runOnce('change', inputs, dimension, asker) as Promise<Change>
  }

  /** What thresholds and verdicts are based on. */
  verdictBasis(inputs: FitInputs, dimension: string, asker: Asker): Promise<VerdictBasis> {
    return this.#runOnce('verdict', inputs, dimension, asker) as Promise<VerdictBasis>
  }

  async #ruleOf(
    inputs: FitInputs,
    dimension: string,
    asker: Asker,
    { thresholds, nameRejected }: Verdicts,
  ): Promise<VerdictRule> {
    const basis = await nameRejected(await this.verdictBasis(inputs, dimension, asker))
    const limits = thresholdOf(basis.heldOut, setThresholdOf(thresholds, dimension))
    return { ...basis, limits, calibration: calibrate(basis.heldOut, limits.pass) }
  }

  /** Computes suggestions on the same thread. */
  async suggest(job: SuggestJob, { accountId, signal }: Asker): Promise<SuggestResult> {
    const pool = await this.#startedPool('learning')
    const priority = job.kind === 'keep' && job.isAhead ? 'batch' : 'realtime'
    return pool.run(job, {}, { priority, accountId, signal }) as Promise<SuggestResult>
  }

  /** How far the owner agrees with the crowd; null if the crowd's opinion is unknown. */
  async agreement(inputs: FitInputs, dimension: string, asker: Asker): Promise<AgreementReport | null> {
    if (!this.learner.knowsCrowd(dimension)) return null
    return agreementOf((await this.model(inputs, dimension, asker)).taste)
  }

  async close(): Promise<void> {
    const pools = await Promise.allSettled(this.#pools.values())
    await Promise.all(pools.map((pool) => (pool.status === 'fulfilled' ? pool.value.close() : undefined)))
  }

  /** Concurrent callers with the same request share one job. A queued job is dropped when all of them have left. */
  async #runOnce(
    kind: LearnJob['kind'],
    inputs: FitInputs,
    dimension: string,
    { accountId, signal }: Asker,
  ): Promise<Learned> {
    const key = JSON.stringify([kind, inputs.fingerprint, dimension])
    const known = this.#results.get(key)
    if (known) return known
    return this.#running.join(key, signal, async (whileWanted) => {
      const training = await inputs.inputOf(dimension)
      const pool = await this.#startedPool(kind === 'learn' || kind === 'change' ? 'learning' : 'validation')
      // Always real-time: a request may wait for a model that a batch requested first.
      const work: WorkContext = { priority: 'realtime', accountId, signal: whileWanted }
      const result = (await pool.run({ kind, accountId, training }, {}, work)) as Learned
      const subject = JSON.stringify([kind, inputs.profileId, dimension])
      this.#results.set(key, result, { subject, bytes: modelBytesOf(result) })
      return result
    })
  }

  /** Starts a pool with its first job, because many processes never learn. If it fails, the next job retries. */
  #startedPool(task: Task): Promise<LearningPool> {
    const known = this.#pools.get(task)
    if (known) return known
    const pool = this.#startPool()
    this.#pools.set(task, pool)
    pool.catch(() => this.#pools.delete(task))
    return pool
  }
}

/** What a pool is for. */
type Task = 'learning' | 'validation'

type LearningPool = WorkerPool<LearnJob | SuggestJob, null, LearnResult>

export function startLearningPool(embedder: EmbedderSettings): Promise<LearningPool> {
  return createWorkerPool({
    workers: 1,
    file: new URL('./learn-worker.ts', import.meta.url),
    workerData: embedder,
    jobTimeoutMs: learnTimeoutMs,
  })
}

/** Rough size of a result without its numeric arrays. */
const bytesEach = 10_000
/** The same for a frame of a model and for a simple taste, which have small arrays of numbers. */
const partBytes = 800

function modelBytesOf(learned: Learned): number {
  if (!('taste' in learned)) return bytesEach
  const { components, frames, simpleTastes } = learned.taste
  const pooled = learned.pooledTaste?.points.map(({ byteLength }) => byteLength) ?? []
  const sizes = frames.map(({ coordinates: { axes, directions } }) => axes.byteLength + directions.byteLength)
  const factors = components.map(({ choleskyFactor }) => choleskyFactor.values.byteLength)
  // A taste for any direction has as many factors as there are axes.
  const covariances = simpleTastes.map(({ covariance }) => covariance.values.byteLength)
  const parts = partBytes * (frames.length + simpleTastes.length)
  return [...sizes, ...factors, ...covariances, ...pooled].reduce((sum, bytes) => sum + bytes, bytesEach + parts)
}
