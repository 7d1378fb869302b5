import { MessageChannel, Worker } from 'node:worker_threads'
import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import { writeLine } from '../platform/log.ts'
import type { Scoring } from '../scoring/scoring.ts'
import type { Services } from '../services.ts'
import type { MainMethods, OffloadMethods, ThreadSettings, WorkerData } from './calls.ts'
import type { AskedInput } from './held-inputs.ts'
import { scoringFailure, scoringMethods } from './remote-scoring.ts'
import { createRequestQueue, type RequestQueue } from './request-queue.ts'
import { connect, type Remote } from './rpc.ts'

/** An idle thread exits after this time and frees its memory. */
export const threadIdleMsMax = 60_000
const closeGraceMs = 2_000

export interface OffloadThread {
  /** Starts the thread if it is not running. */
  readonly call: Remote<OffloadMethods>['call']
  /** Keeps the thread running until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

/** The offload thread, another one for bodies of many megabytes, whose steps take seconds, and the queue for both. */
export type Offload = OffloadThread & { readonly heavy: OffloadThread; readonly queue: RequestQueue }

/** Connects the thread to what only the main thread has: pictures, the learning thread, deliveries, log and metrics. */
export function openOffloadThread(
  { config, log, metrics, tracer }: Services,
  scoring: Scoring,
  wakeDispatcher: () => void,
): Offload {
  const { featureSpace, embedderId, models } = scoring
  const learned = dimensionsOf([]).map(({ name }) => name)
  const crowdDimensions = learned.filter((name) => models.learner.knowsCrowd(name))
  const methodsFor = (thread: () => OffloadThread): MainMethods => ({
    ...scoringMethods(scoring, (request: AskedInput) => thread().call('fitInput', request)),
    log: (line) => writeLine(log, line),
    wake: wakeDispatcher,
    observeStore: (durations) => {
      for (const duration of durations) metrics.observeStore(...duration)
    },
    addSpans: (spans) => {
      for (const span of spans) tracer?.add(span)
    },
  })
  const settings = { config, logLevel: log.level, featureSpace, embedderId, crowdDimensions }
  const onError = (err: unknown) => log.error({ err }, 'the offload thread failed')
  const open = (): OffloadThread => {
    const methods = methodsFor(() => thread)
    const thread: OffloadThread = createOffloadThread(settings, methods, onError)
    return thread
  }
  const [thread, heavy] = [open(), open()]
  const close = async () => void (await Promise.all([thread.close(), heavy.close()]))
  return { ...thread, heavy, close, queue: createRequestQueue() }
}

/**
 * A thread that handles large requests. It starts with the first one and exits after being idle for a while. If it
 * dies, its calls fail, and the next call starts another thread.
 */
export function createOffloadThread(
  settings: ThreadSettings,
  methods: MainMethods,
  onError: (error: unknown) => void,
  idleMsMax = threadIdleMsMax,
): OffloadThread {
  let running: ReturnType<typeof start> | undefined
  let holders = 0
  let idle: NodeJS.Timeout | undefined

  function start() {
    const [calls, toMain] = [new MessageChannel(), new MessageChannel()]
    const workerData: WorkerData = { ...settings, ports: { calls: calls.port2, main: toMain.port2 } }
    const transferList = Object.values(workerData.ports)
    const worker = new Worker(new URL('./offload-worker.ts', import.meta.url), { workerData, transferList })
    connect(toMain.port1, methods, scoringFailure)
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const started = { worker, remote: connect<OffloadMethods>(calls.port1), exited }
    worker.on('error', onError)
    worker.on('exit', () => {
      if (running === started) running = undefined
      calls.port1.close()
      toMain.port1.close()
    })
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = running
    running = undefined
    if (!ending) return
    ending.remote.call('close', undefined).catch(() => {})
    const terminate = setTimeout(() => ending.worker.terminate(), closeGraceMs)
    await ending.exited
    clearTimeout(terminate)
  }

  function hold(): () => void {
    clearTimeout(idle)
    holders += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      holders -= 1
      if (holders === 0) idle = setTimeout(end, idleMsMax).unref()
    }
  }

  return {
    async call(name, input, signal) {
      const release = hold()
      try {
        running ??= start()
        const result = await running.remote.call(name, input, signal)
        return result as never
      } finally {
        release()
      }
    },
    hold,
    close: end,
  }
}
