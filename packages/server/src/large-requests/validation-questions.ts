import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import type { Validation } from '@palate/core/taste/model/validate.ts'
import type { Validate } from '../scoring/diagnose.ts'
import { ScoringUnavailable } from '../scoring/faults.ts'
import type { Models } from '../scoring/learning/models.ts'
import { untilAborted } from '../scoring/until-aborted.ts'
import { createSemaphore } from '../semaphore.ts'
import type { FromThread, ValidationMessage, ValidationQuestion } from './messages.ts'

/** Validations that the main thread is asked for at a time. An account may have half of them. */
export const validationsAskedMax = 8

/** Lets the main thread validate models for the request thread. It asks for the input if it does not know the result. */
export function createValidate(post: (message: FromThread, transfer: Transferable[]) => void): Validate {
  const slots = createSemaphore({ max: validationsAskedMax, leavesRoom: true })
  return async (inputs, dimension, { accountId, signal }) => {
    const release = await slots.acquire({ priority: 'realtime', accountId, signal })
    const { port1, port2 } = new MessageChannel()
    const { promise, resolve, reject } = Promise.withResolvers<Validation>()
    port1.on('message', async (message: ValidationMessage) => {
      if (message === 'input') port1.postMessage(await inputs.inputOf(dimension))
      else if ('validation' in message) resolve(message.validation)
      else reject(new ScoringUnavailable(message.failure))
    })
    post({ validating: { accountId, fingerprint: inputs.fingerprint, dimension }, port: port2 }, [port2])
    return untilAborted(promise, signal).finally(() => {
      port1.close()
      release()
    })
  }
}

/** The main thread's side. The port closes when nobody wants the result any more. */
export async function answerValidationQuestion(
  models: Pick<Models, 'validation'>,
  { accountId, fingerprint, dimension }: ValidationQuestion,
  port: MessagePort,
): Promise<void> {
  const post = (message: ValidationMessage) => port.postMessage(message)
  const gone = new AbortController()
  const input = Promise.withResolvers<FitInput>()
  input.promise.catch(() => {})
  port.once('message', input.resolve)
  port.once('close', () => {
    const reason = new ScoringUnavailable('nobody waits for the validation')
    gone.abort(reason)
    input.reject(reason)
  })
  const inputOf = () => {
    post('input')
    return input.promise
  }
  try {
    post({
      validation: await models.validation({ fingerprint, inputOf }, dimension, { accountId, signal: gone.signal }),
    })
  } catch (error) {
    post({ failure: (error as Error).message })
  }
}
