import type { NamedLessons, Unusable } from '@palate/core/taste/teaching.ts'
import type { Features } from '../features/features.ts'

/** What models are learned from: the lessons of a state's elements, and the pictures of these that could be read. */
export interface TrainingSet {
  readonly seed: string | null
  /** By dimension. */
  readonly lessons: ReadonlyMap<string, NamedLessons>
  /** By the names that the lessons use for them. */
  readonly pictures: ReadonlyMap<string, Features>
  readonly unusable: readonly Unusable[]
  /** Equal training sets have equal fingerprints. */
  readonly fingerprint: string
}
