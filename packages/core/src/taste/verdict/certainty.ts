import type { HeldOutLabels } from '../validation/held-out-labels.ts'

/** How the distance of a score to the threshold, in log odds, translates into the log odds that it is on the right side. */
export interface Calibration {
  readonly slope: number
  readonly offset: number
}

/** What is expected before there are labels: a score is the probability of a good label. */
const slopeMean = 1
const slopeDeviation = 0.75
const offsetDeviation = 0.5
const newtonSteps = 12
/** A score of 0 or 1 is as sure as this. */
const scoreMargin = 1e-3
/** From here on a decision is sure. */
export const sureFrom = 0.75
/** From here on a picture is unlike anything judged, so that no score is sure. */
export const noveltyMax = 0.95

/** Logistic regression of the held-out labels on the distance, held near what is expected by a normal prior. */
export function calibrate({ good, bad }: HeldOutLabels, pass: number): Calibration {
  const labels = [
    ...good.map((score) => ({ x: distance(score, pass), y: 1 })),
    ...bad.map((score) => ({ x: distance(score, pass), y: 0 })),
  ]
  let [slope, offset] = [slopeMean, 0]
  for (let step = 0; step < newtonSteps; step++) {
    let [g0, g1] = [-(offset / offsetDeviation ** 2), -(slope - slopeMean) / slopeDeviation ** 2]
    let [h00, h01, h11] = [1 / offsetDeviation ** 2, 0, 1 / slopeDeviation ** 2]
    for (const { x, y } of labels) {
      const p = logistic(offset + slope * x)
      const weight = p * (1 - p)
      g0 += y - p
      g1 += (y - p) * x
      h00 += weight
      h01 += weight * x
      h11 += weight * x * x
    }
    const determinant = h00 * h11 - h01 ** 2
    offset += (h11 * g0 - h01 * g1) / determinant
    slope += (h00 * g1 - h01 * g0) / determinant
  }
  // A higher score is never a reason to expect a worse picture.
  return { slope: Math.max(0, slope), offset }
}

/** The probability that the owner would call a picture with this score good. */
export function chanceOfGood({ slope, offset }: Calibration, score: number, pass: number): number {
  return logistic(offset + slope * distance(score, pass))
}

function distance(score: number, pass: number): number {
  return logOdds(score) - logOdds(pass)
}

function logOdds(value: number): number {
  const inside = Math.min(1 - scoreMargin, Math.max(scoreMargin, value))
  return Math.log(inside / (1 - inside))
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
