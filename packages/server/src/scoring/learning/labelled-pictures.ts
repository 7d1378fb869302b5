import type { Features } from '../features/features.ts'
import type { TrainingSet } from './training-set.ts'

/** The pictures that were called good, or those that were not, whatever dimension the label is about. */
export function labelledPictures(
  { examples, pictures }: Pick<TrainingSet, 'examples' | 'pictures'>,
  isGood: boolean,
): readonly Features[] {
  const labels = [...examples.values()].flatMap((of) => of.labels)
  return labels.flatMap((label) => (label.good === isGood ? (pictures.get(label.picture) ?? []) : []))
}
