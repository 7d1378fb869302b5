import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { OperationId } from '@palate/core/routes.ts'
import type { Brief } from '@palate/core/taste/brief/brief-schema.ts'
import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import type { FitInput, IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import type { Judge } from '@palate/core/taste/people/judges.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Config } from '../config/config.ts'
import type { CheckedRequest, ReceivedRequest } from '../http/request/check-request.ts'
import type { HttpResponse } from '../http/response/http-response.ts'
import type { FeatureSpace } from '../pictures/features/features.ts'
import { writeLine } from '../platform/log.ts'
import type { Span } from '../platform/tracing/tracing.ts'
import type { StateReference } from '../ports/states.ts'
import type { Scoring } from '../scoring/scoring.ts'
import type { Services } from '../services.ts'
import { type AskedInput, type ScoringMethods, scoringFailure, scoringMethods } from './remote-scoring.ts'
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

// The calls between the threads.

export interface WorkerData extends ThreadSettings {
  readonly ports: { readonly calls: MessagePort; readonly main: MessagePort }
}

export interface ThreadSettings {
  readonly config: Config
  readonly logLevel: string
  /** The embedder and attributes that produced the stored features. */
  readonly featureSpace: FeatureSpace
  readonly embedderId: string
  /** The dimensions for which the crowd's opinion is known. */
  readonly crowdDimensions: readonly string[]
}

/** What the main thread does for the offload thread: it has the pictures, the models, the dispatcher and the log. */
export type MainMethods = ScoringMethods & {
  readonly log: (line: string) => void
  /** There are webhook deliveries to send. */
  readonly wake: (input: undefined) => void
  readonly observeStore: (durations: readonly StoreDuration[]) => void
  readonly addSpans: (spans: readonly Span[]) => void
}

export type StoreDuration = readonly [kind: 'read' | 'write', seconds: number]

/** What the offload thread does for the main thread. */
export type OffloadMethods = {
  readonly handle: (request: SentRequest, signal: AbortSignal) => Promise<Handled>
  /** The next piece of the body of a response, or of the frames of a checked request; undefined at its end. */
  readonly readBody: (stream: number) => Promise<Uint8Array<ArrayBuffer> | readonly unknown[] | undefined>
  /** The client does not want the rest. */
  readonly closeBody: (stream: number) => void
  /** Loads the training set of a state, and keeps it until it is closed. */
  readonly openState: (request: AskedState, signal: AbortSignal) => Promise<OpenedState>
  readonly fitInput: (request: AskedInput) => Promise<FitInput<IdentifiedPicture>>
  readonly judges: (request: AskedInput) => Promise<readonly Judge[]>
  readonly closeState: (fingerprint: string) => void
  /** Throws a Fault if the state lacks a dimension. */
  readonly checkDimensions: (request: AskedState) => Promise<void>
  readonly describeTaste: (request: AskedState, signal: AbortSignal) => Promise<Brief>
  readonly close: (input: undefined) => Promise<void>
}

export interface SentRequest extends Omit<ReceivedRequest, 'signal' | 'body'> {
  readonly operationId: OperationId
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** The time of the main thread's clock, which tests can set. */
  readonly nowMs: number
  /** Names the step that waits for the thread, if the request is traced. */
  readonly traceparent?: string | undefined
}

/**
 * The response, or the checked request if the main thread does the rest. `stream` is the body of a long response, or the
 * frames of a request.
 */
export type Handled = { readonly stream?: number } & (
  | { readonly answer: Omit<HttpResponse, 'body'> & { readonly body: string | null } }
  | { readonly checked: CheckedRequest }
)

export interface AskedState extends Pick<SentRequest, 'nowMs'> {
  readonly reference: StateReference
  readonly dimensions: readonly string[]
}

export interface OpenedState {
  readonly fingerprint: string
  readonly dimensions: readonly Dimension[]
}
