import { type Transferable, Worker } from 'node:worker_threads'
import { FrameFault, ScoringUnavailable, WorkerStopped } from '../faults.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

export interface SeatOptions {
  readonly file: URL
  readonly workerData: unknown
  readonly jobTimeoutMs: number
  /** What a job is refused with that took too long. */
  readonly timeoutFault?: () => Error
}

/** One worker thread, and whoever takes its place. */
export interface WorkerSeat<Job, Greeting, Result, Part> {
  /** Rejects where the first worker cannot start. */
  readonly greeting: Promise<Greeting>
  readonly jobs: number
  /** Rejects with a FrameFault or ScoringUnavailable. */
  run(job: Job, transfer: readonly Transferable[], onPart?: (part: Part) => void): Promise<Result>
  close(): Promise<void>
}

interface Live<Job, Result, Part> {
  run(job: Job, transfer: readonly Transferable[], onPart?: (part: Part) => void): Promise<Result>
  close(): void
  terminate(): void
}

/**
 * A worker starts, greets (or says why it cannot work), then takes jobs until it is told to close. One that ends in any
 * other way fails the jobs that it holds, no others, and is replaced: at once if it had greeted, else after a pause
 * that doubles, so that a broken model does not keep the machine busy. A job that takes too long ends its worker.
 * `onGreeting` is told of every greeting: the first worker may have failed where a later one does not.
 */
export function openSeat<Job, Greeting, Result, Part>(
  options: SeatOptions,
  onGreeting: () => void,
): WorkerSeat<Job, Greeting, Result, Part> {
  const greeting = Promise.withResolvers<Greeting>()
  let ready = Promise.withResolvers<Live<Job, Result, Part>>()
  let gone = Promise.resolve()
  let restart: NodeJS.Timeout | undefined
  let failedStarts = 0
  let jobs = 0
  let closed = false

  function start(): void {
    const worker = new Worker(options.file, { workerData: options.workerData, resourceLimits })
    const tasks = new Map<number, Task<Result, Part>>()
    const exit = Promise.withResolvers<void>()
    let lastId = 0
    let greeted = false
    let over = false
    let reason = new Error('a worker stopped before it was ready')
    gone = exit.promise

    function end(): void {
      if (over) return
      over = true
      greeting.reject(reason)
      for (const task of tasks.values()) task.reject(new WorkerStopped('a worker stopped', { cause: reason }))
      if (greeted) ready = Promise.withResolvers()
      failedStarts = greeted ? 0 : failedStarts + 1
      const pauseMs = greeted ? 0 : Math.min(restartPauseMsMax, 500 * 2 ** failedStarts)
      if (!closed) restart = setTimeout(start, pauseMs)
    }

    const run: Live<Job, Result, Part>['run'] = (job, transfer, onPart) => {
      const task = { ...Promise.withResolvers<Result>(), onPart }
      lastId += 1
      tasks.set(lastId, task)
      const timer = setTimeout(() => {
        task.reject(options.timeoutFault?.() ?? new ScoringUnavailable('a job took too long'))
        end()
        worker.terminate()
      }, options.jobTimeoutMs)
      worker.postMessage({ id: lastId, job } satisfies ToWorker<Job>, transfer)
      return task.promise.finally(() => clearTimeout(timer))
    }

    worker.on('message', (message: FromWorker<Greeting, Result, Part>) => {
      if ('id' in message) {
        const task = tasks.get(message.id)
        if ('part' in message) return task?.onPart?.(message.part)
        tasks.delete(message.id)
        return task === undefined ? undefined : settle(task, message)
      }
      if ('refused' in message) {
        reason = new Error(message.refused)
        return
      }
      greeted = true
      greeting.resolve(message.ready)
      ready.resolve({ run, close: () => worker.postMessage('close'), terminate: () => worker.terminate() })
      onGreeting()
    })
    worker.on('error', (error) => {
      reason = error
    })
    worker.on('exit', () => {
      end()
      exit.resolve()
    })
  }

  start()
  return {
    greeting: greeting.promise,
    get jobs() {
      return jobs
    },
    async run(job, transfer, onPart) {
      jobs += 1
      try {
        const worker = await ready.promise
        return await worker.run(job, transfer, onPart)
      } finally {
        jobs -= 1
      }
    },
    async close() {
      closed = true
      clearTimeout(restart)
      // Asked first, for a native session likes to be released by its own thread.
      ready.promise.then((worker) => worker.close())
      const impatient = setTimeout(() => ready.promise.then((worker) => worker.terminate()), closeGraceMs)
      await gone
      clearTimeout(impatient)
    },
  }
}

interface Task<Result, Part> extends PromiseWithResolvers<Result> {
  readonly onPart: ((part: Part) => void) | undefined
}

type Answer<Result> = Extract<FromWorker<never, Result>, { id: number }>

function settle<Result>(task: PromiseWithResolvers<Result>, answer: Answer<Result>): void {
  if ('result' in answer) task.resolve(answer.result)
  if ('fault' in answer) task.reject(new FrameFault(answer.fault.code, answer.fault.message, answer.fault))
  if ('failure' in answer) task.reject(new ScoringUnavailable(answer.failure))
}

/** What a job leaves behind is small and short-lived: a small nursery for it costs no time and saves memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }
const restartPauseMsMax = 30_000
const closeGraceMs = 2_000
