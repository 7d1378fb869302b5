import { isCircuitOpen } from '@palate/core/webhooks/health.ts'
import { Pool } from 'undici'
import type { AddressRules } from './addresses.ts'
import type { Endpoint, Job } from './claims.ts'
import { sendTimeoutMs } from './send.ts'

/** Of one webhook so many are sent at the same time by one process. */
export const sendingPerWebhookMax = 32
/** And so many more are held ready, so that sending never waits for the store. */
export const claimedPerWebhookMax = 512
const keepAliveMs = 10_000

/**
 * What one process has to do for one webhook. Each webhook has its own queue and its own connections, so that one that
 * hangs fills its own and nobody else's. Events of one profile go one after the other.
 */
export class EndpointQueue {
  readonly #rules: AddressRules
  #endpoint: Endpoint
  #pool: Pool | undefined
  #origin = ''
  #waiting: Job[] = []
  readonly #sending = new Map<string, Job>()
  readonly #busyStreams = new Set<string>()
  #failuresInRow: number
  #hasFailed = false
  usedAtMs = 0

  constructor(rules: AddressRules, endpoint: Endpoint) {
    this.#rules = rules
    this.#endpoint = endpoint
    this.#failuresInRow = endpoint.failuresInRow
  }

  get endpoint(): Endpoint {
    return this.#endpoint
  }

  /** As this process has seen them: the store learns of the latest only with the next round. */
  get failuresInRow(): number {
    return this.#failuresInRow
  }

  /** Does the store, for all that is known here, have failures of it on record? */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  get held(): number {
    return this.#waiting.length + this.#sending.size
  }

  /** Is there more to send than can be sent at once? */
  get isBusy(): boolean {
    return this.#waiting.length > sendingPerWebhookMax
  }

  /** All that it has, for those who keep the leases. */
  get jobs(): readonly Job[] {
    return [...this.#waiting, ...this.#sending.values()]
  }

  /** Takes up what was claimed, with what the webhook is like by now. */
  add(endpoint: Endpoint, jobs: readonly Job[]): void {
    this.#endpoint = endpoint
    // What others have seen counts, but what was just seen here and is not stored yet counts more.
    this.#failuresInRow = Math.max(this.#failuresInRow, endpoint.failuresInRow)
    this.#hasFailed = this.#failuresInRow > 0
    this.#waiting.push(...jobs)
  }

  /** The next to be sent, if there is room for it: the first that no earlier one of its profile stands before. */
  next(): Job | undefined {
    if (this.#sending.size >= this.#sendingMax) return undefined
    const i = this.#waiting.findIndex((job) => !this.#busyStreams.has(streamOf(job)))
    const [job] = i < 0 ? [] : this.#waiting.splice(i, 1)
    if (!job) return undefined
    this.#sending.set(job.id, job)
    this.#busyStreams.add(streamOf(job))
    return job
  }

  done(job: Job, isSuccess: boolean): void {
    this.#sending.delete(job.id)
    this.#busyStreams.delete(streamOf(job))
    this.#failuresInRow = isSuccess ? 0 : this.#failuresInRow + 1
    this.#hasFailed ||= !isSuccess
  }

  /** Gives up what it has not begun to send. */
  takeUnsent(): readonly Job[] {
    const jobs = this.#waiting
    this.#waiting = []
    return jobs
  }

  get isCircuitOpen(): boolean {
    return isCircuitOpen({ failuresInRow: this.#failuresInRow })
  }

  /** Connections to where the webhook is now. Throws where that may not be asked. */
  connect(): { readonly pool: Pool; readonly path: string } {
    const url = this.#rules.checkUrl(this.#endpoint.url)
    if (!this.#pool || this.#origin !== url.origin) {
      this.close()
      this.#origin = url.origin
      this.#pool = new Pool(url.origin, {
        connections: sendingPerWebhookMax,
        pipelining: 1,
        allowH2: false,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
        headersTimeout: sendTimeoutMs,
        bodyTimeout: sendTimeoutMs,
        connect: { lookup: this.#rules.lookup, timeout: sendTimeoutMs },
      })
    }
    return { pool: this.#pool, path: url.pathname + url.search }
  }

  close(): void {
    this.#pool?.close().catch(() => {})
    this.#pool = undefined
  }

  get #sendingMax(): number {
    return this.isCircuitOpen ? 1 : sendingPerWebhookMax
  }
}

/** What has failed before goes by itself: its place in the order is lost. */
function streamOf({ tries, id, stream }: Job): string {
  return tries > 0 ? id : stream
}
