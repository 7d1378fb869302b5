import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'

/** What an embedder is checked on: pictures, and what somebody said of them if that is known. */
export interface JudgedPictures {
  /** By name. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  readonly dimension: string
  readonly examples: NamedExamples
  readonly seed: string | null
  /** Pictures that could not be read. */
  readonly unreadable: number
}

/** More are left out, so that a check takes minutes at most. */
export const checkedPicturesMax = 300
