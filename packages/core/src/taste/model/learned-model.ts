import type { TasteModel } from '../gaussian-process/taste-model.ts'
import type { PriorInput } from './feature-projection.ts'

/** The fitted model of one dimension, as plain data that one thread can fit and another use. */
export interface LearnedModel extends PriorInput {
  readonly taste: TasteModel
  /** For each training picture, the ids of the elements that judge it. */
  readonly elementIds: readonly (readonly string[])[]
}
