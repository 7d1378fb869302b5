import type { Features } from '../features/features.ts'
import type { TrainingSet } from './training-sets/training-set.ts'

/** The pictures labelled good, or those labelled not good, in any dimension. */
export function labelledPictures(
  { examples, pictures }: Pick<TrainingSet, 'examples' | 'pictures'>,
  isGood: boolean,
): readonly Features[] {
  const labels = [...examples.values()].flatMap((of) => of.labels)
  return labels.flatMap((label) => (label.good === isGood ? (pictures.get(label.picture) ?? []) : []))
}
