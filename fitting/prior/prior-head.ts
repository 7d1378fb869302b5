import { pack } from '@palate/core/taste/prior/packing.ts'
import type { PriorHead } from '@palate/core/taste/prior/prior.ts'
import { axesOf, type Crowd, choiceGroup, ratedGroups, subsetsOf } from './crowd.ts'
import { fitCrowdUtility, priorBandwidth } from './crowd-utility.ts'
import { fitTasteDirections } from './taste-directions.ts'

/** Converts a standard deviation of people's ratings to log odds of being called good, so that scores are calibrated. */
export const logOddsPerDeviation = 2

const about =
  'Fitted by scripts/fit-prior.ts on the beauty ratings of Brielmann & Pelli (2019) of photographs of the OASIS set ' +
  '(Kurdi et al. 2017) and the choices between website screenshots of calista-ai website-aesthetics-datasets (MIT).'

/** Fits the whole prior. With `withoutSubset`, it uses neither that subset's photographs nor the people who rated them. */
export function fitPriorHead(crowd: Crowd, withoutSubset?: string): PriorHead {
  const subsets = subsetsOf(crowd).filter((subset) => subset !== withoutSubset)
  const axes = axesOf(crowd, subsets)
  const rated = ratedGroups(crowd, axes, subsets)
  const choices = choiceGroup(crowd, axes)
  const utility = fitCrowdUtility(rated, choices)
  const directions = fitTasteDirections(rated, choices)
  return {
    about,
    dimensions: axes.centre.length,
    axes: axes.projection.length,
    centre: pack(axes.centre),
    projection: pack(joined(axes.projection)),
    bandwidth: priorBandwidth,
    landmarks: pack(joined(utility.landmarks)),
    landmarkWeights: pack(utility.weights.map((weight) => weight * logOddsPerDeviation)),
    directions: pack(joined(directions.map((row) => row.map((value) => value * logOddsPerDeviation)))),
  }
}

function joined(rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => Array.from(row)))
}
