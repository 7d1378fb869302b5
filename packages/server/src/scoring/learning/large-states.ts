import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { State } from '../../ports.ts'
import type { FitInputs } from './fit-inputs.ts'

/** A state that models can be learned from. */
export interface OpenState {
  /** Those that were asked for, each once. */
  readonly dimensions: readonly Dimension[]
  readonly inputs: FitInputs
  close(): void
}

/** States that take too long to read on the event loop: another thread does. */
export interface LargeStates {
  /** Loads its training set. Undefined if the state is not large. Throws a Fault if a dimension is not known. */
  open(state: State, dimensions: readonly string[], signal?: AbortSignal): Promise<OpenState | undefined>
  /** False if the state is not large. Throws a Fault if a dimension is not known. Reads no picture. */
  checkDimensions(state: State, dimensions: readonly string[]): Promise<boolean>
}
