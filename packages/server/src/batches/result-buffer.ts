import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isOver } from '@palate/core/batches/schema.ts'
import type { RecordBatchEnd } from '../ports.ts'
import type { Services } from '../services.ts'
import type { BatchKey } from './batch-store.ts'
import { type Finished, type Postponed, type SavedResults, saveResults } from './results.ts'

/** So many take a few milliseconds of the event loop. */
const entriesPerSettlingMax = 128
/** A commit waits for the disk, and with the embedded store everybody else waits too. */
const settleEveryMs = 250

interface Entry {
  readonly key: BatchKey
  readonly entry: Finished | Postponed
}

/** What a process has finished or put off, until it is stored: several at once, batch by batch. */
export class ResultBuffer {
  readonly #services: Services
  readonly #owner: string
  readonly #noteEnd: RecordBatchEnd
  readonly #onSettled: (key: BatchKey, settled: SavedResults) => void
  #entries_: Entry[] = []
  #sending: Promise<void> = Promise.resolve()
  #isSending = false
  #sentAt = 0

  constructor(
    services: Services,
    owner: string,
    recordEnd: RecordBatchEnd,
    onSettled: (key: BatchKey, settled: SavedResults) => void,
  ) {
    this.#services = services
    this.#owner = owner
    this.#noteEnd = recordEnd
    this.#onSettled = onSettled
  }

  get isEmpty(): boolean {
    return this.#entries_.length === 0
  }

  put(key: BatchKey, entry: Finished | Postponed): void {
    this.#entries_.push({ key, entry })
  }

  /** Stores what is there where it has waited long enough, is much, or is the last that is to be expected. */
  async sendDue(isLast: boolean): Promise<void> {
    if (this.#isSending) return
    const isDue = isLast || performance.now() - this.#sentAt >= settleEveryMs
    if (this.#entries_.length >= entriesPerSettlingMax || (isDue && !this.isEmpty)) await this.send()
  }

  /** Stores all that is there; one call after the other. */
  send(): Promise<void> {
    this.#isSending = true
    this.#sending = this.#sending
      .catch(() => {})
      .then(() => this.#send())
      .finally(() => {
        this.#isSending = false
      })
    return this.#sending
  }

  /** What comes meanwhile waits for the next time, else results would be stored one by one without a pause. */
  async #send(): Promise<void> {
    for (const some of Map.groupBy(this.#entries_, ({ key }) => key.batchId).values()) {
      for (let i = 0; i < some.length; i += entriesPerSettlingMax) {
        await this.#saveResults(some.slice(i, i + entriesPerSettlingMax))
        await yieldToEventLoop()
      }
    }
    this.#sentAt = performance.now()
  }

  /** What could not be stored stays; a lease that runs out meanwhile means that somebody else does the work again. */
  async #saveResults(entries_: readonly Entry[]): Promise<void> {
    const key = entries_[0]?.key
    if (!key) return
    const { store, clock, metrics } = this.#services
    const entries = entries_.map(({ entry }) => entry)
    const settled = await store.write((db) => saveResults(db, key, this.#owner, entries, clock(), this.#noteEnd))
    const gone = new Set(entries_)
    this.#entries_ = this.#entries_.filter((entry_) => !gone.has(entry_))
    for (const entry of settled.entries) metrics.batchFrames.inc({ outcome: outcomeOf(entry) })
    this.#onSettled(key, settled)
  }
}

/** Is the batch over, as far as this settling can tell? */
export function endedBy({ status }: SavedResults): boolean {
  return status === undefined || isOver(status)
}

function outcomeOf(entry: Finished | Postponed): string {
  if (entry.kind !== 'finished') return entry.kind === 'postponed' ? 'retried' : 'returned'
  return entry.result.error ? 'failed' : 'succeeded'
}
