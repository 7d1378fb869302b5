import type { TasteSettings } from '../gaussian-process/observations.ts'
import { besideLikeness } from '../simple-tastes/settings.ts'

/**
 * Chosen with `bench:likeness`: see docs/taste-model.md. The prior mean is the likeness to the good exemplars instead of
 * the crowd's opinion.
 */
export const likenessSettings: TasteSettings = {
  kernel: { bandwidth: 0.5, localVariance: 2, sharedVariance: 4 },
  pictureVariance: 0.5,
  copies: { same: 0.32, other: 0.44 },
  agreement: [{ weight: 1, mean: 1, variance: 0.15 }],
  wishScale: 1.5,
  wishVariance: 0.15,
  labelBiasVariance: 0.5,
  comparisonNoise: { steepness: 1, tieMargin: 1.2 },
  simpleTastes: besideLikeness,
}
