import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Caller } from '@palate/core/keys/access.ts'
import type { Services } from '../services.ts'
import { slicesOf } from '../slices.ts'
import { addToWindow, addUsage } from './store.ts'

export const flushEveryMs = 400
/** Keys whose counts are added in one transaction: two statements for each. */
export const keysPerWriteMax = 100

/**
 * Counts the requests of each key, for its usage and for its rate limit per clock minute.
 *
 * Counts are kept in memory and added to the store a few times a second, so that no request waits for a write. Each
 * flush returns the sum over all processes, so the limit holds across processes, up to the last few hundred
 * milliseconds. A crash loses what was not flushed. Only keys that are in use in the current minute stay in memory.
 */
export class UsageMeter {
  readonly #store: Services['store']
  readonly #clock: Services['clock']
  readonly #onError: (error: unknown) => void
  readonly #counts = new Map<string, Count>()
  #flushing: Promise<void> = Promise.resolve()
  #pending = 0
  readonly #timer: NodeJS.Timeout

  constructor({ store, clock }: Pick<Services, 'store' | 'clock'>, onError: (error: unknown) => void) {
    this.#store = store
    this.#clock = clock
    this.#onError = onError
    this.#timer = setInterval(() => this.#flushUnlessRunning(), flushEveryMs)
    this.#timer.unref()
  }

  /** Counts one request and returns how many the key has made in this minute, this one included. */
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

  /** How many keys are in memory. */
  get keyCount(): number {
    return this.#counts.size
  }

  /** Adds the counts to the store. */
  flush(): Promise<void> {
    this.#pending += 1
    this.#flushing = this.#flushing
      .catch(() => {})
      .then(() => this.#flush())
      .finally(() => {
        this.#pending -= 1
      })
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** Skips if a flush is running: with a slow store they would pile up. */
  #flushUnlessRunning(): void {
    if (this.#pending === 0) this.flush().catch(this.#onError)
  }

  async #flush(): Promise<void> {
    // Always in the same order, so that two processes cannot deadlock.
    const due = [...this.#counts].filter(([, { unflushed }]) => unflushed > 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const some of slicesOf(due, keysPerWriteMax)) {
      await this.#add(some)
      await yieldToEventLoop()
    }
    this.#forgetFlushed()
  }

  async #add(due: readonly (readonly [keyId: string, count: Count])[]): Promise<void> {
    const counts = due.map(([keyId, count]) => {
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
      for (const { keyId, accountId, minute, unflushed, fresh, lastUsedMs } of counts) {
        await addUsage(db, keyId, accountId, unflushed, new Date(lastUsedMs).toISOString())
        sums.push(await addToWindow(db, keyId, minute, fresh))
      }
      return sums
    })
    counts.forEach(({ count, minute, unflushed, inMinute }, i) => {
      count.unflushed -= unflushed
      if (count.minute !== minute) return
      count.flushedInMinute = inMinute
      count.others = (totals[i] ?? 0) - inMinute
    })
  }

  /** By hand rather than in an LRU cache, which could evict counts that are not flushed yet. */
  #forgetFlushed(): void {
    const current = Math.floor(this.#clock().getTime() / 60_000)
    for (const [keyId, { minute, unflushed }] of this.#counts) {
      if (unflushed === 0 && minute < current) this.#counts.delete(keyId)
    }
  }
}

interface Count {
  readonly accountId: string
  minute: number
  /** Requests of this minute that other processes have flushed. */
  others: number
  /** Requests of this minute in this process, and how many of them are flushed. */
  inMinute: number
  flushedInMinute: number
  /** Requests of any minute that are not flushed yet. */
  unflushed: number
  lastUsedMs: number
}
