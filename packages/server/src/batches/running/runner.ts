import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Fault } from '@palate/core/fault.ts'
import type { CreateFrameScorer, FrameScorer } from '../../ports/scoring.ts'
import type { FindPinnedState } from '../../ports/states.ts'
import type { RecordBatchEnd } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import {
  type BatchKey,
  endBatch,
  lockBatch,
  pinned,
  progressOf,
  saveProgress,
  setModel,
  type Unfinished,
  updateBatch,
} from '../storing/batch-store.ts'
import {
  type ClaimedFrame,
  claim,
  countLeased,
  findDue,
  reclaim,
  releaseAll,
  type SavedResults,
} from '../storing/frame-store.ts'
import { BatchScorers } from './batch-scorers.ts'
import { fairShare, roundRobin } from './fair-share.ts'
import { FrameRunner } from './frame-runner.ts'
import { LeaseKeeper, leaseMs, newLeaseOwner } from './lease-keeper.ts'
import { ModelTurns } from './model-turns.ts'
import { endedBy, FailingBatches, ResultBuffer } from './result-buffer.ts'
import { deleteSubmitted, UnfinishedBatches } from './sweep.ts'

const pollEveryMs = 500
const flushCheckEveryMs = 25
const framesAtOnceMax = 256
const framesPerClaimMax = 128
/** A claim that takes longer, because the batch is locked, continues in the background. */
const claimPatienceMs = 250

interface Parts {
  readonly createScorer: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly recordEnd: RecordBatchEnd
  readonly modelId: string
  /** Called when this process has stored results of the batch, or its end. */
  readonly onNews: (batchId: string) => void
}

/**
 * Processes batches, concurrently with any number of other processes. Claims a few frames at a time, round-robin over
 * accounts, scores them at lower priority than real-time requests, and stores results in groups. Claimed frames are
 * leased: a live process renews its leases, and other processes reclaim the frames of a dead one.
 */
export class BatchRunner {
  readonly #services: Services
  readonly #findPinnedState: FindPinnedState
  readonly #recordEnd: RecordBatchEnd
  readonly #owner = newLeaseOwner()
  readonly #models: ModelTurns
  readonly #scorers: BatchScorers
  readonly #frames: FrameRunner
  readonly #results: ResultBuffer
  readonly #leases: LeaseKeeper
  readonly #failing: FailingBatches
  readonly #unfinished: UnfinishedBatches
  /** The claim in progress, by account. */
  readonly #claiming = new Map<string, Promise<boolean>>()
  /** Deletions of what was submitted. */
  readonly #deleting = new Set<Promise<void>>()
  /** Batches that are being ended. */
  readonly #ending = new Set<string>()
  readonly #onNews: (batchId: string) => void
  readonly #sleep = new WakeableSleep()
  #isStopping = false
  #lastAccount = ''
  #share = framesAtOnceMax
  #isIdle = false
  #flushTimer: NodeJS.Timeout | undefined
  #loop: Promise<void> = Promise.resolve()

