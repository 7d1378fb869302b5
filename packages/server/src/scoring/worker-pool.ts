import type { Transferable } from 'node:worker_threads'
import { ScoringUnavailable } from './frame-fault.ts'
import { createSlots, type Priority } from './slots.ts'
import { openSeat, type SeatOptions } from './worker-seat.ts'

export interface WorkerPoolOptions extends Omit<SeatOptions, 'jobTimeoutMs'> {
  readonly workers: number
  /** More than one only where a job mostly waits for somebody else. */
  readonly jobsPerWorker?: number
  /** Of each priority. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
}

export interface RunOptions {
  readonly transfer?: readonly Transferable[]
  readonly priority?: Priority | undefined
  readonly signal?: AbortSignal | undefined
}

export interface WorkerPool<Job, Greeting, Result> {
  readonly greeting: Greeting
  /** Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal. */
  run(job: Job, options?: RunOptions): Promise<Result>
  /** Resolves as soon as the queue is short: whoever brings more jobs waits here, before the jobs take up memory. */
  room(options?: Omit<RunOptions, 'transfer'>): Promise<void>
  readonly waiting: number
  readonly running: number
  close(): Promise<void>
}

/**
 * Worker threads with a bounded queue before them; real-time work goes first. A job is not interrupted, so while
 * real-time work comes a worker is kept free of batch work for it. At other times batch work has them all.
 */
export async function createWorkerPool<Job, Greeting, Result>({
  workers,
  jobsPerWorker = 1,
  queueMax = 20_000,
  jobTimeoutMs = 30_000,
  ...worker
}: WorkerPoolOptions): Promise<WorkerPool<Job, Greeting, Result>> {
  const max = workers * jobsPerWorker
  const reserved = Math.min(max - 1, Math.ceil(max / 4))
  const slots = createSlots({ max, reserved, reservedForMs })
  const first = openSeat<Job, Greeting, Result>({ ...worker, jobTimeoutMs })
  const others = Array.from({ length: workers - 1 }, () => openSeat<Job, Greeting, Result>({ ...worker, jobTimeoutMs }))
  const seats = [first, ...others]
  let jobEnd = Promise.withResolvers<void>()
  let closed = false

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

  const greetings = await Promise.all(seats.map((seat) => seat.greeting)).catch(async (reason) => {
    await close()
    throw reason
  })

  return {
    greeting: greetings[0] as Greeting,
    async run(job, { transfer = [], priority = 'realtime', signal } = {}) {
      if (closed) throw stopping()
      if (slots.waitingOf(priority) >= queueMax) throw new ScoringUnavailable('too many pictures are waiting')
      const release = await slots.acquire(priority, signal)
      if (signal?.aborted) {
        release()
        throw signal.reason
      }
      const seat = seats.reduce((best, next) => (next.jobs < best.jobs ? next : best))
      return untilAborted(seat.run(job, transfer).finally(release).finally(noteJobEnd), signal)
    },
    async room({ priority = 'realtime', signal } = {}) {
      while (slots.waitingOf(priority) >= shortQueueMax) {
        await untilAborted(jobEnd.promise, signal)
        signal?.throwIfAborted()
      }
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

const shortQueueMax = 32
const reservedForMs = 2000

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
