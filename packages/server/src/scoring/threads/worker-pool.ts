import type { Transferable } from 'node:worker_threads'
import { createSemaphore } from '../../semaphore.ts'
import { realtime, type WorkContext } from '../../work-context.ts'
import { ScoringUnavailable } from '../faults.ts'
import { type SupervisedWorker, superviseWorker, type WorkerOptions } from './supervised-worker.ts'

export interface WorkerPoolOptions extends Omit<WorkerOptions, 'jobTimeoutMs'> {
  /** The most threads. One starts with the pool, the others on demand, because an idle thread costs memory. */
  readonly workers: number
  /** More than one only where a job mostly waits for something outside the thread. */
  readonly jobsPerWorker?: number
  /** For each priority. Past it, jobs are rejected. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
}

export interface JobOptions<Part = never> {
  /** Called with each intermediate result. */
  readonly onPart?: (part: Part) => void
  readonly transfer?: readonly Transferable[]
}

export interface WorkerPool<Job, Info, Result, Part = never> {
  /** What the first worker said about itself when it was ready. */
  readonly info: Info
  /** Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal. */
  run(job: Job, options?: JobOptions<Part>, work?: WorkContext): Promise<Result>
  /** Resolves once the queue is short. Whoever produces jobs waits here before they take up memory. */
  waitForShortQueue(work?: WorkContext): Promise<void>
  /** Whether a worker would stay idle if one more job came. If not, starts another worker, up to the limit. */
  hasSpare(): boolean
  readonly waiting: number
  readonly running: number
  close(): Promise<void>
}

/**
 * Worker threads with a bounded queue; real-time work goes first. Jobs cannot be interrupted, so while real-time work
 * arrives, a worker is kept free of batch work, and on a small machine batch work slows down. At other times batch work
 * uses all workers. By hand, because the well-known pools have no reserved capacity and no intermediate results.
 */
export async function createWorkerPool<Job, Info, Result, Part = never>({
  workers: workersMax,
  jobsPerWorker = 1,
  queueMax = 20_000,
  jobTimeoutMs = 30_000,
  ...options
}: WorkerPoolOptions): Promise<WorkerPool<Job, Info, Result, Part>> {
  type Worker = SupervisedWorker<Job, Info, Result, Part>
  const slots = createSemaphore({
    max: 0,
    reservedForMs,
    cooldownFactor: workersMax < workersWithoutCooldownMin ? cooldownFactor : 0,
  })
  const workers: Worker[] = []
  const ready: Worker[] = []
  let jobEnd = Promise.withResolvers<void>()
  let closed = false

  function addWorker(): Promise<Info> {
    const worker = superviseWorker<Job, Info, Result, Part>({ ...options, jobTimeoutMs }, () => noteReady(worker))
    workers.push(worker)
    return worker.info
  }

  function noteReady(worker: Worker): void {
    if (ready.includes(worker)) return
    ready.push(worker)
    const max = ready.length * jobsPerWorker
    slots.resize(max, Math.min(max - 1, Math.ceil(max / 4)))
  }

  /** Starts one worker at a time, so that a burst of work does not start many threads at once. */
  function grow(): void {
    if (closed || workers.length === workersMax || ready.length < workers.length) return
    // If it cannot start, its supervisor retries, and the pool works without it until it is ready.
    addWorker().catch(() => {})
  }

  function noteJobEnd(): void {
    jobEnd.resolve()
    jobEnd = Promise.withResolvers()
  }

  async function close(): Promise<void> {
    closed = true
    slots.rejectWaiting(stopping())
    noteJobEnd()
    await Promise.all(workers.map((worker) => worker.close()))
  }

  const info = await addWorker().catch(async (reason) => {
    await close()
    throw reason
  })

  return {
    info,
    async run(job, { transfer = [], onPart } = {}, work = realtime) {
      if (closed) throw stopping()
      if (slots.waitingOf(work.priority) >= queueMax) throw new ScoringUnavailable('too many pictures are waiting')
      if (slots.isFull(work.priority)) grow()
      const release = await slots.acquire(work)
      const { signal } = work
      if (signal?.aborted) {
        release()
        throw signal.reason
      }
      const worker = ready.reduce((best, next) => (next.jobs < best.jobs ? next : best))
      return untilAborted(worker.run(job, transfer, onPart).finally(release).finally(noteJobEnd), signal)
    },
    async waitForShortQueue({ priority, signal } = realtime) {
      while (slots.waitingOf(priority) >= shortQueueMax) {
        await untilAborted(jobEnd.promise, signal)
        signal?.throwIfAborted()
      }
    },
    hasSpare() {
      const spare = ready.length * jobsPerWorker - slots.running > 1
      if (!spare) grow()
      return spare
    },
    get waiting() {
      return slots.waitingOf('realtime') + slots.waitingOf('batch')
    },
    get running() {
      return slots.running
    },
    close,
  }
}

const shortQueueMax = 16
const reservedForMs = 2000
/** From this many workers on, two are reserved for real-time work, which is enough without a cool-down. */
const workersWithoutCooldownMin = 5
const cooldownFactor = 3

function stopping(): ScoringUnavailable {
  return new ScoringUnavailable('the service is stopping')
}

/** Stops waiting on abort. The job itself cannot be taken back from its worker. */
async function untilAborted<Result>(job: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return job
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  return Promise.race([job, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
