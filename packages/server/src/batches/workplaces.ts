import { Fault } from '@palate/core/fault.ts'
import { LRUCache } from 'lru-cache'
import type { CreateFrameScorer, FindPinnedState, FrameScorer } from '../ports.ts'
import type { Db } from '../store/schema.ts'
import { type BatchKey, findBatch, findRequest, pinned, type Submitted } from './store.ts'

const charactersInMemoryMax = 64 * 1024 * 1024
const openAgainAfterMs = 1000

/** What a process needs to work on a batch. */
export interface Workplace {
  readonly frames: Submitted['frames']
  readonly scorer: FrameScorer
  /** Aborted when nobody wants the frames any more. */
  readonly leaving: AbortController
}

interface Parts {
  readonly db: Db
  readonly prepare: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly onOpen: () => void
  readonly onFailure: (key: BatchKey, error: unknown) => Promise<void>
}

/**
 * The workplaces of a process, each opened when it is first asked for. Opening reads the pictures that the profile
 * learns from, which may take long: nobody waits for it, but other batches are worked on meanwhile.
 */
export class Workplaces {
  readonly #parts: Parts
  readonly #opening = new Set<string>()
  readonly #charactersMax: number
  readonly #open: LRUCache<string, Workplace>

  constructor(parts: Parts, charactersMax = charactersInMemoryMax) {
    this.#parts = parts
    this.#charactersMax = charactersMax
    this.#open = new LRUCache({ max: 1000, maxSize: charactersMax })
  }

  /** Nothing where it is not open yet; `onOpen` tells when it is. */
  find(key: BatchKey): Workplace | undefined {
    const { batchId } = key
    const known = this.#open.get(batchId)
    if (known || this.#opening.has(batchId)) return known
    this.#opening.add(batchId)
    this.#make(key).then(
      () => {
        this.#opening.delete(batchId)
        this.#parts.onOpen()
      },
      async (error) => {
        await this.#parts.onFailure(key, error)
        setTimeout(() => this.#opening.delete(batchId), openAgainAfterMs).unref()
      },
    )
    return undefined
  }

  /** Calls its frames off. */
  leave(batchId: string): void {
    this.#open.get(batchId)?.leaving.abort(new Error('the work was called off'))
  }

  close(batchId: string): void {
    this.leave(batchId)
    this.#open.delete(batchId)
  }

  closeAll(): void {
    for (const batchId of [...this.#open.keys()]) this.close(batchId)
  }

  async #make(key: BatchKey): Promise<void> {
    const { db, prepare, findPinnedState } = this.#parts
    const stored = await findBatch(db, key)
    const submitted = stored && (await findRequest(db, key))
    // Swept in this very moment: it is over, and nobody asks again.
    if (!stored || !submitted) return
    const state = await findPinnedState(db, pinned(stored, submitted.working))
    if (!state) throw new Fault('profile_not_found', 'the profile was deleted')
    const { dimensions, explain } = stored
    const scorer = await prepare(state, { dimensions, explain })
    const { frames, characters } = submitted
    const workplace = { frames, scorer, leaving: new AbortController() }
    // What is larger than the whole memory has it to itself: the cache would drop it, and it would be opened for ever.
    this.#open.set(key.batchId, workplace, { size: Math.min(characters, this.#charactersMax) })
  }
}