  constructor(services: Services, { createScorer, findPinnedState, recordEnd, modelId, onNews }: Parts) {
    this.#services = services
    this.#recordEnd = recordEnd
    this.#onNews = onNews
    this.#findPinnedState = findPinnedState
    this.#models = new ModelTurns(services, modelId)
    this.#failing = new FailingBatches(services)
    this.#unfinished = new UnfinishedBatches(services, this.#logError)
    this.#scorers = new BatchScorers({
      store: services.store,
      createScorer,
      findPinnedState,
      onOpened: () => this.wake(),
      onFailure: (key, error) => backgroundWorkFor(key.accountId, () => this.#failToOpen(key, error)),
    })
    this.#frames = new FrameRunner({
      services,
      onResult: (key, result) => this.#results.add(key, result),
      onFree: (accountId) => this.#capacityOf(accountId) > 0 && this.wake(),
    })
    const owner = this.#owner
    const failing = this.#failing
    const onSaved = (key: BatchKey, saved: SavedResults) => this.#afterSave(key, saved)
    this.#results = new ResultBuffer({ services, owner, leaseMs, recordEnd, failing, onSaved })
    this.#leases = new LeaseKeeper({
      services,
      owner,
      failing,
      held: () => this.#held(),
      unfinished: this.#unfinished,
      onReleased: () => this.wake(),
      onError: this.#logError,
    })
  }

  /** Starts the loop, which runs until `stop`. */
  async start(): Promise<void> {
    await this.#leases.start()
    const flush = () => this.#results.flushIfDue(this.#isIdle && this.#frames.isIdle)
    this.#flushTimer = setInterval(flush, flushCheckEveryMs).unref()
    this.#loop = this.#run()
  }

  /** Makes the loop check for work now. */
  wake(): void {
    this.#sleep.wake()
  }

  /** Stores the buffered results and releases all other leases. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.wake()
    await this.#loop
    await Promise.all(this.#claiming.values())
    clearInterval(this.#flushTimer)
    this.#frames.stop()
    await this.#results.flush()
    await this.#leases.stop()
    await Promise.all(this.#deleting)
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      // SQLite is synchronous: without this, consecutive iterations would block everything else in the process.
      await yieldToEventLoop()
      this.#sleep.reset()
      const hasClaimed = await this.#claimNext().catch(this.#logError)
      if (hasClaimed) continue
      this.#isIdle = true
      if (!this.#isStopping) await this.#sleep.sleep(pollEveryMs)
      this.#isIdle = false
    }
  }

  /** Makes one claim for the next account. True if there may be more to claim immediately. */
  async #claimNext(): Promise<boolean> {
    const unfinished = await this.#unfinished.list()
    this.#observeQueueAge(unfinished[0])
    await this.#models.sayAlive(unfinished)
    this.#failing.keepOnly(unfinished)
    const ready = unfinished.filter(({ batchId }) => !this.#failing.isResting(batchId))
    for (const batch of ready)
      if (batch.status === 'canceling') void backgroundWorkFor(batch.accountId, () => this.#endCanceled(batch))
    this.#share = fairShare(unfinished, framesAtOnceMax)
    const mine = await this.#models.mayScore(ready)
    for (const [accountId, batches] of roundRobin(mine, this.#lastAccount)) {
      for (const batch of batches) {
        const capacity = this.#capacityOf(accountId)
        if (capacity === 0) break
        if (batch.status !== 'in_progress' || !(await backgroundWorkFor(accountId, () => this.#claim(batch, capacity))))
          continue
        this.#lastAccount = accountId
        return true
      }
    }
    return false
  }

  /** True if frames were claimed. First reads whether there are any, because locking a batch is a write. */
  async #claim(batch: Unfinished, framesMax: number): Promise<boolean> {
    const { store, clock } = this.#services
    if (this.#results.isStuck(batch.batchId)) return false
    const nowMs = clock().getTime()
    if (batch.claimed === batch.total && (await findDue(store.read, batch, nowMs, 1)).length === 0) return false
    const scorer = this.#scorers.find(batch)
    if (!scorer) return false
    const claim = this.#claimAndStart(batch, scorer, framesMax).finally(() => this.#claiming.delete(batch.accountId))
    this.#claiming.set(batch.accountId, claim)
    return Promise.race([claim, this.#patience(claim)])
  }

  /** Resolves to false after a timeout, and wakes the loop if the claim completes later. */
  async #patience(claim: Promise<boolean>): Promise<false> {
    const over = new AbortController()
    void claim.then(() => over.abort())
    const isLate = await pause(claimPatienceMs, true, { signal: over.signal }).catch(() => false)
    if (isLate) void claim.then(() => this.wake())
    return false
  }

  async #claimAndStart(batch: Unfinished, scorer: FrameScorer, framesMax: number): Promise<boolean> {
    const { store, clock, metrics } = this.#services
    const nowMs = clock().getTime()
    const lease = { owner: this.#owner, nowMs, untilMs: nowMs + leaseMs, framesMax }
    const models = { from: batch.model, to: this.#models.own }
    try {
      const { frames, ended, expired } = await store.write((db) =>
        claimFrames(db, batch, lease, models, this.#findPinnedState, this.#recordEnd),
      )
      metrics.batchLeasesLost.inc(expired)
      if (ended) this.#afterEnd(batch)
      this.#frames.start(batch, scorer, frames)
      return frames.length > 0
    } catch (error) {
      this.#failing.fail(batch, error)
      return false
    }
  }

  /** Aborts this process's work on a canceled batch, and ends the batch if no process has a lease left. */
  async #endCanceled(batch: Unfinished): Promise<void> {
    const { store, clock } = this.#services
    this.#frames.abort(batch.batchId)
    if (this.#ending.has(batch.batchId)) return
    this.#ending.add(batch.batchId)
    try {
      if ((await countLeased(store.read, batch, clock().getTime())) > 0) return
      await store.write((db) => endBatch(db, batch, 'canceled', clock(), this.#recordEnd))
      this.#afterEnd(batch)
    } catch (error) {
      this.#failing.fail(batch, error)
    } finally {
      this.#ending.delete(batch.batchId)
    }
  }

  #afterSave(key: BatchKey, saved: SavedResults): void {
    if (saved.status === 'canceling') this.#frames.abort(key.batchId)
    if (endedBy(saved)) this.#afterEnd(key)
    else this.#onNews(key.batchId)
  }

  #afterEnd(key: BatchKey): void {
    const { batchId } = key
    this.#frames.abort(batchId)
    this.#scorers.close(batchId)
    this.#onNews(batchId)
    this.deleteRequest(key)
  }

  /** Deletes what was submitted with an ended batch, in the background. If that fails, a sweep repeats it. */
  deleteRequest(key: BatchKey): void {
    const { accountId, batchId } = key
    const deleting = deleteSubmitted(this.#services.store, { accountId, batchIds: [batchId] }, () => this.#isStopping)
      .catch((error) => this.#logError(error, accountId))
      .finally(() => this.#deleting.delete(deleting))
    this.#deleting.add(deleting)
  }

  #observeQueueAge(oldest: Unfinished | undefined): void {
    const ageMs = oldest ? this.#services.clock().getTime() - Date.parse(oldest.createdAt) : 0
    this.#services.metrics.batchQueueAge.set(Math.max(0, ageMs) / 1000)
  }

  /** How many frames may be claimed for an account now. 0 if too few to be worth a write. */
  #capacityOf(accountId: string): number {
    if (this.#claiming.has(accountId)) return 0
    const capacity = this.#share - this.#frames.countOf(accountId)
    return capacity < Math.min(framesPerClaimMax, this.#share / 2) ? 0 : Math.min(capacity, framesPerClaimMax)
  }

  /** Leases of frames whose results cannot be stored are left to expire. */
  #held(): readonly BatchKey[] {
    const batches = [...this.#frames.batches, ...this.#results.batches]
    return batches.filter(({ batchId }) => !this.#results.isStuck(batchId))
  }

  /** Fails a batch whose profile was deleted. Other errors may be temporary, so opening is retried. */
  async #failToOpen(key: BatchKey, error: unknown): Promise<void> {
    const { store, clock } = this.#services
    if (!(error instanceof Fault) || error.status === 503) return this.#failing.fail(key, error)
    try {
      await store.write((db) => endBatch(db, key, 'failed', clock(), this.#recordEnd))
      this.#afterEnd(key)
    } catch (failure) {
      this.#failing.fail(key, failure)
    }
  }

  readonly #logError = (error: unknown, accountId?: string): undefined => {
    this.#services.log.error({ err: error, accountId }, 'batch processing failed')
  }
}

interface Lease {
  readonly owner: string
  readonly nowMs: number
  readonly untilMs: number
  readonly framesMax: number
}

interface Models {
  /** The one that the batch had when it was decided to claim. */
  readonly from: string | undefined
  readonly to: string
}

interface Claimed {
  readonly frames: readonly ClaimedFrame[]
  /** Expired leases of other processes. */
  readonly expired: number
  readonly ended: boolean
}

/**
 * Claims frames of a batch for a process: first those that are due again, then the next unclaimed ones. Locks the
 * batch, so that no two processes claim the same frame. Ends the batch if its profile was deleted, or if it is being
 * canceled and no lease is left.
 */
async function claimFrames(
  db: Db,
  key: BatchKey,
  lease: Lease,
  models: Models,
  findPinnedState: FindPinnedState,
  recordEnd: RecordBatchEnd,
): Promise<Claimed> {
  const nothing = { frames: [], expired: 0, ended: false }
  const stored = await lockBatch(db, key)
  if (!stored) return nothing
  const end = async (status: 'failed' | 'canceled') => {
    await saveProgress(db, stored, progressOf(stored, { status, at: new Date(lease.nowMs) }), recordEnd)
    return { ...nothing, ended: true }
  }
  if (stored.batch.status === 'canceling') {
    return (await countLeased(db, key, lease.nowMs)) === 0 ? end('canceled') : nothing
  }
  if (stored.batch.status !== 'in_progress') return nothing
  // Another process has taken it over meanwhile.
  if (stored.model !== models.from) return nothing
  if (!(await findPinnedState(db, pinned(stored, null)))) return end('failed')
  if (stored.model !== undefined && stored.model !== models.to) {
    await releaseAll(db, key)
    await setModel(db, stored, models.to)
  }

  const due = await findDue(db, key, lease.nowMs, lease.framesMax)
  const dueIndexes = due.map(({ index }) => index)
  if (dueIndexes.length > 0) await reclaim(db, key, dueIndexes, lease.owner, lease.untilMs)
  const freshCount = Math.min(lease.framesMax - due.length, stored.batch.counts.total - stored.claimed)
  const fresh = Array.from({ length: freshCount }, (_, i) => stored.claimed + i)
  if (fresh.length > 0) {
    await claim(db, key, fresh, lease.owner, lease.untilMs)
    await updateBatch(db, key, { ...progressOf(stored), claimed: stored.claimed + fresh.length })
  }
  return {
    frames: [...due, ...fresh.map((index) => ({ index, attempts: 0, workersLost: 0 }))],
    expired: due.filter(({ state }) => state === 'leased').length,
    ended: false,
  }
}

/** A sleep that `wake` ends early. A wake between two sleeps ends the next one immediately. */
class WakeableSleep {
  #isAwake = false
  #endSleep: () => void = () => {}

  wake(): void {
    this.#isAwake = true
    this.#endSleep()
  }

  /** Forgets earlier wakes. Call it before checking for work, so that a wake during the check counts. */
  reset(): void {
    this.#isAwake = false
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#isAwake) this.#endSleep()
    })
  }
}
