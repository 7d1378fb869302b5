import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import { writeLine } from '../platform/log.ts'
import type { Scoring } from '../scoring/scoring.ts'
import type { Services } from '../services.ts'
import { answerLearningQuestion } from './learning-questions.ts'
import type { FromThread, ToThread } from './messages.ts'
import { answerPictureQuestion } from './picture-questions.ts'
import type { RemoteModels } from './remote-models.ts'
import { createHeavyQueue, createLongQueue, createShortQueue, type RequestQueue } from './request-queue.ts'
import { createRequestThread, type RequestThread } from './request-thread.ts'

/** The request thread and the queues for it. */
export interface OpenRequestThread extends RequestThread {
  readonly short: RequestQueue
  readonly long: RequestQueue
  /** A second thread, for bodies of many megabytes: each step of work on them takes seconds. */
  readonly heavy: Pick<RequestThread, 'send'> & { readonly queue: RequestQueue }
}

/** Connects the thread to what only the main thread has: pictures, the learning thread, deliveries, log and metrics. */
export function openRequestThread(
  { config, log, metrics }: Services,
  scoring: Scoring,
  wakeDispatcher: () => void,
): OpenRequestThread {
  const { featureSpace, embedderId, models } = scoring
  const remoteModels: RemoteModels = {
    model: (...asked) => models.model(...asked),
    validation: (...asked) => models.validation(...asked),
    agreement: (...asked) => models.agreement(...asked),
    suggest: (...asked) => models.suggest(...asked),
    flush: scoring.flush,
  }
  const learned = dimensionsOf([]).map(({ name }) => name)
  const crowdDimensions = learned.filter((name) => models.learner.knowsCrowd(name))

  function onMessage(message: FromThread, reply: (message: ToThread) => void): void {
    if ('log' in message) writeLine(log, message.log)
    if ('wake' in message) wakeDispatcher()
    if ('durations' in message) for (const duration of message.durations) metrics.observeStore(...duration)
    if ('learning' in message) void answerLearningQuestion(remoteModels, message.learning, message.port)
    if (!('reading' in message)) return
    const { reading, of, source } = message
    answerPictureQuestion(scoring.readSource(of, source)).then((result) => reply({ reading, result }))
  }

  const settings = { config, logLevel: log.level, featureSpace, embedderId, crowdDimensions }
  const start = () => createRequestThread(settings, onMessage, (err) => log.error({ err }, 'the request thread failed'))
  const [thread, heavy] = [start(), start()]
  return {
    ...thread,
    ...{ short: createShortQueue(), long: createLongQueue() },
    heavy: { send: heavy.send, queue: createHeavyQueue() },
    close: async () => void (await Promise.all([thread.close(), heavy.close()])),
  }
}
