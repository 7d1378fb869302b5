import type { State } from '../../ports/states.ts'
import { ResultCache } from '../learning/result-cache.ts'
import type { TrainingSet } from './training-set.ts'

/** A training set, and the profile's derived revision at which it was loaded. */
export interface LoadedTrainingSet {
  readonly derivedRevision: number
  readonly trainingSet: TrainingSet
}

export interface StateKey extends Pick<State, 'profileId' | 'derivedRevision'> {
  readonly key: string
}

const trainingSetsInMemoryMax = 200
export const trainingSetBytesInMemoryMax = 128 * 1024 * 1024
const replacedTrainingSetBytesMax = 16 * 1024 * 1024

/**
 * The most recent training sets. Concurrent callers for the same state share one load. A training set larger than the
 * whole cache is loaded each time.
 */
export class TrainingSetCache {
  readonly #recent = new ResultCache<LoadedTrainingSet>({
    entriesMax: trainingSetsInMemoryMax,
    bytesMax: trainingSetBytesInMemoryMax,
    replacedBytesMax: replacedTrainingSetBytesMax,
  })
  readonly #loading = new Map<
    string,
    { readonly derivedRevision: number; readonly trainingSet: Promise<TrainingSet> }
  >()

  find(state: StateKey): TrainingSet | undefined {
    const known = this.#recent.get(nameOf(state))
    return known && known.derivedRevision >= state.derivedRevision ? known.trainingSet : undefined
  }

  /** The training set even if it is out of date. */
  findStale(state: StateKey): TrainingSet | undefined {
    return this.#recent.get(nameOf(state))?.trainingSet
  }

  async findOrLoad(state: StateKey, load: () => Promise<LoadedTrainingSet>): Promise<TrainingSet> {
    const known = this.find(state)
    if (known) return known
    const name = nameOf(state)
    const running = this.#loading.get(name)
    if (running && running.derivedRevision >= state.derivedRevision) return running.trainingSet
    const started = {
      derivedRevision: state.derivedRevision,
      trainingSet: load().then((loaded) => this.#add(name, loaded)),
    }
    this.#loading.set(name, started)
    return started.trainingSet.finally(() => this.#loading.get(name) === started && this.#loading.delete(name))
  }

  #add(name: string, loaded: LoadedTrainingSet): TrainingSet {
    const newer = this.#recent.get(name)
    if (newer && newer.derivedRevision > loaded.derivedRevision) return loaded.trainingSet
    const { trainingSet } = loaded
    this.#recent.set(name, loaded, { subject: trainingSet.profileId, bytes: trainingSetBytesOf(trainingSet) })
    return trainingSet
  }
}

function nameOf({ profileId, key }: StateKey): string {
  return `${profileId}/${key}`
}

/** Rough size of an example, an unusable element, or a picture without its embedding. */
const bytesEach = 500

function trainingSetBytesOf({ examples, pictures, unusable }: TrainingSet): number {
  const all = [...examples.values()]
  const judgements = all.reduce((sum, { labels, comparisons }) => sum + labels.length + comparisons.length, 0)
  const constraints = all.flatMap((dimension) => dimension.constraints).map((one) => 2 * JSON.stringify(one).length)
  const embeddings = [...pictures.values()].map(
    ({ embedding, builtinEmbedding }) => embedding.byteLength + (builtinEmbedding?.byteLength ?? 0),
  )
  const entries = 1 + judgements + constraints.length + pictures.size + unusable.length
  return bytesEach * entries + sumOf(constraints) + sumOf(embeddings)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
