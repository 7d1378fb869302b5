import { EventEmitter } from 'node:events'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Fault } from '@palate/core/fault.ts'
import type { CreateFrameScorer, FindPinnedState, RecordBatchEnd } from '../ports.ts'
import type { Services } from '../services.ts'
import { afterError, afterResult } from './attempts.ts'
import { type BatchKey, listUnfinished, type Unfinished } from './batch-store.ts'
import { claimFrames } from './claim.ts'
import { fairShare, roundRobin } from './fair-share.ts'
import { type ClaimedFrame, countLeased, findDue, listLeaseOwners, releaseLeases, renewLeases } from './frame-store.ts'
import { isDeadOwner, newLeaseOwner } from './lease-owner.ts'
import { type LoadedBatch, LoadedBatches } from './loaded-batches.ts'
import { endBatch } from './progress.ts'
import { endedBy, ResultBuffer } from './result-buffer.ts'
import type { SavedResults } from './results.ts'
import { WakeableSleep } from './wakeable-sleep.ts'

const leaseMs = 15_000
const renewEveryMs = 5000
const pollEveryMs = 500
const flushCheckEveryMs = 25
const framesAtOnceMax = 256
const framesPerClaimMax = 128
const batchesPerPollMax = 2000

interface Parts {
  readonly createScorer: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly recordEnd: RecordBatchEnd
}

/**
 * Works on batches, next to any number of other processes that do the same. It claims a few frames at a time, round-robin
 * over accounts, scores them at lower priority than real-time requests, and stores results in groups. Claimed frames are
 * leased: a live process renews its leases, and other processes reclaim the frames of a dead one.
 */
export class BatchRunner {
  readonly #services: Services
  readonly #findPinnedState: FindPinnedState
  readonly #recordEnd: RecordBatchEnd
  readonly #owner = newLeaseOwner()
  readonly #loaded: LoadedBatches
  readonly #results: ResultBuffer
  readonly #savedResults = new EventEmitter().setMaxListeners(0)
  readonly #sleep = new WakeableSleep()
  /** Frames in progress by account. */
  readonly #running = new Map<string, number>()
  #isStopping = false
  #lastAccount = ''
  #share = framesAtOnceMax
  #isIdle = false
  #timers: NodeJS.Timeout[] = []
  #loop: Promise<void> = Promise.resolve()

