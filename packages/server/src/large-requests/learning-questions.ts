import type { MessagePort } from 'node:worker_threads'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import { ScoringUnavailable } from '../scoring/faults.ts'
import type { Asker } from '../scoring/learning/models.ts'
import type { LearningMessage, LearningQuestion } from './messages.ts'
import type { RemoteModels } from './remote-models.ts'

/** Answers a question from the request thread. The port closes when the answer is no longer needed. */
export async function answerLearningQuestion(
  models: RemoteModels,
  question: LearningQuestion,
  port: MessagePort,
): Promise<void> {
  const post = (message: LearningMessage) => port.postMessage(message)
  const gone = new AbortController()
  const input = Promise.withResolvers<FitInput>()
  input.promise.catch(() => {})
  port.once('message', input.resolve)
  port.once('close', () => {
    const reason = new ScoringUnavailable('no request is waiting for the model any more')
    gone.abort(reason)
    input.reject(reason)
  })
  const inputOf = () => {
    post('input')
    return input.promise
  }
  try {
    const asker = { accountId: question.accountId, signal: gone.signal }
    post({ result: await answerOf(models, question, inputOf, asker) })
  } catch (error) {
    post({ failure: (error as Error).message })
  }
}

function answerOf(
  models: RemoteModels,
  question: LearningQuestion,
  inputOf: () => Promise<FitInput>,
  asker: Asker,
): Promise<unknown> {
  if (question.kind === 'flush') return models.flush()
  if (question.kind === 'suggest') return models.suggest(question.job, asker)
  const { kind, fingerprint, dimension } = question
  return models[kind]({ fingerprint, inputOf }, dimension, asker)
}
