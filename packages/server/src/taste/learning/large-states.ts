import type { Brief } from '@palate/core/taste/brief/brief-schema.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { State } from '../../ports/states.ts'
import type { StateInputs } from './fit-inputs.ts'

/** A state from which models can be learned. */
export interface OpenState {
  /** The requested dimensions, without duplicates. */
  readonly dimensions: readonly Dimension[]
  readonly inputs: StateInputs
  close(): void
}

/** States that would block the event loop for too long. Another thread reads them. */
export interface LargeStates {
  /** Loads its training set. Undefined if the state is not large. Throws a Fault if a dimension is unknown. */
  open(state: State, dimensions: readonly string[], signal?: AbortSignal): Promise<OpenState | undefined>
  /** False if the state is not large. Throws a Fault if a dimension is unknown. Reads no pictures. */
  checkDimensions(state: State, dimensions: readonly string[]): Promise<boolean>
  /** Undefined if the state is not large. */
  describeTaste(state: State, signal: AbortSignal): Promise<Brief | undefined>
}
