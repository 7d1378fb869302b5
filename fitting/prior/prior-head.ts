import type { PriorHead } from '@palate/core/taste/prior.ts'
import { pack } from '@palate/core/taste/prior-packing.ts'
import { type ChosenGroup, fitOpinion, priorBandwidth, type RatedGroup } from './crowd-utility.ts'
import type { Space } from './principal-axes.ts'
import { fitDirections } from './taste-directions.ts'

// A deviation of people's ratings in log odds of being called good, so that the scores come out calibrated.
export const logOddsPerDeviation = 2

export function fitHead(space: Space, rated: readonly RatedGroup[], chosen: ChosenGroup, about: string): PriorHead {
  const opinion = fitOpinion(rated, chosen)
  const directions = fitDirections(rated, chosen)
  const [first] = space.projection
  return {
    about,
    dimensions: first?.length ?? 0,
    axes: space.projection.length,
    centre: pack(space.centre),
    projection: pack(joined(space.projection)),
    bandwidth: priorBandwidth,
    landmarks: pack(joined(opinion.landmarks)),
    landmarkWeights: pack(opinion.weights.map((weight) => weight * logOddsPerDeviation)),
    directions: pack(joined(directions.map((row) => row.map((value) => value * logOddsPerDeviation)))),
  }
}

function joined(rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => Array.from(row)))
}
