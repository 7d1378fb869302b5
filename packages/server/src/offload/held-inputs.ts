import type { FitInputs } from '../taste/learning/fit-inputs.ts'

/** A training set is identified by its fingerprint. */
export interface AskedInput {
  readonly fingerprint: string
  readonly dimension: string
}

export type HeldInputs = ReturnType<typeof createHeldInputs>

/** The training sets of which the main thread may request inputs, each as long as somebody holds it. */
export function createHeldInputs() {
  const held = new Map<string, { readonly inputs: FitInputs; holders: number }>()
  return {
    hold(inputs: FitInputs): void {
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
    async inputOf({ fingerprint, dimension }: AskedInput) {
      const entry = held.get(fingerprint)
      if (!entry) throw new Error('the training set was closed')
      return entry.inputs.inputOf(dimension)
    },
  }
}
