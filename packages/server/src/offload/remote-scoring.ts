import { Fault } from '@palate/core/fault.ts'
import type { FitInput, IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import type { ThreadParts } from '../composition/features.ts'
import { FrameFault, ScoringUnavailable } from '../pictures/picture-faults.ts'
import type { FitInputs, StateInputs } from '../taste/learning/fit-inputs.ts'
import type { Asker } from '../taste/learning/models.ts'
import { createSemaphore } from '../work/semaphore.ts'
import { untilAborted } from '../work/until-aborted.ts'
import type { Remote } from './rpc.ts'

/** Pictures requested from the main thread at a time. More would arrive there all at once. */
export const picturesAskedMax = 64

type Scoring = Pick<ThreadParts, 'models' | 'readSource' | 'measureColours' | 'measureDesigns' | 'flush'>
type Job = Parameters<Scoring['models']['suggest']>[0]
type Kind = 'model' | 'validation' | 'verdictBasis' | 'agreement' | 'change'

/** A training set is identified by its fingerprint. */
export interface AskedInput {
  readonly fingerprint: string
  readonly dimension: string
  /** For the model of one person. */
  readonly person?: string | undefined
}

interface AskedModel extends AskedInput {
  readonly kind: Kind | 'personModel'
  readonly accountId: string
  readonly profileId: string
}

interface AskedPictures {
  readonly accountId: string
  readonly contentHashes: readonly string[]
}

export type ScoringMethods = ReturnType<typeof scoringMethods>

/** What the main thread does for the offload thread. It requests an input only if the model is not in its memory. */
export function scoringMethods(
  { models, readSource, measureColours, measureDesigns, flush }: Scoring,
  fitInput: (request: AskedInput) => Promise<FitInput<IdentifiedPicture>>,
) {
  return {
    readPicture: (args: Parameters<Scoring['readSource']>) => readSource(...args),
    learn({ kind, accountId, profileId, fingerprint, dimension, person }: AskedModel, signal: AbortSignal) {
      const inputs: FitInputs = {
        profileId,
        fingerprint,
        inputOf: (name, by) => fitInput({ fingerprint, dimension: name, person: by }),
      }
      const asker = { accountId, signal }
      if (kind !== 'personModel') return models[kind](inputs, dimension, asker)
      return models.personModel(inputs, dimension, person ?? '', asker)
    },
    suggest: ({ accountId, job }: { readonly accountId: string; readonly job: Job }, signal: AbortSignal) =>
      models.suggest(job, { accountId, signal }),
    measureColours: ({ accountId, contentHashes }: AskedPictures, signal: AbortSignal) =>
      measureColours(accountId, contentHashes, signal),
    measureDesigns: ({ accountId, contentHashes }: AskedPictures, signal: AbortSignal) =>
      measureDesigns(accountId, contentHashes, signal),
    flush: (_: undefined) => flush(),
  }
}

/** Errors of pictures and refusals stay what they are; all others make scoring unavailable. */
export function scoringFailure(error: unknown): Error {
  const isForClients = error instanceof Fault || error instanceof FrameFault
  return isForClients ? error : new ScoringUnavailable((error as Error).message)
}

/** The offload thread's access to pictures and models. */
export function connectScoring(
  main: Pick<Remote<ScoringMethods>, 'call'>,
  crowdDimensions: readonly string[],
  held: Pick<HeldInputs, 'hold' | 'release'>,
): Scoring {
  const pictures = createSemaphore({ max: picturesAskedMax })

  function learnThere<Result>(
    inputs: FitInputs,
    wanted: Pick<AskedModel, 'kind' | 'dimension' | 'person'>,
    { accountId, signal }: Asker,
  ): Promise<Result> {
    const { profileId, fingerprint } = inputs
    held.hold(inputs)
    const learned = main.call('learn', { ...wanted, accountId, profileId, fingerprint }, signal)
    return untilAborted(learned.finally(() => held.release(fingerprint)) as Promise<Result>, signal)
  }
  const learn =
    (kind: Kind) =>
    <Result>(inputs: FitInputs, dimension: string, asker: Asker) =>
      learnThere<Result>(inputs, { kind, dimension }, asker)

  return {
    models: {
      model: learn('model'),
      validation: learn('validation'),
      verdictBasis: learn('verdictBasis'),
      change: learn('change'),
      personModel: (inputs, dimension, person, asker) =>
        learnThere(inputs, { kind: 'personModel', dimension, person }, asker),
      // A state may have thousands of other dimensions.
      agreement: async (...args) => (crowdDimensions.includes(args[1]) ? learn('agreement')(...args) : null),
      suggest: (job, { accountId, signal }) => untilAborted(main.call('suggest', { accountId, job }, signal), signal),
    },
    async readSource({ accountId, projectId }, source) {
      const release = await pictures.acquire({ priority: 'realtime', accountId })
      return main.call('readPicture', [{ accountId, projectId }, source]).finally(release)
    },
    measureColours: (accountId, contentHashes, signal) =>
      untilAborted(main.call('measureColours', { accountId, contentHashes }, signal), signal),
    measureDesigns: (accountId, contentHashes, signal) =>
      untilAborted(main.call('measureDesigns', { accountId, contentHashes }, signal), signal),
    flush: () => main.call('flush', undefined),
  }
}

export type HeldInputs = ReturnType<typeof createHeldInputs>

/** The training sets of which the main thread may request inputs, each as long as somebody holds it. */
export function createHeldInputs() {
  const held = new Map<string, { readonly inputs: FitInputs | StateInputs; holders: number }>()
  function heldInputs(fingerprint: string): FitInputs | StateInputs {
    const entry = held.get(fingerprint)
    if (!entry) throw new Error('the training set was closed')
    return entry.inputs
  }

  return {
    hold(inputs: FitInputs | StateInputs): void {
      const entry = held.get(inputs.fingerprint) ?? { inputs, holders: 0 }
      entry.holders += 1
      held.set(inputs.fingerprint, entry)
    },
    release(fingerprint: string): void {
      const entry = held.get(fingerprint)
      if (!entry) return
      entry.holders -= 1
      if (entry.holders === 0) held.delete(fingerprint)
    },
    inputOf: async ({ fingerprint, dimension, person }: AskedInput) =>
      heldInputs(fingerprint).inputOf(dimension, person),
    async judgesOf({ fingerprint, dimension }: AskedInput) {
      const inputs = heldInputs(fingerprint)
      if (!('judgesOf' in inputs)) throw new Error('only the training set of a state names its judges')
      return inputs.judgesOf(dimension)
    },
  }
}
