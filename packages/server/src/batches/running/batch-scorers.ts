import { Fault } from '@palate/core/fault.ts'
import { LRUCache } from 'lru-cache'
import type { CreateFrameScorer, FrameScorer } from '../../ports/scoring.ts'
import type { FindPinnedState } from '../../ports/states.ts'
import type { Store } from '../../store/store.ts'
import { createSemaphore, type Semaphore } from '../../work/semaphore.ts'
import { type BatchKey, findBatch, pinned, type StoredBatch } from '../storing/batch-store.ts'
import { findUncutFrames, findWorking, insertParts, measureRequest } from '../storing/request-store.ts'

/** Stored size of the elements read to open scorers concurrently. Parsed, they take about five times as much memory. */
const openingBytesMax = 32 * 1024 * 1024
/** Opening also reads a version and its pictures, so each counts as at least an eighth of the budget. */
const openingsAtOnceMax = 8
/** About how much memory open scorers may take. A single larger one is allowed. */
const scorerBytesInMemoryMax = 128 * 1024 * 1024

interface Parts {
  readonly store: Store
  readonly createScorer: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly onOpened: () => void
  readonly onFailure: (key: BatchKey, error: unknown) => Promise<void>
}

/**
 * The scorers of the batches that this process works on. Opening one reads the pictures that the profile learns from,
 * which may take long. So it runs in the background while other batches are scored: one at a time for each account,
 * and within a memory budget in which accounts take turns.
 */
export class BatchScorers {
  readonly #parts: Parts
  readonly #budget: Semaphore
  readonly #bytesPerOpeningMin: number
  /** The accounts for which a scorer is being opened. */
  readonly #opening = new Set<string>()
  readonly #open = new LRUCache<string, FrameScorer>({ max: 1000, maxSize: scorerBytesInMemoryMax })

  constructor(parts: Parts, bytesMax = openingBytesMax) {
    this.#parts = parts
    this.#budget = createSemaphore({ max: bytesMax, mayOvertake: false })
    this.#bytesPerOpeningMin = bytesMax / openingsAtOnceMax
  }

  /** Undefined if the batch is not open; then opens it in the background and calls `onOpened`. */
  find(key: BatchKey): FrameScorer | undefined {
    const { accountId, batchId } = key
    const open = this.#open.get(batchId)
    if (open || this.#opening.has(accountId)) return open
    this.#opening.add(accountId)
    void this.#tryToOpen(key)
    return undefined
  }

  close(batchId: string): void {
    this.#open.delete(batchId)
  }

  async #tryToOpen(key: BatchKey): Promise<void> {
    try {
      await this.#openOne(key)
    } catch (error) {
      await this.#parts.onFailure(key, error)
    } finally {
      this.#opening.delete(key.accountId)
    }
    this.#parts.onOpened()
  }

  async #openOne(key: BatchKey): Promise<void> {
    const bytes = await measureRequest(this.#parts.store.read, key)
    // The batch has ended and was swept in the meantime.
    if (bytes === undefined) return
    const slots = Math.max(bytes, this.#bytesPerOpeningMin)
    const free = await this.#budget.acquire({ priority: 'batch', accountId: key.accountId }, { slots })
    await this.#read(key).finally(free)
  }

  async #read(key: BatchKey): Promise<void> {
    const { store, createScorer, findPinnedState } = this.#parts
    const stored = await findBatch(store.read, key)
    if (!stored) return
    const uncut = await findUncutFrames(store.read, key)
    if (uncut) await store.write((db) => insertParts(db, key, uncut))
    const state = await findPinnedState(store.read, pinned(stored, await findWorking(store.read, key)))
    if (!state) throw new Fault('profile_not_found', 'the profile was deleted')
    const { dimensions, explain, regions, person, people, thresholds, suggestions } = stored
    const scorer = await createScorer(state, { dimensions, explain, regions, person, people, thresholds, suggestions })
    this.#open.set(key.batchId, scorer, { size: Math.min(memoryOf(stored), scorerBytesInMemoryMax) })
  }
}

const bytesPerAddress = 300
const bytesPerModel = 1024 * 1024

/** About how much memory a scorer takes: it remembers each URL and has a model for each dimension. */
function memoryOf({ batch, dimensions }: StoredBatch): number {
  return batch.counts.total * bytesPerAddress + dimensions.length * bytesPerModel
}
