import type { SimpleTasteSettings } from './hypotheses.ts'

/** Chosen with `bench:taught` and `bench:taste`; see docs/taste-model.md. */
const common: Omit<SimpleTasteSettings, 'weights'> = {
  deviationOfFew: 6,
  deviationOfAll: 1.2,
  deviationOfAxes: 3,
  view: { mean: 1.2, variance: 0.5 },
  labelBiasVariance: 1.5,
  comparisonNoise: { steepness: 1, tieMargin: 1.2 },
}

/** Beside the crowd's opinion, which explains most people. */
export const besideCrowd: SimpleTasteSettings = {
  ...common,
  weights: { one: 0.02, two: 0.014, square: 0.01, all: 0.02, look: 0.004, content: 0.004, linear: 0.02 },
}

/** Beside a model that starts from nothing. */
export const besideNothing: SimpleTasteSettings = {
  ...common,
  weights: { one: 0.16, two: 0.06, square: 0.02, all: 0.07, look: 0.03, content: 0.03, linear: 0.05 },
}

/** Beside the likeness to the good exemplars, which covers looks and subjects. */
export const besideLikeness: SimpleTasteSettings = {
  ...common,
  weights: { one: 0.185, two: 0.07, square: 0.02, all: 0.09, look: 0, content: 0, linear: 0 },
}
