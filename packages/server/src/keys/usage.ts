import type { Caller } from '@palate/core/keys/access.ts'
import type { Store } from '../store/store.ts'
import { addToWindow, addUsage } from './store.ts'

export const flushEveryMs = 400

/**
 * Counts the requests of each key: for its usage, and for its limit in each clock minute.
 *
 * Counting in memory and adding the counts to the store a few times a second keeps writes off the path of a request.
 * Each adding answers with the sum over all processes, so that the limit holds for all of them together, as exactly
 * as the last few hundred milliseconds allow. What a crash can lose is what was not yet added.
 */
export class UsageMeter {
  readonly #store: Store
  readonly #onError: (error: unknown) => void
  #counts = new Map<string, Count>()
  #flushing: Promise<void> = Promise.resolve()
  #asked = 0
  readonly #timer: NodeJS.Timeout

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#store = store
    this.#onError = onError
    this.#timer = setInterval(() => this.#flushInTime(), flushEveryMs)
    this.#timer.unref()
  }

  /** Counts one request and tells how many the key has made in this minute, this one included. */
  count({ keyId, accountId }: Caller, nowMs: number): number {
    const minute = Math.floor(nowMs / 60_000)
    const known = this.#counts.get(keyId)
    const count: Count = known ?? {
      accountId,
      minute,
      others: 0,
      inMinute: 0,
      unflushed: 0,
      flushedInMinute: 0,
      lastUsedMs: 0,
    }
    if (!known) this.#counts.set(keyId, count)
    if (count.minute !== minute) Object.assign(count, { minute, others: 0, inMinute: 0, flushedInMinute: 0 })
    count.unflushed += 1
    count.inMinute += 1
    count.lastUsedMs = nowMs
    return count.others + count.inMinute
  }

  /** Adds what was counted to the store. */
  flush(): Promise<void> {
    this.#asked += 1
    this.#flushing = this.#flushing
      .catch(() => {})
      .then(() => this.#flush())
      .finally(() => {
        this.#asked -= 1
      })
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** Not behind one that is under way: while the store is slow they would pile up. */
  #flushInTime(): void {
    if (this.#asked === 0) this.flush().catch(this.#onError)
  }

  async #flush(): Promise<void> {
    // Always in the same order, so that two processes never wait for each other in a circle.
    const due = [...this.#counts].filter(([, { unflushed }]) => unflushed > 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (due.length === 0) return this.#forgetIdle()
    const taken = due.map(([keyId, count]) => {
      const { accountId, minute, unflushed, inMinute, lastUsedMs } = count
      return {
        keyId,
        count,
        accountId,
        minute,
        unflushed,
        inMinute,
        fresh: inMinute - count.flushedInMinute,
        lastUsedMs,
      }
    })
    const totals = await this.#store.write(async (db) => {
      const sums: number[] = []
      for (const { keyId, accountId, minute, unflushed, fresh, lastUsedMs } of taken) {
        await addUsage(db, keyId, accountId, unflushed, new Date(lastUsedMs).toISOString())
        sums.push(await addToWindow(db, keyId, minute, fresh))
      }
      return sums
    })
    taken.forEach(({ count, minute, unflushed, inMinute }, i) => {
      count.unflushed -= unflushed
      if (count.minute !== minute) return
      count.flushedInMinute = inMinute
      count.others = (totals[i] ?? 0) - inMinute
    })
  }

  #forgetIdle(): void {
    const oldest = Math.floor(Date.now() / 60_000) - 2
    for (const [keyId, { minute, unflushed }] of this.#counts) {
      if (unflushed === 0 && minute < oldest) this.#counts.delete(keyId)
    }
  }
}

interface Count {
  readonly accountId: string
  minute: number
  /** Requests of this minute that other processes have added to the store. */
  others: number
  /** Requests of this minute that this process has seen, and how many of them are in the store. */
  inMinute: number
  flushedInMinute: number
  /** Requests of any minute that are not in the store yet. */
  unflushed: number
  lastUsedMs: number
}
