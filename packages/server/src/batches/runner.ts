import { EventEmitter } from 'node:events'
import { setImmediate as breathe } from 'node:timers/promises'
import { attemptsMax, retryPauseMs } from '@palate/core/batches/retry.ts'
import { Fault } from '@palate/core/fault.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import { type CreateFrameScorer, type FindPinnedState, type NoteBatchEnd, WorkerLost } from '../ports.ts'
import type { Services } from '../services.ts'
import { countLeased, findDue, handBack, listOwners, renew, type TakenFrame } from './frames.ts'
import { endedBy, Outbox } from './outbox.ts'
import { hasDied, nameOwner } from './owner.ts'
import { endBatch, type Settled } from './settle.ts'
import { type BatchKey, listUnfinished, type Unfinished } from './store.ts'
import { takeFrames } from './take.ts'
import { inTurn, shareOf } from './turns.ts'
import { type Workplace, Workplaces } from './workplaces.ts'

const leaseMs = 15_000
const renewEveryMs = 5000
const pollEveryMs = 500
const settleLookEveryMs = 25
const framesAtOnceMax = 256
const framesPerClaimMax = 128
const batchesLookedAtMax = 2000

const busyPauseMs = 1000
/** So many workers may stop over one picture. */
export const workersLostMax = 3
const unreadable = {
  code: 'not_an_image',
  message: 'one worker after the other stopped over the picture',
  retryable: false,
}

interface Parts {
  readonly prepare: CreateFrameScorer
  readonly findPinnedState: FindPinnedState
  readonly noteEnd: NoteBatchEnd
}

/**
 * Works on batches, beside any number of other processes that do the same. It takes a few frames at a time, account
 * by account in turn, scores them behind whatever real-time work there is, and settles the results several at once.
 * What it has taken is leased to it; while it lives it renews the leases, and when it dies others take the frames up.
 */
export class BatchRunner {
  readonly #services: Services
  readonly #findPinnedState: FindPinnedState
  readonly #recordEnd: NoteBatchEnd
  readonly #owner = nameOwner()
  readonly #workplaces: Workplaces
  readonly #outbox: Outbox
  readonly #news = new EventEmitter().setMaxListeners(0)
  readonly #running = new Map<string, number>()
  #isStopping = false
  #lastAccount = ''
  #share = framesAtOnceMax
  #isAwake = false
  #isPaused = false
  #wake: () => void = () => {}
  #timers: NodeJS.Timeout[] = []
  #loop: Promise<void> = Promise.resolve()

