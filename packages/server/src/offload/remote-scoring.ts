import type { MessagePort } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import type { ThreadParts } from '../composition/features.ts'
import { FrameFault, ScoringUnavailable } from '../pictures/picture-faults.ts'
import type { FitInputs } from '../taste/learning/fit-inputs.ts'
import type { Asker } from '../taste/learning/models.ts'
import { createSemaphore } from '../work/semaphore.ts'
import { untilAborted } from '../work/until-aborted.ts'
import { receiveInputs, sendInputs } from './fit-input-port.ts'
import type { FailureOf, Remote } from './rpc.ts'

/** Pictures requested from the main thread at a time. More would arrive there all at once. */
export const picturesAskedMax = 64
/** Concurrent calls about models. An account may have half of them. */
export const modelsAskedMax = 8

type Scoring = Pick<ThreadParts, 'models' | 'readSource' | 'measureColours' | 'flush'>
type Job = Parameters<Scoring['models']['suggest']>[0]
type Kind = 'model' | 'validation' | 'verdictBasis' | 'agreement'
/** A training set is identified by its fingerprint. */
type AskedModel = Readonly<Record<'accountId' | 'profileId' | 'fingerprint' | 'dimension', string>> & {
  readonly kind: Kind
  readonly inputs: MessagePort
}

interface AskedColours {
  readonly accountId: string
  readonly contentHashes: readonly string[]
}

export type ScoringMethods = ReturnType<typeof scoringMethods>

/** What the main thread does for offload threads. It requests an input only if the model is not in its memory. */
export function scoringMethods({ models, readSource, measureColours, flush }: Scoring) {
  return {
    readPicture: (asked: Parameters<Scoring['readSource']>) => readSource(...asked),
    async learn({ kind, accountId, dimension, inputs: port, ...trainingSet }: AskedModel, signal: AbortSignal) {
      const { inputs, close } = receiveInputs(port, trainingSet)
      return models[kind](inputs, dimension, { accountId, signal }).finally(close)
    },
    suggest: ({ accountId, job }: { readonly accountId: string; readonly job: Job }, signal: AbortSignal) =>
      models.suggest(job, { accountId, signal }),
    measureColours: ({ accountId, contentHashes }: AskedColours, signal: AbortSignal) =>
      measureColours(accountId, contentHashes, signal),
    flush: (_: undefined) => flush(),
  }
}

/** Errors of pictures and refusals stay what they are; all others make scoring unavailable. */
export function scoringFailure(error: unknown): Error {
  const isKnown = error instanceof Fault || error instanceof FrameFault
  return isKnown ? error : new ScoringUnavailable((error as Error).message)
}

/** The offload thread's access to pictures and models. */
export function connectScoring(
  main: Pick<Remote<ScoringMethods>, 'call'>,
  crowdDimensions: readonly string[],
  failureOf: FailureOf,
): Scoring {
  const pictures = createSemaphore({ max: picturesAskedMax })
  const slots = createSemaphore({ max: modelsAskedMax, leavesRoom: true })

  async function inSlot<Result>({ accountId, signal }: Asker, run: () => Promise<Result>): Promise<Result> {
    const release = await slots.acquire({ priority: 'realtime', accountId, signal })
    return untilAborted(run(), signal).finally(release)
  }

  const learn =
    (kind: Kind) =>
    <Result>(inputs: FitInputs, dimension: string, asker: Asker) =>
      inSlot(asker, () => {
        const { profileId, fingerprint } = inputs
        const asked = { kind, accountId: asker.accountId, profileId, fingerprint, dimension }
        const call = main.call('learn', { ...asked, inputs: sendInputs(inputs, failureOf) }, asker.signal)
        return call as Promise<Result>
      })

  return {
    models: {
      model: learn('model'),
      validation: learn('validation'),
      verdictBasis: learn('verdictBasis'),
      // A state may have thousands of other dimensions.
      agreement: async (...asked) => (crowdDimensions.includes(asked[1]) ? learn('agreement')(...asked) : null),
      suggest: (job, asker) =>
        inSlot(asker, () => main.call('suggest', { accountId: asker.accountId, job }, asker.signal)),
    },
    async readSource({ accountId, projectId }, source) {
      const release = await pictures.acquire({ priority: 'realtime', accountId })
      return main.call('readPicture', [{ accountId, projectId }, source]).finally(release)
    },
    measureColours: (accountId, contentHashes, signal) =>
      inSlot({ accountId, signal }, () => main.call('measureColours', { accountId, contentHashes }, signal)),
    flush: () => inSlot({ accountId: '' }, () => main.call('flush', undefined)),
  }
}
