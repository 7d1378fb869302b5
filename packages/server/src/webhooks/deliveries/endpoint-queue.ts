import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isCircuitOpen } from '@palate/core/webhooks/health.ts'
import { buildConnector, Pool } from 'undici'
import type { AddressRules } from '../addresses.ts'
import type { Endpoint, Job } from './claims.ts'
import { sendTimeoutMs } from './send.ts'

/** Concurrent requests of one process to one webhook. */
export const sendingPerWebhookMax = 32
/** Deliveries that a process claims in advance for one webhook, so that sending never waits for the store. */
export const claimedPerWebhookMax = 512
/** Deliveries that a process claims for all webhooks together: each takes up to 20 kB of memory for its event. */
export const claimedPerProcessMax = 4096
const keepAliveMs = 10_000

/** How many deliveries a process claims per webhook if there are this many webhooks: equal shares, at least one. */
export function claimedMaxOf(webhooks: number): number {
  return Math.max(1, Math.min(claimedPerWebhookMax, Math.floor(claimedPerProcessMax / webhooks)))
}

/**
 * The claimed deliveries of one webhook in this process. Each webhook has its own queue and connections, so that a slow
 * one delays only itself. Events of one profile are sent sequentially.
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

  get accountId(): string {
    return this.#endpoint.accountId
  }

  get endpoint(): Endpoint {
    return this.#endpoint
  }

  /** What this process has counted: the latest failures are stored only in the next round. */
  get failuresInRow(): number {
    return this.#failuresInRow
  }

  /** Whether the store may have recorded failures of this webhook. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  get claimedCount(): number {
    return this.#waiting.length + this.#sending.size
  }

  /** Whether there is more to send than can be sent concurrently. */
  get isBusy(): boolean {
    return this.#waiting.length > sendingPerWebhookMax
  }

  /** All claimed deliveries, for renewing their leases. */
  get jobs(): readonly Job[] {
    return [...this.#waiting, ...this.#sending.values()]
  }

  /** Adds claimed deliveries, and updates the endpoint to its state at the claim. */
  add(endpoint: Endpoint, jobs: readonly Job[]): void {
    this.#endpoint = endpoint
    // This process's latest failures may not be stored yet, so the larger count is right.
    this.#failuresInRow = Math.max(this.#failuresInRow, endpoint.failuresInRow)
    this.#hasFailed = this.#failuresInRow > 0
    this.#waiting.push(...jobs)
  }

  /** The next delivery to send, if a request slot is free: the first whose profile has none in flight. */
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

  /** Removes and returns the deliveries that are not being sent yet. */
  takeUnsent(): readonly Job[] {
    const jobs = this.#waiting
    this.#waiting = []
    return jobs
  }

  get isCircuitOpen(): boolean {
    return isCircuitOpen({ failuresInRow: this.#failuresInRow })
  }

  /** The connection pool for the webhook's current URL. Throws if that URL is not allowed. */
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
        connect: resolveFirst(this.#rules.lookupFor(this.accountId)),
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

/**
 * Resolves the host before it sets up a connection: for a name that does not resolve, setting up TLS takes more time
 * than everything else. The connection uses the addresses that were found.
 */
function resolveFirst(lookup: LookupFunction): buildConnector.connector {
  let found: readonly LookupAddress[] = []
  const lookupFound: LookupFunction = (_, { all }, callback) => {
    if (all) return callback(null, [...found])
    callback(null, found[0]?.address ?? '', found[0]?.family)
  }
  const connect = buildConnector({ lookup: lookupFound, timeout: sendTimeoutMs, allowH2: false })
  return (options, callback) => {
    lookup(options.hostname.replace(/^\[|\]$/g, ''), { all: true }, (error, addresses) => {
      if (error) return callback(error, null)
      found = addresses as LookupAddress[]
      connect(options, callback)
    })
  }
}

/** Retries are not ordered, so each is a separate stream. */
function streamOf({ tries, id, stream }: Job): string {
  return tries > 0 ? id : stream
}