  constructor(services: Services, { prepare, findPinnedState, noteEnd }: Parts) {
    this.#services = services
    this.#recordEnd = noteEnd
    this.#findPinnedState = findPinnedState
    this.#workplaces = new Workplaces({
      db: services.store.read,
      prepare,
      findPinnedState,
      onOpen: () => this.kick(),
      onFailure: (key, error) => this.#giveUp(key, error).catch(this.#complain),
    })
    this.#outbox = new Outbox(services, this.#owner, noteEnd, (key, settled) => this.#noteSettled(key, settled))
  }

  /** Works until it is stopped. */
  async start(): Promise<void> {
    await this.#takeUpDead()
    const every = (ms: number, work: () => Promise<unknown>) =>
      setInterval(() => work().catch(this.#complain), ms).unref()
    this.#timers = [
      every(renewEveryMs, () => this.#renew()),
      every(renewEveryMs, () => this.#takeUpDead()),
      every(settleLookEveryMs, () => this.#outbox.sendDue(this.#isPaused && this.#running.size === 0)),
    ]
    this.#loop = this.#work()
  }

  /** There may be something to do. */
  kick(): void {
    this.#isAwake = true
    this.#wake()
  }

  /** Resolves when something of the batch was settled here, or after a while: others may have done something. */
  async untilNews(batchId: string, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#news.off(batchId, done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#news.on(batchId, done)
      signal.addEventListener('abort', done)
    })
  }

  /** Settles what is finished and hands the rest back. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.kick()
    await this.#loop
    for (const timer of this.#timers) clearInterval(timer)
    this.#workplaces.closeAll()
    await this.#outbox.send().catch(this.#complain)
    await this.#services.store.write((db) => handBack(db, this.#owner))
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      // The embedded store answers without leaving the process, so turns without a pause would keep out everybody else.
      await breathe()
      const took = await this.#takeTurn().catch(this.#complain)
      if (took) continue
      this.#isPaused = true
      await this.#pause(pollEveryMs)
      this.#isPaused = false
    }
  }

  /** One claim for the account whose turn it is. True when there may be more to take at once. */
  async #takeTurn(): Promise<boolean> {
    this.#isAwake = false
    const unfinished = await listUnfinished(this.#services.store.read, batchesLookedAtMax)
    this.#noteAge(unfinished[0])
    for (const batch of unfinished) if (batch.status === 'canceling') await this.#endCanceled(batch)
    this.#share = shareOf(unfinished, framesAtOnceMax)
    for (const [accountId, batches] of inTurn(unfinished, this.#lastAccount)) {
      const room = this.#roomOf(accountId)
      if (room === 0) continue
      for (const batch of batches) {
        if (batch.status !== 'in_progress' || !(await this.#take(batch, room))) continue
        this.#lastAccount = accountId
        return true
      }
    }
    return false
  }

  /** True when frames were taken. Whether there are any is looked up first, for holding a batch is a write. */
  async #take(batch: Unfinished, framesMax: number): Promise<boolean> {
    const { store, clock, metrics } = this.#services
    const nowMs = clock().getTime()
    if (batch.taken === batch.total && (await findDue(store.read, batch, nowMs, 1)).length === 0) return false
    const workplace = this.#workplaces.find(batch)
    if (!workplace) return false
    const lease = { owner: this.#owner, nowMs, untilMs: nowMs + leaseMs, framesMax }
    const { taken, ended, lost } = await store.write((db) =>
      takeFrames(db, batch, lease, this.#findPinnedState, this.#recordEnd),
    )
    metrics.batchLeasesLost.inc(lost)
    if (ended) this.#noteEnd(batch)
    for (const one of taken) {
      this.#score(batch, workplace, one)
      // Pictures that are known are scored at once, and others must get a word in between.
      await breathe()
    }
    return taken.length > 0
  }

  /** Calls off what this process does for a canceled batch; whoever finds that nobody works on it any more ends it. */
  async #endCanceled(batch: Unfinished): Promise<void> {
    const { store, clock } = this.#services
    this.#workplaces.leave(batch.batchId)
    if ((await countLeased(store.read, batch, clock().getTime())) > 0) return
    await store.write((db) => endBatch(db, batch, 'canceled', clock(), this.#recordEnd))
    this.#noteEnd(batch)
  }

  #score(batch: Unfinished, { frames, scorer, leaving }: Workplace, taken: TakenFrame): void {
    const frame = frames[taken.place]
    if (!frame) throw new Error(`batch ${batch.batchId} has no frame ${taken.place}`)
    this.#count(batch.accountId, 1)
    scorer
      .score(frame, { priority: 'batch', signal: leaving.signal })
      .then((result) => this.#note(batch, taken, result))
      .catch((error) => {
        if (this.#isStopping) return
        if (leaving.signal.aborted) this.#outbox.put(batch, { ...taken, kind: 'returned', dueMs: 0 })
        else this.#giveBack(batch, taken, frame.id, error)
      })
      .finally(() => {
        this.#count(batch.accountId, -1)
        if (this.#roomOf(batch.accountId) > 0) this.kick()
      })
  }

  #note(key: BatchKey, taken: TakenFrame, result: FrameScore): void {
    const tried = { ...taken, attempts: taken.attempts + 1 }
    const again = result.error?.retryable === true && tried.attempts < attemptsMax
    const dueMs = this.#services.clock().getTime() + retryPauseMs(tried.attempts, Math.random())
    this.#outbox.put(key, again ? { ...tried, kind: 'postponed', dueMs } : { ...tried, kind: 'finished', result })
  }

  /**
   * The service is at fault, so the attempt does not count. But a picture over which one worker stops after the other
   * must not keep its batch from ending.
   */
  #giveBack(key: BatchKey, taken: TakenFrame, frameId: string, error: unknown): void {
    const { log, clock } = this.#services
    log.warn({ err: error, batchId: key.batchId, place: taken.place }, 'a frame could not be worked on')
    const workersLost = taken.workersLost + (error instanceof WorkerLost ? 1 : 0)
    const dueMs = clock().getTime() + busyPauseMs
    if (workersLost >= workersLostMax) this.#note(key, taken, { frame_id: frameId, error: unreadable })
    else this.#outbox.put(key, { ...taken, kind: 'returned', workersLost, dueMs })
  }

  #noteSettled(key: BatchKey, settled: Settled): void {
    if (settled.status === 'canceling') this.#workplaces.leave(key.batchId)
    if (endedBy(settled)) this.#workplaces.close(key.batchId)
    this.#news.emit(key.batchId)
  }

  #noteEnd({ batchId }: BatchKey): void {
    this.#workplaces.close(batchId)
    this.#news.emit(batchId)
  }

  #noteAge(oldest: Unfinished | undefined): void {
    const ageMs = oldest ? this.#services.clock().getTime() - Date.parse(oldest.createdAt) : 0
    this.#services.metrics.batchQueueAge.set(Math.max(0, ageMs) / 1000)
  }

  #count(accountId: string, more: 1 | -1): void {
    const count = (this.#running.get(accountId) ?? 0) + more
    if (count > 0) this.#running.set(accountId, count)
    else this.#running.delete(accountId)
  }

  /** How many frames may be taken for an account now; none where they would be too few to be worth a write. */
  #roomOf(accountId: string): number {
    const room = this.#share - (this.#running.get(accountId) ?? 0)
    return room < Math.min(framesPerClaimMax, this.#share / 2) ? 0 : Math.min(room, framesPerClaimMax)
  }

  /** A process of this machine, or container, can be seen to be dead; the leases of others must run out. */
  async #takeUpDead(): Promise<void> {
    const { store, metrics } = this.#services
    const dead = (await listOwners(store.read)).filter(hasDied)
    for (const owner of dead) metrics.batchLeasesLost.inc(await store.write((db) => handBack(db, owner)))
    if (dead.length > 0) this.kick()
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0 && this.#outbox.isEmpty) return
    const untilMs = this.#services.clock().getTime() + leaseMs
    await this.#services.store.write((db) => renew(db, this.#owner, untilMs))
  }

  /** A batch whose profile is gone cannot go on; any other trouble may pass. */
  async #giveUp(key: BatchKey, error: unknown): Promise<void> {
    if (!(error instanceof Fault) || error.status === 503) return this.#complain(error)
    await this.#services.store.write((db) => endBatch(db, key, 'failed', this.#services.clock(), this.#recordEnd))
    this.#noteEnd(key)
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#isAwake || this.#isStopping) this.#wake()
    })
  }

  readonly #complain = (error: unknown): undefined => {
    this.#services.log.error({ err: error }, 'work on batches failed')
  }
}
