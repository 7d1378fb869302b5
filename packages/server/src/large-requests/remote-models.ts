import { MessageChannel, type Transferable } from 'node:worker_threads'
import { ScoringUnavailable } from '../scoring/faults.ts'
import type { FitInputs } from '../scoring/learning/fit-inputs.ts'
import type { Asker, Models } from '../scoring/learning/models.ts'
import { untilAborted } from '../scoring/until-aborted.ts'
import { createSemaphore } from '../work/semaphore.ts'
import type { FromThread, LearningMessage, LearningQuestion } from './messages.ts'

/** The request thread's access to models, which belong to the main thread. */
export interface RemoteModels extends Pick<Models, 'model' | 'validation' | 'agreement' | 'suggest'> {
  /** Has the main thread store the features that it holds in memory. */
  flush(): Promise<void>
}

/** Concurrent questions to the main thread. An account may have half of them. */
export const modelsAskedMax = 8

/** Asks the main thread about models. It requests their input if they are not in its memory. */
export function createRemoteModels(
  post: (message: FromThread, transfer: Transferable[]) => void,
  crowdDimensions: readonly string[],
): RemoteModels {
  const slots = createSemaphore({ max: modelsAskedMax, leavesRoom: true })

  async function ask<Result>(learning: LearningQuestion, signal?: AbortSignal, inputs?: FitInputs): Promise<Result> {
    const release = await slots.acquire({ priority: 'realtime', accountId: learning.accountId, signal })
    const { port1, port2 } = new MessageChannel()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const sendInput = async () =>
      port1.postMessage('dimension' in learning && (await inputs?.inputOf(learning.dimension)))
    port1.on('message', (message: LearningMessage) => {
      if (message === 'input') sendInput().catch(reject)
      else if ('result' in message) resolve(message.result as Result)
      else reject(new ScoringUnavailable(message.failure))
    })
    post({ learning, port: port2 }, [port2])
    return untilAborted(promise, signal).finally(() => {
      port1.close()
      release()
    })
  }

  const askFor =
    (kind: 'model' | 'validation' | 'agreement') =>
    <Result>(inputs: FitInputs, dimension: string, { accountId, signal }: Asker) =>
      ask<Result>({ kind, accountId, fingerprint: inputs.fingerprint, dimension }, signal, inputs)

  return {
    model: askFor('model'),
    validation: askFor('validation'),
    // A state may have thousands of other dimensions.
    agreement: async (inputs, dimension, asker) =>
      crowdDimensions.includes(dimension) ? askFor('agreement')(inputs, dimension, asker) : null,
    suggest: (job, { accountId, signal }) => ask({ kind: 'suggest', accountId, job }, signal),
    flush: () => ask({ kind: 'flush', accountId: '' }),
  }
}
