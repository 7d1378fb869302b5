import type { NamedExamples, Unusable } from '@palate/core/taste/judgements/training-examples.ts'
import type { PooledTaste } from '@palate/core/taste/prior/pooled.ts'
import type { Features } from '../features/features.ts'

/** What models are learned from: the examples of a state's elements, and the pictures of these that could be read. */
export interface TrainingSet {
  readonly seed: string | null
  /** By dimension. */
  readonly examples: ReadonlyMap<string, NamedExamples>
  /** By the names that the examples use for them. */
  readonly pictures: ReadonlyMap<string, Features>
  readonly unusable: readonly Unusable[]
  /** What the others of the project have in common, if the taste begins from it. */
  readonly pool?: PinnedPool | undefined
  /** Equal training sets have equal fingerprints. */
  readonly fingerprint: string
}

/** A pool, and the hash of what is stored of it. */
export interface PinnedPool {
  readonly id: string
  readonly taste: PooledTaste
}
