import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'

/** The pictures that an embedder is checked on, with their judgements if there are any. */
export interface JudgedPictures {
  /** By name. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  readonly dimension: string
  readonly examples: NamedExamples
  readonly seed: string | null
  /** Pictures that could not be read. */
  readonly unreadable: number
}

/** More are skipped, so that a check takes minutes at most. */
export const checkedPicturesMax = 300
