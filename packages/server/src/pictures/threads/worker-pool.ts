import type { Transferable } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../platform/entries-max.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { untilAborted } from '../../work/until-aborted.ts'
import { type Priority, realtime, type WorkContext } from '../../work/work-context.ts'
import { QueueFull, ScoringUnavailable } from '../picture-faults.ts'
import { type OnPart, type SupervisedWorker, superviseWorker, type WorkerOptions } from './supervised-worker.ts'

export interface WorkerPoolOptions extends Omit<WorkerOptions, 'jobTimeoutMs'> {
  /** The maximum number of threads. One starts with the pool, the others on demand: an idle thread costs memory. */
  readonly workers: number
  /** For each account and priority. Beyond it, the account's jobs are rejected. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
  /** Called with the time that each job waited for a worker. */
  readonly onStart?: (priority: Priority, waitedMs: number) => void
}

export interface JobOptions<Part = never> {
  /** Called with each intermediate result, and with one that follows the result. */
  readonly onPart?: OnPart<Part>
  readonly transfer?: readonly Transferable[]
  /** How long the job is expected to take. */
  readonly costMs?: number
}

export interface WorkerPool<Job, Info, Result, Part = never> {
  /** What the first worker reported when it was ready. */
  readonly info: Info
  /** Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal. */
  run(job: Job, options?: JobOptions<Part>, work?: WorkContext): Promise<Result>
  /** Whether a worker would stay idle after one more job. If not, starts another worker, up to the limit. */
  hasSpare(): boolean
  readonly waiting: number
  readonly running: number
  /** The longest time that an account with queued real-time jobs has not been served. */
  turnWaitMs(): number
  close(): Promise<void>
}

/**
 * Worker threads with a bounded queue. Real-time work goes first, and accounts take turns, weighted by the time of
 * their jobs. Jobs cannot be interrupted. So while real-time work arrives, a worker is kept free of batch work, which slows
 * batches down on a small machine; at other times batch work uses all workers. Expensive jobs never use more than half
 * of the workers, so that a worker for cheap jobs is soon free. Hand-written, because the well-known pools have no
 * fair queueing, no reserved capacity and no intermediate results.
 */
export async function createWorkerPool<Job, Info, Result, Part = never>({
  workers: workersMax,
  queueMax = queuePerAccountMax,
  jobTimeoutMs = 30_000,
  onStart,
  ...options
}: WorkerPoolOptions): Promise<WorkerPool<Job, Info, Result, Part>> {
  type Worker = SupervisedWorker<Job, Info, Result, Part>
  /** Accounts with a recent job that took far longer than a cheap one. For a while they may not use all workers. */
  const slow = new LRUCache<string, true>({ ...entriesMax(slowAccountsMax), ttl: slowForMs })
  const slots = createSemaphore({
    max: 0,
    reservedForMs,
    cooldownFactor: workersMax < workersWithoutCooldownMin ? cooldownFactor : 0,
    accountMax: (accountId) => (slow.has(accountId) ? halfOf(ready.length) : Number.POSITIVE_INFINITY),
    ...(onStart && { onStart }),
  })
  const workers: Worker[] = []
  const ready: Worker[] = []
  let closed = false

  function addWorker(): Promise<Info> {
    const worker = superviseWorker<Job, Info, Result, Part>({ ...options, jobTimeoutMs }, () => noteReady(worker))
    workers.push(worker)
    return worker.info
  }

  function noteReady(worker: Worker): void {
    if (ready.includes(worker)) return
    ready.push(worker)
    const max = ready.length
    slots.resize({
      max,
      reserved: Math.min(max - 1, Math.ceil(max / 4)),
      expensiveMax: Math.min(expensiveJobsMax, halfOf(ready.length)),
    })
  }

  /** Starts one worker at a time, so that a burst of work does not start many threads at once. */
  function grow(): void {
    if (closed || workers.length === workersMax || ready.length < workers.length) return
    // If it cannot start, its supervisor retries, and the pool works without it until it is ready.
    addWorker().catch(() => {})
  }

  /** The estimate can be wrong. */
  function noteEnd(accountId: string, tookMs: number): void {
    if (tookMs > slowMsMin) slow.set(accountId, true)
  }

  async function close(): Promise<void> {
    closed = true
    slots.rejectWaiting(stopping())
    await Promise.all(workers.map((worker) => worker.close()))
  }

  const info = await addWorker().catch(async (reason) => {
    await close()
    throw reason
  })

  return {
    info,
    async run(job, { transfer = [], onPart, costMs = 0 } = {}, work = realtime) {
      if (closed) throw stopping()
      const { priority, accountId, signal } = work
      if (slots.waitingOf(priority, accountId) >= queueMax) throw new QueueFull()
      const isExpensive = costMs > cheapMsMax
      if (slots.isFull(priority) || isExpensive) grow()
      const release = await slots.acquire(work, { costMs, isExpensive })
      const started = performance.now()
      const worker = ready.reduce((best, next) => (next.jobs < best.jobs ? next : best))
      const result = worker.run(job, transfer, onPart, signal).finally(() => {
        noteEnd(accountId, performance.now() - started)
        release()
      })
      return untilAborted(result, signal)
    },
    hasSpare() {
      const spare = ready.length - slots.running > 1
      if (!spare) grow()
      return spare
    },
    get waiting() {
      return slots.waitingOf('realtime') + slots.waitingOf('spare') + slots.waitingOf('batch')
    },
    get running() {
      return slots.running
    },
    turnWaitMs: () => slots.turnWaitMs(),
    close,
  }
}

/** Queued jobs of one account and priority. */
export const queuePerAccountMax = 10_000
/** A job that is expected to take longer is expensive. The next job waits about this long for a worker. */
const cheapMsMax = 150
/** Half of the four threads on which libuv runs the decoder for all workers. */
const expensiveJobsMax = 2
/** Far above `cheapMsMax`, because cheap jobs also take long on an overloaded machine. */
const slowMsMin = 1000
const slowForMs = 60_000
const slowAccountsMax = 1000
const reservedForMs = 2000
/** From this many workers on, two are reserved for real-time work, which is enough without a cool-down. */
const workersWithoutCooldownMin = 5
const cooldownFactor = 3

function halfOf(workers: number): number {
  return Math.max(1, Math.floor(workers / 2))
}

function stopping(): ScoringUnavailable {
  return new ScoringUnavailable('the service is stopping')
}
