import { Fault, invalidAt } from '../fault.ts'
import { isLearnable } from '../taste/dimensions.ts'
import { dimensionCharactersMax, type ProfilePatch, type SetThreshold, type Thresholds } from './schema.ts'

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

/** Dimensions can have names such as `constructor`. */
export function setThresholdOf(thresholds: Thresholds, dimension: string): SetThreshold | undefined {
  return Object.hasOwn(thresholds, dimension) ? thresholds[dimension] : undefined
}

/** The member of a profile that shows its thresholds. A profile without any does not have it. */
export function shownThresholds(thresholds: Thresholds): { readonly thresholds?: Thresholds } {
  return Object.keys(thresholds).length > 0 ? { thresholds } : {}
}

function refuseDimension(dimension: string): void {
  if (dimension === '' || [...dimension].length > dimensionCharactersMax) {
    throw invalidAt('/thresholds', `the name of a dimension has 1 to ${dimensionCharactersMax} characters`)
  }
  if (isLearnable(dimension)) return
  throw new Fault('unknown_dimension', `${JSON.stringify(dimension)} is not a learned dimension and has no threshold`)
}
