import type { Transferable } from 'node:worker_threads'
import { createSlots, type Priority } from '../../semaphore.ts'
import { ScoringUnavailable } from '../faults.ts'
import { openSeat, type SeatOptions, type WorkerSeat } from './supervised-worker.ts'

export interface WorkerPoolOptions extends Omit<SeatOptions, 'jobTimeoutMs'> {
  /** The most. One starts with the pool, the others when there is work for them: at rest they only take up memory. */
  readonly workers: number
  /** More than one only where a job mostly waits for somebody else. */
  readonly jobsPerWorker?: number
  /** Of each priority. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
}

export interface RunOptions<Part = never> {
  /** Called with each part that the worker hands out before the job ends. */
  readonly onPart?: (part: Part) => void
  readonly transfer?: readonly Transferable[]
  readonly priority?: Priority | undefined
  readonly signal?: AbortSignal | undefined
}

export interface WorkerPool<Job, Greeting, Result, Part = never> {
  readonly greeting: Greeting
  /** Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal. */
  run(job: Job, options?: RunOptions<Part>): Promise<Result>
  /** Resolves as soon as the queue is short: whoever brings more jobs waits here, before the jobs take up memory. */
  room(options?: Pick<RunOptions, 'priority' | 'signal'>): Promise<void>
  /** Would another worker be idle beside one more job? If not, and there may be more of them, one is started. */
  hasSpare(): boolean
  readonly waiting: number
  readonly running: number
  close(): Promise<void>
}

/**
 * Worker threads with a bounded queue before them; real-time work goes first. A job is not interrupted, so while
 * real-time work comes a worker is kept free of batch work for it, and on a small machine batch work takes rests. At other
 * times batch work has them all.
 */
export async function createWorkerPool<Job, Greeting, Result, Part = never>({
  workers,
  jobsPerWorker = 1,
  queueMax = 20_000,
  jobTimeoutMs = 30_000,
  ...worker
}: WorkerPoolOptions): Promise<WorkerPool<Job, Greeting, Result, Part>> {
  type Seat = WorkerSeat<Job, Greeting, Result, Part>
  const slots = createSlots({ max: 0, reservedForMs, restFactor: workers < restNeedlessFrom ? restFactor : 0 })
  const seats: Seat[] = []
  const ready: Seat[] = []
  let jobEnd = Promise.withResolvers<void>()
  let closed = false

  function addSeat(): Promise<Greeting> {
    const seat = openSeat<Job, Greeting, Result, Part>({ ...worker, jobTimeoutMs }, () => noteReady(seat))
    seats.push(seat)
    return seat.greeting
  }

  function noteReady(seat: Seat): void {
    if (ready.includes(seat)) return
    ready.push(seat)
    const max = ready.length * jobsPerWorker
    slots.resize(max, Math.min(max - 1, Math.ceil(max / 4)))
  }

  /** One at a time, so that a burst of work does not start a crowd of threads at once. */
  function grow(): void {
    if (closed || seats.length === workers || ready.length < seats.length) return
    // One that cannot start is tried again by its seat, and the work goes on without it until it greets.
    addSeat().catch(() => {})
  }

  function noteJobEnd(): void {
    jobEnd.resolve()
    jobEnd = Promise.withResolvers()
  }

  async function close(): Promise<void> {
    closed = true
    slots.refuseWaiting(stopping())
    noteJobEnd()
    await Promise.all(seats.map((seat) => seat.close()))
  }

  const greeting = await addSeat().catch(async (reason) => {
    await close()
    throw reason
  })

  return {
    greeting,
    async run(job, { transfer = [], priority = 'realtime', signal, onPart } = {}) {
      if (closed) throw stopping()
      if (slots.waitingOf(priority) >= queueMax) throw new ScoringUnavailable('too many pictures are waiting')
      if (slots.isFull(priority)) grow()
      const release = await slots.acquire(priority, signal)
      if (signal?.aborted) {
        release()
        throw signal.reason
      }
      const seat = ready.reduce((best, next) => (next.jobs < best.jobs ? next : best))
      return untilAborted(seat.run(job, transfer, onPart).finally(release).finally(noteJobEnd), signal)
    },
    async room({ priority = 'realtime', signal } = {}) {
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
/** With so many workers two are free for real-time work, and the machine has room for both kinds. */
const restNeedlessFrom = 5
const restFactor = 3

function stopping(): ScoringUnavailable {
  return new ScoringUnavailable('the service is stopping')
}

/** A job cannot be taken back from its worker; who no longer wants it need not wait for it. */
async function untilAborted<Result>(job: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return job
  const aborted = Promise.withResolvers<never>()
  const leave = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', leave)
  return Promise.race([job, aborted.promise]).finally(() => signal.removeEventListener('abort', leave))
}
