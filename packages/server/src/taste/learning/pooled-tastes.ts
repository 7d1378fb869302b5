import { type PooledTaste, poolTastes, readPooledTaste, writePooledTaste } from '@palate/core/taste/prior/pooled.ts'
import { LRUCache } from 'lru-cache'
import { sha256 } from '../../platform/hash.ts'
import type { ProfilesPort } from '../../ports/profiles.ts'
import type { FindOtherStates, State } from '../../ports/states.ts'
import type { ThreadServices } from '../../services.ts'
import type { PinnedTaste, TrainingSet } from '../training-sets/training-set.ts'
import { fitInputsOf } from './fit-inputs.ts'
import type { Models } from './models.ts'
import { findPooledTaste, insertPooledTaste } from './pooled-taste-store.ts'

/** How many of a project's newest profiles a new profile's taste may start from. */
export const pooledProfilesMax = 20
/** A profile with fewer judgements may start from others, but others do not start from it. */
export const pooledJudgementsMin = 10
/** Larger profiles are not read for a pooled taste, because they would block the event loop. */
export const pooledProfileBytesMax = 64 * 1024
const pooledTastesInMemoryMax = 1000
const pooledTasteBytesInMemoryMax = 32 * 1024 * 1024
const dimension = 'aesthetics'

type FindTrainingSet = (state: State) => Promise<TrainingSet | undefined>

/**
 * The common taste of a project's other profiles, for a profile to start from. It is pinned when a profile is first
 * used, so that teaching other profiles never changes the scores of a version.
 */
export class PooledTastes {
  readonly #services: ThreadServices
  readonly #models: Pick<Models, 'model'>
  readonly #profiles: Pick<ProfilesPort, 'exists'>
  readonly #findOthers: FindOtherStates
  readonly #featuresId: string
  readonly #recent = new LRUCache<string, { readonly pooledTaste: PinnedTaste | undefined }>({
    max: pooledTastesInMemoryMax,
    maxSize: pooledTasteBytesInMemoryMax,
  })

  constructor(
    services: ThreadServices,
    models: Pick<Models, 'model'>,
    profiles: Pick<ProfilesPort, 'exists'>,
    findOthers: FindOtherStates,
    featuresId: string,
  ) {
    this.#services = services
    this.#models = models
    this.#profiles = profiles
    this.#findOthers = findOthers
    this.#featuresId = featuresId
  }

  /** `findTrainingSet` reads no pictures: profiles with pictures that have not been read yet are skipped. */
  async find(state: State, own: TrainingSet, findTrainingSet: FindTrainingSet): Promise<PinnedTaste | undefined> {
    const name = `${state.accountId} ${state.profileId}`
    const known = this.#recent.get(name)
    if (known) return known.pooledTaste
    const stored =
      (await findPooledTaste(this.#services.store.read, state, this.#featuresId)) ??
      (await this.#pin(state, hasTaste(own) ? null : await this.#make(state, findTrainingSet)))
    const pooledTaste =
      stored.pool === null ? undefined : { id: hashOf(stored.pool), taste: readPooledTaste(stored.pool) }
    this.#recent.set(name, { pooledTaste }, { size: pooledTasteBytesOf(pooledTaste?.taste) })
    return pooledTaste
  }

  async #make(state: State, findTrainingSet: FindTrainingSet): Promise<string | null> {
    const others = await this.#findOthers(this.#services.store.read, state, pooledProfilesMax)
    const models = []
    for (const other of others) {
      if (other.bytes > pooledProfileBytesMax) continue
      const trainingSet = await findTrainingSet(other)
      if (!trainingSet || !hasTaste(trainingSet)) continue
      models.push(await this.#models.model(fitInputsOf(trainingSet), dimension, { accountId: state.accountId }))
    }
    return models.length === 0 ? null : writePooledTaste(poolTastes(models.map(({ taste }) => taste)))
  }

  /** If another process was first, uses what that one pinned. */
  async #pin(state: State, pool: string | null): Promise<{ readonly pool: string | null }> {
    const now = this.#services.clock().toISOString()
    const row = { accountId: state.accountId, id: state.profileId }
    return this.#services.store.write(
      async (db) => {
        await insertPooledTaste(db, state, this.#featuresId, pool, this.#profiles.exists, now)
        return (await findPooledTaste(db, state, this.#featuresId)) ?? { pool }
      },
      { row },
    )
  }
}

function hasTaste({ examples, pictures }: TrainingSet): boolean {
  const { labels, comparisons } = examples.get(dimension) ?? { labels: [], comparisons: [] }
  const read = labels.filter(({ picture }) => pictures.has(picture)).length
  return read + comparisons.filter(({ a, b }) => pictures.has(a) && pictures.has(b)).length >= pooledJudgementsMin
}

function hashOf(stored: string): string {
  return sha256(stored).toString('base64url')
}

/** Rough size of an entry without its points. */
const bytesEach = 1000

function pooledTasteBytesOf(taste: PooledTaste | undefined): number {
  return bytesEach + (taste?.points.reduce((sum, { byteLength }) => sum + byteLength, 0) ?? 0)
}
