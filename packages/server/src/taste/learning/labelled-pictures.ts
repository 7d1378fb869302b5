import { lastLabels } from '@palate/core/taste/judgements/judged-things.ts'
import type { Features } from '../../pictures/features/features.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'

/**
 * The pictures labelled good, or those labelled not good, in any dimension. Each occurs once; within a dimension the
 * last label counts.
 */
export function labelledPictures(
  { examples, pictures }: Pick<TrainingSet, 'examples' | 'pictures'>,
  isGood: boolean,
): readonly Features[] {
  const labels = [...examples.values()].flatMap((dimension) => lastLabels(dimension.labels))
  const names = new Set(labels.flatMap(({ good, picture }) => (good === isGood ? [picture] : [])))
  return [...names].flatMap((name) => pictures.get(name) ?? [])
}
