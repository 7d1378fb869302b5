import { Fault } from '@palate/core/fault.ts'
import { LRUCache } from 'lru-cache'
import type { CreateFrameScorer, FindPinnedState, FrameScorer } from '../ports.ts'
import type { Db } from '../store/schema.ts'
import { type BatchKey, findBatch, pinned } from './batch-store.ts'
import { type BatchRequest, findRequest } from './request-store.ts'

const charactersInMemoryMax = 64 * 1024 * 1024
const retryLoadAfterMs = 1000

/** What a process needs in memory to score frames of a batch. */
export interface LoadedBatch {
  readonly frames: BatchRequest['frames']
  readonly scorer: FrameScorer
  /** Aborted when the batch ends or is canceled. */
  readonly abort: AbortController
}

interface Parts {
  readonly db: Db
  readonly createScorer: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly onLoaded: () => void
  readonly onFailure: (key: BatchKey, error: unknown) => Promise<void>
}

/**
 * The batches that this process has in memory, each loaded on first use. Loading reads the pictures that the profile
 * learns from, which may take long, so it runs in the background while other batches are scored.
 */
export class LoadedBatches {
  readonly #parts: Parts
  readonly #loading = new Set<string>()
  readonly #charactersMax: number
  readonly #loaded: LRUCache<string, LoadedBatch>

  constructor(parts: Parts, charactersMax = charactersInMemoryMax) {
    this.#parts = parts
    this.#charactersMax = charactersMax
    this.#loaded = new LRUCache({ max: 1000, maxSize: charactersMax })
  }

  /** Returns undefined and starts to load where the batch is not loaded; `onLoaded` is called when it is. */
  find(key: BatchKey): LoadedBatch | undefined {
    const { batchId } = key
    const known = this.#loaded.get(batchId)
    if (known || this.#loading.has(batchId)) return known
    this.#loading.add(batchId)
    this.#load(key).then(
      () => {
        this.#loading.delete(batchId)
        this.#parts.onLoaded()
      },
      async (error) => {
        await this.#parts.onFailure(key, error)
        setTimeout(() => this.#loading.delete(batchId), retryLoadAfterMs).unref()
      },
    )
    return undefined
  }

  /** Aborts the frames that are being scored. */
  abort(batchId: string): void {
    this.#loaded.get(batchId)?.abort.abort(new Error('the work was called off'))
  }

  unload(batchId: string): void {
    this.abort(batchId)
    this.#loaded.delete(batchId)
  }

  unloadAll(): void {
    for (const batchId of [...this.#loaded.keys()]) this.unload(batchId)
  }

  async #load(key: BatchKey): Promise<void> {
    const { db, createScorer, findPinnedState } = this.#parts
    const stored = await findBatch(db, key)
    const request = stored && (await findRequest(db, key))
    // Swept meanwhile: the batch is over, and nobody asks for it again.
    if (!stored || !request) return
    const state = await findPinnedState(db, pinned(stored, request.working))
    if (!state) throw new Fault('profile_not_found', 'the profile was deleted')
    const { dimensions, explain } = stored
    const scorer = await createScorer(state, { dimensions, explain })
    const { frames, characters } = request
    const batch = { frames, scorer, abort: new AbortController() }
    // Capped: the cache would reject a batch larger than the whole cache, and it would be loaded again for ever.
    this.#loaded.set(key.batchId, batch, { size: Math.min(characters, this.#charactersMax) })
  }
}
