import type { TasteModel } from '../gaussian-process/taste-model.ts'
import type { Tendency } from '../tendencies/tendencies.ts'
import type { PriorInput } from './feature-projection.ts'

/** The fitted model of one dimension, as plain data that one thread can fit and another use. */
export interface LearnedModel extends PriorInput {
  readonly taste: TasteModel
  /** For each training picture, the ids of the elements that judge it. */
  readonly elementIds: readonly (readonly string[])[]
  /** What the explanations may claim about the owner. */
  readonly tendencies: readonly Tendency[]
  /** What the owner calls most pictures, if that is no chance. */
  readonly usualLabel: 'good' | 'bad' | undefined
}
