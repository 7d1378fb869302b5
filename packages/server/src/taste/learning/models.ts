import type { Thresholds } from '@palate/core/profile/schema.ts'
import { setThresholdOf } from '@palate/core/profile/thresholds.ts'
import { isEmptyInput } from '@palate/core/taste/model/fit-input.ts'
import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import type { Judge } from '@palate/core/taste/people/judges.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import { type AgreementReport, agreementOf } from '@palate/core/taste/validation/agreement.ts'
import type { Validation } from '@palate/core/taste/validation/validate.ts'
import { calibrate } from '@palate/core/taste/verdict/certainty.ts'
import { thresholdOf } from '@palate/core/taste/verdict/threshold.ts'
import type { VerdictBasis } from '@palate/core/taste/verdict/verdict-basis.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import type { Features } from '../../pictures/features/features.ts'
import { createWorkerPool, type WorkerPool } from '../../pictures/threads/worker-pool.ts'
import type { CacheResult } from '../../platform/metrics.ts'
import { SharedWork } from '../../work/shared-work.ts'
import type { WorkContext } from '../../work/work-context.ts'
import type { SuggestJob, SuggestResult } from '../suggestions/suggester.ts'
import { openBuiltinLikeness } from './builtin-likeness.ts'
import { openPriorFor } from './builtin-prior.ts'
import {
  attributeScorer,
  type DimensionScorer,
  modelScorer,
  type PersonScorer,
  type VerdictRule,
} from './dimension-scorers.ts'
import type { FitInputs, StateInputs } from './fit-inputs.ts'
import type { Change, LearnJob, LearnResult } from './learn-worker.ts'
import { ResultCache } from './result-cache.ts'

const modelsInMemoryMax = 500
/** A model of 600 judgements takes three megabytes per remaining kind of owner, and more with large embeddings. */
export const modelBytesInMemoryMax = 256 * 1024 * 1024
const replacedModelBytesMax = 32 * 1024 * 1024
const learnTimeoutMs = 120_000

type Judges = { readonly judges: readonly Judge[] }
type Learned = LearnedModel | Validation | VerdictBasis | Change | Judges

/** What scorers need to return verdicts. */
export interface Verdicts {
  readonly thresholds: Thresholds
  readonly nameRejected: (basis: VerdictBasis) => Promise<VerdictBasis>
}

/** What scorers return beside scores. */
export interface WantedScores {
  readonly verdicts?: Verdicts | undefined
  /** Whose taste; by default the team's. */
  readonly person?: string | undefined
  /** Whether to learn the tastes of the people, too. */
  readonly withPeople?: boolean
}

