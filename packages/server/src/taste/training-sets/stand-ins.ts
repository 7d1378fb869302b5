import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import { dimensionsWithStandIns, standInLabels, standInsMax } from '@palate/core/taste/judgements/missing-side.ts'
import { LRUCache } from 'lru-cache'
import type { FeatureCache } from '../../pictures/features/feature-cache.ts'
import { inOrder, insertFeatures } from '../../pictures/features/feature-store.ts'
import type { Features } from '../../pictures/features/features.ts'
import { insertPin, standInSource } from '../../pictures/pin-store.ts'
import { entriesMax } from '../../platform/entries-max.ts'
import { sha256 } from '../../platform/hash.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { ProfilesPort } from '../../ports/profiles.ts'
import type { State } from '../../ports/states.ts'
import type { ThreadServices } from '../../services.ts'
import { findStandIns, insertStandIns } from './stand-in-store.ts'
import type { TrainingSet } from './training-set.ts'

const statesInMemoryMax = 1000

/**
 * Frames of the project's library that stand in for labels of a missing side. They are pinned when these judged pictures
 * are first used, with the same frames for a commit and for the working changes before it: adding frames to the library
 * never changes the scores of a version.
 */
export class StandIns {
  readonly #services: ThreadServices
  readonly #featureCache: Pick<FeatureCache, 'find' | 'rowOf'>
  readonly #frames: Pick<FramesPort, 'listContentHashes'>
  readonly #profiles: Pick<ProfilesPort, 'exists'>
  readonly #featuresId: string
  readonly #recent = new LRUCache<string, readonly string[]>(entriesMax(statesInMemoryMax))

  constructor(
    services: ThreadServices,
    featureCache: Pick<FeatureCache, 'find' | 'rowOf'>,
    frames: Pick<FramesPort, 'listContentHashes'>,
    profiles: Pick<ProfilesPort, 'exists'>,
    featuresId: string,
  ) {
    this.#services = services
    this.#featureCache = featureCache
    this.#frames = frames
    this.#profiles = profiles
    this.#featuresId = featuresId
  }

  /** None if no side is missing, or if the library had no other frames. */
  async find(state: State, own: TrainingSet): Promise<readonly Features[]> {
    if (!lacksSide(own)) return []
    const judgedHashes = [...new Set([...own.pictures.values()].map(({ contentHash }) => contentHash))].sort()
    const judged = sha256(JSON.stringify([this.#featuresId, judgedHashes])).toString('base64url')
    const name = `${state.accountId} ${state.profileId} ${judged}`
    const pinned =
      this.#recent.get(name) ??
      (await findStandIns(this.#services.store.read, state, judged)) ??
      (await this.#pin(state, judged, await this.#choose(state, judgedHashes)))
    this.#recent.set(name, pinned)
    return this.#featuresOf(state, pinned)
  }

  /** Content hashes are as good as random, and a longer library has the same first ones or earlier ones. */
  async #choose(state: State, judgedHashes: readonly string[]): Promise<readonly Features[]> {
    const judged = new Set(judgedHashes)
    const hashes = await this.#frames.listContentHashes(this.#services.store.read, state, standInsMax + judged.size)
    return this.#featuresOf(state, hashes.filter((hash) => !judged.has(hash)).slice(0, standInsMax))
  }

  /** Frames that were embedded in another space are left out. */
  async #featuresOf({ accountId }: State, contentHashes: readonly string[]): Promise<readonly Features[]> {
    const found = await Promise.all(contentHashes.map((hash) => this.#featureCache.find(accountId, hash)))
    return found.flatMap((features) => features ?? [])
  }

  /** Pins keep the features. If another process was first, uses what that one pinned. */
  async #pin(state: State, judged: string, chosen: readonly Features[]): Promise<readonly string[]> {
    const now = this.#services.clock().toISOString()
    const rows = inOrder(chosen.map((features) => this.#featureCache.rowOf(state.accountId, features)))
    const contentHashes = chosen.map(({ contentHash }) => contentHash)
    return this.#services.store.write(
      async (db) => {
        await insertStandIns(db, state, judged, contentHashes, this.#profiles.exists, now)
        const pinned = await findStandIns(db, state, judged)
        if (!pinned) return contentHashes
        if (rows.length > 0) await insertFeatures(db, rows, now)
        for (const contentHash of pinned) {
          await insertPin(db, state, { source: standInSource(contentHash), contentHash, fault: null }, now)
        }
        return pinned
      },
      { row: { accountId: state.accountId, id: state.profileId } },
    )
  }
}

/** Whether nearly all labels of a dimension are good, or nearly all bad. */
function lacksSide({ examples, pictures }: TrainingSet): boolean {
  return dimensionsWithStandIns.some((dimension) => {
    const labels = examplesOf(examples, dimension)?.labels ?? []
    return standInLabels(labels.filter(({ picture }) => pictures.has(picture))) !== undefined
  })
}
