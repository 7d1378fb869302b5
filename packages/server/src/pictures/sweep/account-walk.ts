import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { rowsPerPieceMax } from '../../store/chunked-writes.ts'

/** Handles up to `rowsPerPieceMax` rows after a key, and returns their keys. */
type Step<Key> = (after: Key) => Promise<readonly Key[]>

/**
 * Walks through a table of an account by its key, a piece at a time. Each run continues where the last one ended, and
 * begins again at the end.
 */
export class AccountWalk<Key> {
  readonly #first: Key
  /** Where the last run of each account ended. */
  readonly #ends = new Map<string, Key>()

  constructor(first: Key) {
    this.#first = first
  }

  /** Reads about this many rows. */
  async run(accountId: string, rowsMax: number, step: Step<Key>): Promise<void> {
    for (let read = 0; read < rowsMax; read += rowsPerPieceMax) {
      const keys = await step(this.#ends.get(accountId) ?? this.#first)
      const last = keys.at(-1)
      if (!last || keys.length < rowsPerPieceMax) return void this.#ends.delete(accountId)
      this.#ends.set(accountId, last)
      await yieldToEventLoop()
    }
  }
}
