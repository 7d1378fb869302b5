import { Fault, invalidAt } from '../fault.ts'
import { isLearnable } from '../taste/dimensions.ts'
import { dimensionCharactersMax, type ProfilePatch, type Thresholds } from './schema.ts'

export const thresholdsPerProfileMax = 200

/** Replaces the thresholds of the dimensions that are sent; null removes one. */
export function mergeThresholds(stored: Thresholds, sent: NonNullable<ProfilePatch['thresholds']>): Thresholds {
  for (const dimension of Object.keys(sent)) refuseDimension(dimension)
  const merged = Object.entries({ ...stored, ...sent }).flatMap(([dimension, threshold]) =>
    threshold === null ? [] : [[dimension, threshold] as const],
  )
  if (merged.length > thresholdsPerProfileMax) {
    throw invalidAt('/thresholds', `a profile has at most ${thresholdsPerProfileMax} thresholds`)
  }
  return Object.fromEntries(merged)
}

function refuseDimension(dimension: string): void {
  if (dimension === '' || [...dimension].length > dimensionCharactersMax) {
    throw invalidAt('/thresholds', `the name of a dimension has 1 to ${dimensionCharactersMax} characters`)
  }
  if (isLearnable(dimension)) return
  throw new Fault('unknown_dimension', `${JSON.stringify(dimension)} is not a learned dimension and has no threshold`)
}
