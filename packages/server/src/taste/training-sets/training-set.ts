import type { NamedExamples, Unusable } from '@palate/core/taste/judgements/training-examples.ts'
import type { PooledTaste } from '@palate/core/taste/prior/pooled.ts'
import type { Features } from '../../pictures/features/features.ts'

/** The training data of models: the examples of a state's elements, and those of their pictures that could be read. */
export interface TrainingSet {
  readonly profileId: string
  readonly seed: string | null
  /** By dimension. */
  readonly examples: ReadonlyMap<string, NamedExamples>
  /** By the names that the examples use for them. */
  readonly pictures: ReadonlyMap<string, Features>
  readonly unusable: readonly Unusable[]
  /** Changes of somebody's taste, after which the earlier labels teach nothing. They are not among the examples. */
  readonly changes?: readonly TasteChange[]
  /** The common taste of the project's other profiles, if the taste starts from it. */
  readonly pooledTaste?: PinnedTaste | undefined
  /** Frames of the library that stand in for labels of a missing side. */
  readonly standIns?: readonly Features[]
  /** Equal training sets have equal fingerprints. */
  readonly fingerprint: string
}

/** Somebody's labels of a dimension show a new taste from one of them on. */
export interface TasteChange {
  readonly dimension: string
  /** Absent for the team's own labels. */
  readonly by?: string
  readonly firstElementId: string
  /** The elements of the earlier labels. */
  readonly earlier: readonly string[]
}

/** A pooled taste and the hash of its stored form. */
export interface PinnedTaste {
  readonly id: string
  readonly taste: PooledTaste
}
