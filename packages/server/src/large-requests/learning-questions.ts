import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import { ScoringUnavailable } from '../scoring/faults.ts'
import type { FitInputs } from '../scoring/learning/fit-inputs.ts'
import type { Asker, Models } from '../scoring/learning/models.ts'
import { untilAborted } from '../scoring/until-aborted.ts'
import { createSemaphore } from '../semaphore.ts'
import type { FromThread, LearningMessage, LearningQuestion } from './messages.ts'

/** What the request thread asks of the models, which are the main thread's. */
export type RemoteModels = Pick<Models, 'model' | 'validation' | 'agreement'>

/** Questions that the main thread is asked at a time. An account may have half of them. */
export const modelsAskedMax = 8

/** Asks the main thread about models. It asks back for what they are fitted to if they are not in its memory. */
export function createRemoteModels(
  post: (message: FromThread, transfer: Transferable[]) => void,
  crowdDimensions: readonly string[],
): RemoteModels {
  const slots = createSemaphore({ max: modelsAskedMax, leavesRoom: true })

  async function ask<Result>(kind: LearningQuestion['kind'], inputs: FitInputs, dimension: string, asker: Asker) {
    const { accountId, signal } = asker
    const release = await slots.acquire({ priority: 'realtime', accountId, signal })
    const { port1, port2 } = new MessageChannel()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    port1.on('message', async (message: LearningMessage) => {
      if (message === 'input') port1.postMessage(await inputs.inputOf(dimension))
      else if ('result' in message) resolve(message.result as Result)
      else reject(new ScoringUnavailable(message.failure))
    })
    post({ learning: { kind, accountId, fingerprint: inputs.fingerprint, dimension }, port: port2 }, [port2])
    return untilAborted(promise, signal).finally(() => {
      port1.close()
      release()
    })
  }

  return {
    model: (...asked) => ask('model', ...asked),
    validation: (...asked) => ask('validation', ...asked),
    // A state may have thousands of other dimensions.
    agreement: async (inputs, dimension, asker) =>
      crowdDimensions.includes(dimension) ? ask('agreement', inputs, dimension, asker) : null,
  }
}

/** The main thread's side. The port closes when nobody wants the result any more. */
export async function answerLearningQuestion(
  models: RemoteModels,
  { kind, accountId, fingerprint, dimension }: LearningQuestion,
  port: MessagePort,
): Promise<void> {
  const post = (message: LearningMessage) => port.postMessage(message)
  const gone = new AbortController()
  const input = Promise.withResolvers<FitInput>()
  input.promise.catch(() => {})
  port.once('message', input.resolve)
  port.once('close', () => {
    const reason = new ScoringUnavailable('nobody waits for the model')
    gone.abort(reason)
    input.reject(reason)
  })
  const inputOf = () => {
    post('input')
    return input.promise
  }
  try {
    post({ result: await models[kind]({ fingerprint, inputOf }, dimension, { accountId, signal: gone.signal }) })
  } catch (error) {
    post({ failure: (error as Error).message })
  }
}
