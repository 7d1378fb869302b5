import type { MessagePort } from 'node:worker_threads'
import type { FitInput, IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import type { FitInputs } from '../taste/learning/fit-inputs.ts'
import { createSequence } from '../work/sequence.ts'
import { connect, type FailureOf, portTo } from './rpc.ts'

type Served = { readonly inputOf: (dimension: string) => Promise<FitInput<IdentifiedPicture>> }

/** Returns a port from which the main thread gets the inputs that it needs, each by its dimension. */
export function sendInputs({ inputOf }: Pick<FitInputs, 'inputOf'>, failureOf: FailureOf): MessagePort {
  return portTo({ inputOf }, failureOf)
}

export function receiveInputs(port: MessagePort, { profileId, fingerprint }: Omit<FitInputs, 'inputOf'>) {
  const { call, close } = connect<Served>(port)
  const oneByOne = createSequence()
  return {
    inputs: { profileId, fingerprint, inputOf: (dimension: string) => oneByOne(() => call('inputOf', dimension)) },
    /** Waits for pending inputs first, because others may need the same model. */
    close: () => void oneByOne(async () => close()),
  }
}
