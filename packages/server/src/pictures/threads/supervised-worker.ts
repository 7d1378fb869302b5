import { type Transferable, Worker } from 'node:worker_threads'
import { FrameFault, ScoringUnavailable, WorkerStopped } from '../picture-faults.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

export interface WorkerOptions {
  readonly file: URL
  readonly workerData: unknown
  readonly jobTimeoutMs: number
  /** Creates the error for a job that takes too long. */
  readonly timeoutFault?: () => Error
}

/** Undefined if the thread stopped after a result and before the part that should have followed. */
export type OnPart<Part> = (part: Part | undefined) => void

/** One worker thread that is replaced when it stops. */
export interface SupervisedWorker<Job, Info, Result, Part> {
  /** What the worker reported when it was ready. Rejects if the first thread cannot start. */
  readonly info: Promise<Info>
  readonly jobs: number
  /** Rejects with a FrameFault, with ScoringUnavailable, or with the reason of a signal aborted before the start. */
  run(job: Job, transfer: readonly Transferable[], onPart?: OnPart<Part>, signal?: AbortSignal): Promise<Result>
  close(): Promise<void>
}

interface Thread<Job, Result, Part> {
  run(job: Job, transfer: readonly Transferable[], onPart?: OnPart<Part>): Promise<Result>
}

/**
 * A thread starts, reports that it is ready (or why it cannot start), then takes jobs until it is told to close. If it
 * ends in any other way, only its current jobs fail, and a new thread replaces it: immediately if it had been ready,
 * otherwise with exponential back-off, so that a broken model does not keep the machine busy. A job that takes too long
 * ends its thread. `onReady` is called for every thread, because a later one may start even if the first one fails.
 */
export function superviseWorker<Job, Info, Result, Part>(
  options: WorkerOptions,
  onReady: () => void,
): SupervisedWorker<Job, Info, Result, Part> {
  const info = Promise.withResolvers<Info>()
  let ready = Promise.withResolvers<Thread<Job, Result, Part>>()
  let current: { readonly worker: Worker; readonly exited: Promise<void> } | undefined
  let restart: NodeJS.Timeout | undefined
  let failedStarts = 0
  let jobs = 0
  let closed = false

  /** Rejects callers that wait for a thread. */
  function endWaiting(): void {
    ready.promise.catch(() => {})
    ready.reject(new WorkerStopped('a worker stopped'))
  }

  function start(): void {
    const worker = new Worker(options.file, { workerData: options.workerData, resourceLimits })
    const tasks = new Map<number, Task<Result, Part>>()
    const exit = Promise.withResolvers<void>()
    let lastId = 0
    let wasReady = false
    let over = false
    let reason = new Error('a worker stopped before it was ready')
    current = { worker, exited: exit.promise }

    function end(): void {
      if (over) return
      over = true
      info.reject(reason)
      for (const task of tasks.values()) {
        task.reject(new WorkerStopped('a worker stopped', { cause: reason }))
        if (task.isAnswered) task.onPart?.(undefined)
      }
      if (wasReady) ready = Promise.withResolvers()
      if (closed) endWaiting()
      failedStarts = wasReady ? 0 : failedStarts + 1
      const pauseMs = wasReady ? 0 : Math.min(restartPauseMsMax, 500 * 2 ** failedStarts)
      if (!closed) restart = setTimeout(start, pauseMs)
    }

    const run: Thread<Job, Result, Part>['run'] = (job, transfer, onPart) => {
      lastId += 1
      // First, because it throws if the job cannot be sent.
      worker.postMessage({ id: lastId, job } satisfies ToWorker<Job>, transfer)
      const task = { ...Promise.withResolvers<Result>(), onPart, isAnswered: false }
      tasks.set(lastId, task)
      const timer = setTimeout(() => {
        task.reject(options.timeoutFault?.() ?? new ScoringUnavailable('a job took too long'))
        end()
        worker.terminate()
      }, options.jobTimeoutMs)
      return task.promise.finally(() => clearTimeout(timer))
    }

    worker.on('message', (message: FromWorker<Info, Result, Part>) => {
      if ('id' in message) {
        const task = tasks.get(message.id)
        if (task === undefined) return
        const isPart = 'part' in message
        if (isPart ? task.isAnswered : !('more' in message)) tasks.delete(message.id)
        if (isPart) return task.onPart?.(message.part)
        task.isAnswered = true
        return settle(task, message)
      }
      if ('startFailed' in message) {
        reason = new Error(message.startFailed)
        return
      }
      wasReady = true
      info.resolve(message.ready)
      ready.resolve({ run })
      onReady()
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
    info: info.promise,
    get jobs() {
      return jobs
    },
    async run(job, transfer, onPart, signal) {
      jobs += 1
      try {
        const thread = await ready.promise
        signal?.throwIfAborted()
        return await thread.run(job, transfer, onPart)
      } finally {
        jobs -= 1
      }
    },
    async close() {
      closed = true
      clearTimeout(restart)
      // Ask the thread to close before terminating it, because a native session should be released on its own thread.
      // A thread that is still starting reads this when it is ready, or never.
      current?.worker.postMessage('close')
      const terminate = setTimeout(() => current?.worker.terminate(), closeGraceMs)
      await current?.exited
      clearTimeout(terminate)
      // No thread replaces one that ended before, so nobody needs to wait for it.
      endWaiting()
    },
  }
}

interface Task<Result, Part> extends PromiseWithResolvers<Result> {
  readonly onPart: OnPart<Part> | undefined
  isAnswered: boolean
}

type Answer<Result> = Extract<FromWorker<never, Result>, { id: number }>

function settle<Result>(task: PromiseWithResolvers<Result>, answer: Answer<Result>): void {
  if ('result' in answer) task.resolve(answer.result)
  if ('fault' in answer) task.reject(new FrameFault(answer.fault.code, answer.fault.message, answer.fault))
  if ('failure' in answer) task.reject(new ScoringUnavailable(answer.failure))
}

/** Jobs leave little garbage, so a small young generation saves memory at no cost in time. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }
const restartPauseMsMax = 30_000
/** Long enough for a busy machine: ONNX Runtime aborts the process if its thread is terminated at the wrong moment. */
const closeGraceMs = 5_000