  constructor(services: Services, { createScorer, findPinnedState, recordEnd }: Parts) {
    this.#services = services
    this.#recordEnd = recordEnd
    this.#findPinnedState = findPinnedState
    this.#loaded = new LoadedBatches({
      db: services.store.read,
      createScorer,
      findPinnedState,
      onLoaded: () => this.wake(),
      onFailure: (key, error) => this.#failToLoad(key, error).catch(this.#logError),
    })
    this.#results = new ResultBuffer(services, this.#owner, recordEnd, (key, saved) => this.#afterSave(key, saved))
  }

  /** Starts the loop, which runs until `stop`. */
  async start(): Promise<void> {
    await this.#releaseDeadLeases()
    const every = (ms: number, work: () => Promise<unknown>) =>
      setInterval(() => work().catch(this.#logError), ms).unref()
    this.#timers = [
      every(renewEveryMs, () => this.#renew()),
      every(renewEveryMs, () => this.#releaseDeadLeases()),
      every(flushCheckEveryMs, () => this.#results.flushIfDue(this.#isIdle && this.#running.size === 0)),
    ]
    this.#loop = this.#run()
  }

  /** Makes the loop look for work now. */
  wake(): void {
    this.#sleep.wake()
  }

  /** Resolves when this process has stored results of the batch, or after a time: other processes may have stored some. */
  async waitForResults(batchId: string, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#savedResults.off(batchId, done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#savedResults.on(batchId, done)
      signal.addEventListener('abort', done)
    })
  }

  /** Stores the results it has and releases all other leases. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.wake()
    await this.#loop
    for (const timer of this.#timers) clearInterval(timer)
    this.#loaded.unloadAll()
    await this.#results.flush().catch(this.#logError)
    await this.#services.store.write((db) => releaseLeases(db, this.#owner))
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      // SQLite answers synchronously: without this, iterations in a row would block everything else in the process.
      await yieldToEventLoop()
      this.#sleep.reset()
      const hasClaimed = await this.#claimNext().catch(this.#logError)
      if (hasClaimed) continue
      this.#isIdle = true
      if (!this.#isStopping) await this.#sleep.sleep(pollEveryMs)
      this.#isIdle = false
    }
  }

  /** One claim for the account whose turn it is. True when there may be more to claim at once. */
  async #claimNext(): Promise<boolean> {
    const unfinished = await listUnfinished(this.#services.store.read, batchesPerPollMax)
    this.#observeQueueAge(unfinished[0])
    for (const batch of unfinished) if (batch.status === 'canceling') await this.#endCanceled(batch)
    this.#share = fairShare(unfinished, framesAtOnceMax)
    for (const [accountId, batches] of roundRobin(unfinished, this.#lastAccount)) {
      const capacity = this.#capacityOf(accountId)
      if (capacity === 0) continue
      for (const batch of batches) {
        if (batch.status !== 'in_progress' || !(await this.#claim(batch, capacity))) continue
        this.#lastAccount = accountId
        return true
      }
    }
    return false
  }

  /** True when frames were claimed. Reads first whether there are any, because locking a batch is a write. */
  async #claim(batch: Unfinished, framesMax: number): Promise<boolean> {
    const { store, clock, metrics } = this.#services
    const nowMs = clock().getTime()
    if (batch.claimed === batch.total && (await findDue(store.read, batch, nowMs, 1)).length === 0) return false
    const loaded = this.#loaded.find(batch)
    if (!loaded) return false
    const lease = { owner: this.#owner, nowMs, untilMs: nowMs + leaseMs, framesMax }
    const { frames, ended, expired } = await store.write((db) =>
      claimFrames(db, batch, lease, this.#findPinnedState, this.#recordEnd),
    )
    metrics.batchLeasesLost.inc(expired)
    if (ended) this.#afterEnd(batch)
    for (const frame of frames) {
      this.#score(batch, loaded, frame)
      // Pictures with cached features are scored synchronously: let other work run in between.
      await yieldToEventLoop()
    }
    return frames.length > 0
  }

  /** Aborts this process's work on a canceled batch. Whichever process finds no lease left ends the batch. */
  async #endCanceled(batch: Unfinished): Promise<void> {
    const { store, clock } = this.#services
    this.#loaded.abort(batch.batchId)
    if ((await countLeased(store.read, batch, clock().getTime())) > 0) return
    await store.write((db) => endBatch(db, batch, 'canceled', clock(), this.#recordEnd))
    this.#afterEnd(batch)
  }

  #score(batch: Unfinished, { frames, scorer, abort }: LoadedBatch, claimed: ClaimedFrame): void {
    const frame = frames[claimed.index]
    if (!frame) throw new Error(`batch ${batch.batchId} has no frame ${claimed.index}`)
    const now = () => this.#services.clock().getTime()
    this.#countRunning(batch.accountId, 1)
    scorer
      .score(frame, { priority: 'batch', accountId: batch.accountId, signal: abort.signal })
      .then((result) => this.#results.add(batch, afterResult(claimed, result, now(), Math.random())))
      .catch((error) => {
        if (this.#isStopping) return
        if (abort.signal.aborted) {
          this.#results.add(batch, { ...claimed, kind: 'returned', dueMs: 0 })
          return
        }
        const place = claimed.index
        this.#services.log.warn({ err: error, batchId: batch.batchId, place }, 'a frame could not be worked on')
        this.#results.add(batch, afterError(claimed, frame.id, error, now(), Math.random()))
      })
      .finally(() => {
        this.#countRunning(batch.accountId, -1)
        if (this.#capacityOf(batch.accountId) > 0) this.wake()
      })
  }

  #afterSave(key: BatchKey, saved: SavedResults): void {
    if (saved.status === 'canceling') this.#loaded.abort(key.batchId)
    if (endedBy(saved)) this.#loaded.unload(key.batchId)
    this.#savedResults.emit(key.batchId)
  }

  #afterEnd({ batchId }: BatchKey): void {
    this.#loaded.unload(batchId)
    this.#savedResults.emit(batchId)
  }

  #observeQueueAge(oldest: Unfinished | undefined): void {
    const ageMs = oldest ? this.#services.clock().getTime() - Date.parse(oldest.createdAt) : 0
    this.#services.metrics.batchQueueAge.set(Math.max(0, ageMs) / 1000)
  }

  #countRunning(accountId: string, more: 1 | -1): void {
    const count = (this.#running.get(accountId) ?? 0) + more
    if (count > 0) this.#running.set(accountId, count)
    else this.#running.delete(accountId)
  }

  /** How many frames may be claimed for an account now. 0 where they would be too few to be worth a write. */
  #capacityOf(accountId: string): number {
    const capacity = this.#share - (this.#running.get(accountId) ?? 0)
    return capacity < Math.min(framesPerClaimMax, this.#share / 2) ? 0 : Math.min(capacity, framesPerClaimMax)
  }

  /** Dead processes can be detected on this machine, or in this container. The leases of others must expire. */
  async #releaseDeadLeases(): Promise<void> {
    const { store, metrics } = this.#services
    const dead = (await listLeaseOwners(store.read)).filter(isDeadOwner)
    for (const owner of dead) metrics.batchLeasesLost.inc(await store.write((db) => releaseLeases(db, owner)))
    if (dead.length > 0) this.wake()
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0 && this.#results.isEmpty) return
    const untilMs = this.#services.clock().getTime() + leaseMs
    await this.#services.store.write((db) => renewLeases(db, this.#owner, untilMs))
  }

  /** A batch whose profile was deleted fails. Other errors may pass, and loading is retried. */
  async #failToLoad(key: BatchKey, error: unknown): Promise<void> {
    if (!(error instanceof Fault) || error.status === 503) return this.#logError(error)
    await this.#services.store.write((db) => endBatch(db, key, 'failed', this.#services.clock(), this.#recordEnd))
    this.#afterEnd(key)
  }

  readonly #logError = (error: unknown): undefined => {
    this.#services.log.error({ err: error }, 'work on batches failed')
  }
}
