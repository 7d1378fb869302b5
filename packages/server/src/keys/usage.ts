import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { slicesOf } from '@palate/core/generic/slices.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { dateOf, dayMs } from '@palate/core/keys/usage-days.ts'
import { workByAccount } from '../platform/work-by-account.ts'
import { type FlushOptions, FlushTimer } from '../platform/write-behind-buffer.ts'
import type { Services } from '../services.ts'
import { addUsage } from './store.ts'
import { addToDay, addToMinute } from './usage-store.ts'

export const flushEveryMs = 400
/** Keys of an account whose counts are written in one transaction, with three statements for each. */
export const keysPerWriteMax = 100

/**
 * Counts the requests of each key, for its usage (in total and by UTC day) and for its rate limit per clock minute.
 *
 * Counts are kept in memory and added to the store a few times a second, so that no request waits for a write. Each
 * flush returns the sum over all processes, so the limit applies across processes, except for the last few hundred
 * milliseconds. A crash loses unflushed counts. Only keys used in the current minute stay in memory.
 */
export class UsageMeter {
  readonly #store: Services['store']
  readonly #clock: Services['clock']
  readonly #counts = new Map<string, Count>()
  readonly #timer: FlushTimer

  constructor({ store, clock }: Pick<Services, 'store' | 'clock'>, onError: (error: unknown) => void) {
    this.#store = store
    this.#clock = clock
    this.#timer = new FlushTimer((options) => this.#flush(options), { everyMs: flushEveryMs, onError })
  }

  /** Counts one request and returns the key's number of requests in this minute, including this one. */
  count({ keyId, accountId }: Caller, nowMs: number): number {
    const minute = Math.floor(nowMs / 60_000)
    const known = this.#counts.get(keyId)
    const count: Count = known ?? {
      accountId,
      minute,
      others: 0,
      inMinute: 0,
      unflushed: [],
      flushedInMinute: 0,
      lastUsedMs: 0,
    }
    if (!known) this.#counts.set(keyId, count)
    if (count.minute !== minute) Object.assign(count, { minute, others: 0, inMinute: 0, flushedInMinute: 0 })
    addRequests(count.unflushed, Math.floor(nowMs / dayMs), 1)
    count.inMinute += 1
    count.lastUsedMs = nowMs
    return count.others + count.inMinute
  }

  /** Number of keys in memory. */
  get keyCount(): number {
    return this.#counts.size
  }

  /** Adds the counts to the store. For a request that lists them, this may use the disk reserve. */
  flush(options?: FlushOptions): Promise<void> {
    return this.#timer.flush(options)
  }

  close(): Promise<void> {
    return this.#timer.close()
  }

  async #flush(options: FlushOptions): Promise<void> {
    // Always in the same order, so that two processes cannot deadlock.
    const due = [...this.#counts]
      .filter(([, { unflushed }]) => unflushed.length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    await workByAccount(
      due,
      ([, { accountId }]) => accountId,
      async (ofAccount) => {
        for (const slice of slicesOf(ofAccount, keysPerWriteMax)) {
          await this.#add(slice, options)
          await yieldToEventLoop()
        }
      },
    )
    this.#forgetFlushed()
  }

  async #add(due: readonly (readonly [keyId: string, count: Count])[], options: FlushOptions): Promise<void> {
    const counts = due.map(([keyId, count]) => {
      const { accountId, minute, unflushed, inMinute, lastUsedMs } = count
      return {
        keyId,
        count,
        accountId,
        minute,
        unflushed: unflushed.map((day) => ({ ...day })),
        inMinute,
        fresh: inMinute - count.flushedInMinute,
        lastUsedMs,
      }
    })
    const totals = await this.#store.write(async (db) => {
      const sums: number[] = []
      for (const { keyId, accountId, minute, unflushed, inMinute, fresh, lastUsedMs } of counts) {
        const requests = unflushed.reduce((sum, day) => sum + day.requests, 0)
        const isThere = await addUsage(db, keyId, accountId, requests, new Date(lastUsedMs).toISOString())
        // Counts of a deleted account would stay for ever.
        if (!isThere) {
          sums.push(inMinute)
          continue
        }
        for (const { day, requests } of unflushed) {
          await addToDay(db, accountId, keyId, { date: dateOf(day * dayMs), requests })
        }
        sums.push(await addToMinute(db, accountId, keyId, minute, fresh))
      }
      return sums
    }, options)
    counts.forEach(({ count, minute, unflushed, inMinute }, i) => {
      for (const { day, requests } of unflushed) addRequests(count.unflushed, day, -requests)
      if (count.minute !== minute) return
      count.flushedInMinute = inMinute
      count.others = (totals[i] ?? 0) - inMinute
    })
  }

  /** Not an LRU cache, which could evict unflushed counts. */
  #forgetFlushed(): void {
    const current = Math.floor(this.#clock().getTime() / 60_000)
    for (const [keyId, { minute, unflushed }] of this.#counts) {
      if (unflushed.length === 0 && minute < current) this.#counts.delete(keyId)
    }
  }
}

/** Adds to the request count of a day; days without requests are omitted. */
function addRequests(days: Unflushed[], day: number, requests: number): void {
  const at = days.findIndex((one) => one.day === day)
  const known = days[at]
  if (!known) return void days.push({ day, requests })
  known.requests += requests
  if (known.requests === 0) days.splice(at, 1)
}

interface Unflushed {
  /** Days since 1970, in UTC. */
  readonly day: number
  requests: number
}

interface Count {
  readonly accountId: string
  minute: number
  /** Requests in this minute that other processes have flushed. */
  others: number
  /** Requests in this minute in this process, and how many of them are flushed. */
  inMinute: number
  flushedInMinute: number
  /** Unflushed requests of any minute, by day. After midnight there are two days. */
  readonly unflushed: Unflushed[]
  lastUsedMs: number
}
