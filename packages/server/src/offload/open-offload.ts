import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import { writeLine } from '../platform/log.ts'
import type { Scoring } from '../scoring/scoring.ts'
import type { Services } from '../services.ts'
import type { MainMethods } from './calls.ts'
import { createOffloadThread, type OffloadThread } from './offload-thread.ts'
import { scoringMethods } from './remote-scoring.ts'
import { createHeavyQueue, createLongQueue, createShortQueue, type RequestQueue } from './request-queue.ts'

/** The offload threads and the queues for them. */
export interface OffloadThreads extends OffloadThread {
  readonly short: RequestQueue
  readonly long: RequestQueue
  /** A second thread, for bodies of many megabytes: each step of work on them takes seconds. */
  readonly heavy: Pick<OffloadThread, 'call'> & { readonly queue: RequestQueue }
}

/** Connects the threads to what only the main thread has: pictures, the learning thread, deliveries, log and metrics. */
export function openOffloadThreads(
  { config, log, metrics, tracer }: Services,
  scoring: Scoring,
  wakeDispatcher: () => void,
): OffloadThreads {
  const { featureSpace, embedderId, models } = scoring
  const learned = dimensionsOf([]).map(({ name }) => name)
  const crowdDimensions = learned.filter((name) => models.learner.knowsCrowd(name))
  const methods: MainMethods = {
    ...scoringMethods(scoring),
    log: (line) => writeLine(log, line),
    wake: wakeDispatcher,
    observeStore: (durations) => {
      for (const duration of durations) metrics.observeStore(...duration)
    },
    addSpans: (spans) => {
      for (const span of spans) tracer?.add(span)
    },
  }
  const settings = { config, logLevel: log.level, featureSpace, embedderId, crowdDimensions }
  const start = () => createOffloadThread(settings, methods, (err) => log.error({ err }, 'an offload thread failed'))
  const [thread, heavy] = [start(), start()]
  return {
    call: thread.call,
    ...{ short: createShortQueue(), long: createLongQueue() },
    heavy: { call: heavy.call, queue: createHeavyQueue() },
    close: async () => void (await Promise.all([thread.close(), heavy.close()])),
  }
}
