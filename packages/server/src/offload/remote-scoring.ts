import { Fault } from '@palate/core/fault.ts'
import { FrameFault, ScoringUnavailable } from '../scoring/faults.ts'
import type { FitInputs } from '../scoring/learning/fit-inputs.ts'
import type { Asker, Models } from '../scoring/learning/models.ts'
import type { ReadSource } from '../scoring/learning/source-reader.ts'
import { untilAborted } from '../scoring/until-aborted.ts'
import { createSemaphore } from '../work/semaphore.ts'
import type { AskedModel, MainMethods } from './calls.ts'
import { receiveInputs, sendInputs } from './fit-input-port.ts'
import { type FailureOf, type Remote, transferring } from './rpc.ts'

/** Pictures requested from the main thread at a time. More would arrive there all at once. */
export const picturesAskedMax = 64
/** Concurrent calls about models. An account may have half of them. */
export const modelsAskedMax = 8

type ScoringMethods = Pick<MainMethods, 'readPicture' | 'learn' | 'suggest' | 'flush'>
type LearningModels = Pick<Models, 'model' | 'validation' | 'agreement' | 'suggest'>

/** The offload thread's access to pictures and models, which belong to the main thread. */
export function connectScoring(
  main: Pick<Remote<ScoringMethods>, 'call'>,
  crowdDimensions: readonly string[],
  failureOf: FailureOf,
) {
  const pictures = createSemaphore({ max: picturesAskedMax })
  const slots = createSemaphore({ max: modelsAskedMax, leavesRoom: true })

  async function inSlot<Result>({ accountId, signal }: Asker, run: () => Promise<Result>): Promise<Result> {
    const release = await slots.acquire({ priority: 'realtime', accountId, signal })
    return untilAborted(run(), signal).finally(release)
  }

  const learn =
    (kind: AskedModel['kind']) =>
    <Result>({ fingerprint, ...rest }: FitInputs, dimension: string, asker: Asker) =>
      inSlot(asker, () => {
        const inputs = sendInputs({ fingerprint, ...rest }, failureOf)
        const asked = { kind, accountId: asker.accountId, fingerprint, dimension, inputs }
        return main.call('learn', transferring(asked, [inputs]), asker.signal) as Promise<Result>
      })

  const models: LearningModels = {
    model: learn('model'),
    validation: learn('validation'),
    // A state may have thousands of other dimensions.
    agreement: async (inputs, dimension, asker) =>
      crowdDimensions.includes(dimension) ? learn('agreement')(inputs, dimension, asker) : null,
    suggest: (job, asker) =>
      inSlot(asker, () => main.call('suggest', { accountId: asker.accountId, job }, asker.signal)),
  }
  const readSource: ReadSource = async ({ accountId, projectId }, source) => {
    const release = await pictures.acquire({ priority: 'realtime', accountId })
    return main.call('readPicture', { of: { accountId, projectId }, source }).finally(release)
  }
  return { models, readSource, flush: () => inSlot({ accountId: '' }, () => main.call('flush', undefined)) }
}

interface LocalScoring {
  readonly models: LearningModels
  readonly readSource: ReadSource
  readonly flush: () => Promise<void>
}

/** The main thread's side. It requests an input only if the model is not in its memory. */
export function scoringMethods({ models, readSource, flush }: LocalScoring): ScoringMethods {
  return {
    readPicture: ({ of, source }) => readSource(of, source),
    async learn({ kind, accountId, fingerprint, dimension, inputs: port }, signal) {
      const { inputs, close } = receiveInputs(port, fingerprint)
      return models[kind](inputs, dimension, { accountId, signal }).finally(close)
    },
    suggest: ({ accountId, job }, signal) => models.suggest(job, { accountId, signal }),
    flush,
  }
}

/** Errors of pictures and refusals stay what they are; all others make scoring unavailable. */
export function scoringFailure(error: unknown): Error {
  return error instanceof Fault || error instanceof FrameFault
    ? error
    : new ScoringUnavailable((error as Error).message)
}