/** People whose tastes are learned for one dimension: those who judged most. */
export const peopleLearnedMax = 20
/** For all dimensions of a request together. */
const personModelsMax = 200

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
  readonly #startPool: (task: Task) => Promise<LearningPool>
  readonly #pools = new Map<Task, Promise<LearningPool>>()

  readonly #onLookup: (result: CacheResult<'models'>) => void

  constructor(
    embedder: EmbedderSettings,
    startPool: StartLearningPool = startLearningPool,
    onLookup: (result: CacheResult<'models'>) => void = () => {},
  ) {
    this.#startPool = (task) => startPool(embedder, task)
    this.#onLookup = onLookup
    this.learner = createLearner(openPriorFor(embedder), openBuiltinLikeness(embedder))
  }

  /**
   * One scorer for each dimension, in order; with `verdicts`, scorers that return verdicts. Sequential, because the
   * inputs of all of them could take much memory.
   */
  async scorersOf(
    inputs: StateInputs,
    dimensions: readonly Dimension[],
    asker: Asker,
    { verdicts, person, withPeople = false }: WantedScores = {},
  ): Promise<readonly DimensionScorer[]> {
    const scorers: DimensionScorer[] = []
    const learned = dimensions.filter(({ kind }) => kind === 'learned').length
    const peopleMax = Math.max(2, Math.min(peopleLearnedMax, Math.floor(personModelsMax / Math.max(1, learned))))
    for (const dimension of dimensions) {
      if (dimension.kind === 'attribute') {
        scorers.push(attributeScorer(dimension))
        continue
      }
      const { name } = dimension
      const team = await this.model(inputs, name, asker)
      const model = person === undefined ? team : await this.personModel(inputs, name, person, asker)
      const rule = verdicts && (await this.#ruleOf(inputs, name, asker, verdicts))
      const judges = withPeople ? await this.#judgesOf(inputs, name, asker) : []
      const people = await this.#scorersBy(judges.slice(0, peopleMax), inputs, name, asker)
      const score = (picture: Features) => this.learner.predict(team, picture)
      const isOfTeam = person === undefined && !withPeople
      scorers.push(modelScorer(this.learner, dimension, model, rule, isOfTeam ? undefined : { score, people, judges }))
    }
    return scorers
  }

  async #judgesOf(inputs: StateInputs, dimension: string, asker: Asker): Promise<readonly Judge[]> {
    const found = await this.#once(['judges', inputs, dimension], asker, async () => {
      return { judges: await inputs.judgesOf(dimension) }
    })
    return (found as Judges).judges
  }

  /** How each of these people would score; nobody if there is one, who cannot differ. */
  async #scorersBy(
    judges: readonly Judge[],
    inputs: FitInputs,
    dimension: string,
    asker: Asker,
  ): Promise<readonly PersonScorer[]> {
    const people: PersonScorer[] = []
    for (const { id, judgements } of judges.length < 2 ? [] : judges) {
      const model = await this.personModel(inputs, dimension, id, asker)
      people.push({ id, judgements, score: (picture) => this.learner.predict(model, picture) })
    }
    return people
  }

  model(inputs: FitInputs, dimension: string, asker: Asker): Promise<LearnedModel> {
    return this.#runOnce('learn', inputs, dimension, asker) as Promise<LearnedModel>
  }

  /** The taste of one person, which starts from the team's, and is the team's if the person has judged nothing. */
  async personModel(inputs: FitInputs, dimension: string, person: string, asker: Asker): Promise<LearnedModel> {
    const team = await this.model(inputs, dimension, asker)
    const learn = async (work: WorkContext) => {
      const training = await inputs.inputOf(dimension, person)
      if (isEmptyInput(training)) return team
      const pool = await this.#startedPool('learning')
      const own = await pool.run({ kind: 'learn', accountId: asker.accountId, training, team }, {}, work)
      // Not the copy that comes back from the thread.
      return { ...(own as LearnedModel), team }
    }
    return this.#once(['learn', inputs, dimension, person], asker, learn) as Promise<LearnedModel>
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

  #runOnce(kind: LearnJob['kind'], inputs: FitInputs, dimension: string, asker: Asker): Promise<Learned> {
    return this.#once([kind, inputs, dimension], asker, async (work) => {
      const training = await inputs.inputOf(dimension)
      const pool = await this.#startedPool(kind === 'learn' || kind === 'change' ? 'learning' : 'validation')
      return (await pool.run({ kind, accountId: asker.accountId, training }, {}, work)) as Learned
    })
  }

  /** Concurrent callers with the same request share one job. A queued job is dropped when all of them have left. */
  async #once(
    [kind, { fingerprint, profileId }, ...rest]: readonly [LearnJob['kind'] | 'judges', FitInputs, ...string[]],
    { accountId, signal }: Asker,
    compute: (work: WorkContext) => Promise<Learned>,
  ): Promise<Learned> {
    const key = JSON.stringify([kind, fingerprint, ...rest])
    const known = this.#results.get(key)
    this.#onLookup(known ? 'memory' : 'miss')
    if (known) return known
    return this.#running.join(key, signal, async (whileWanted) => {
      // Always real-time: a request may wait for a model that a batch requested first.
      const result = await compute({ priority: 'realtime', accountId, signal: whileWanted })
      this.#results.set(key, result, {
        subject: JSON.stringify([kind, profileId, ...rest]),
        bytes: modelBytesOf(result),
      })
      return result
    })
  }

  /** Starts a pool with its first job, because many processes never learn. If it fails, the next job retries. */
  #startedPool(task: Task): Promise<LearningPool> {
    const known = this.#pools.get(task)
    if (known) return known
    const pool = this.#startPool(task)
    this.#pools.set(task, pool)
    pool.catch(() => this.#pools.delete(task))
    return pool
  }
}

/** What a pool is for. */
export type Task = 'learning' | 'validation'

export type LearningPool = WorkerPool<LearnJob | SuggestJob, null, LearnResult>

export type StartLearningPool = (embedder: EmbedderSettings, task: Task) => Promise<LearningPool>

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
  if ('judges' in learned)
    return learned.judges.reduce((sum, { pictures }) => sum + partBytes * pictures.length, bytesEach)
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
