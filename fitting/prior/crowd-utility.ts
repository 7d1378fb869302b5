import { squaredDistance } from '@palate/core/taste/gaussian-process/kernel.ts'
import { Matrix, solve } from 'ml-matrix'

/** People who all rated the same pictures. Each rater's ratings have mean 0 and standard deviation 1. */
export type RatedGroup = {
  readonly points: readonly Float32Array[]
  readonly ratings: readonly Float64Array[]
}

/** Choices between pictures, given by index in `points`. */
export type ChoiceGroup = {
  readonly points: readonly Float32Array[]
  readonly choices: readonly { readonly winner: number; readonly loser: number }[]
}

/** The utility that a person of average taste gives a picture: a weighted sum of Gaussian kernels at the landmarks. */
export type CrowdUtility = { readonly landmarks: readonly Float32Array[]; readonly weights: Float64Array }

export const priorBandwidth = 0.7
// Noise variances, relative to a utility of variance 1: of a picture's mean rating, of one choice, of a group's mean.
const ratingNoise = 0.1
const choiceNoise = 2
const levelNoise = 0.01
// Each picture's own variance, on the kernel's diagonal. Too small to matter, but the committed prior was fitted with it.
const nugget = 1e-6

/** Gaussian process regression of one utility on each picture's mean rating and on the choices. */
export function fitCrowdUtility(rated: readonly RatedGroup[], { points, choices }: ChoiceGroup): CrowdUtility {
  const landmarks = [...rated.flatMap((group) => group.points), ...points]
  const size = landmarks.length
  const precision = Matrix.zeros(size, size)
  const evidence = Matrix.zeros(size, 1)
  const add = (to: Matrix, i: number, j: number, value: number) => to.set(i, j, to.get(i, j) + value)
  // Neither ratings nor choices say how good a group's pictures are on average. Assume 0, but only loosely.
  const addLevel = (start: number, count: number) => {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) add(precision, start + i, start + j, 1 / (levelNoise * count * count))
    }
  }
  let offset = 0
  for (const group of rated) {
    const means = centredMeans(group)
    for (const [i, value] of means.entries()) {
      evidence.set(offset + i, 0, value / ratingNoise)
      add(precision, offset + i, offset + i, 1 / ratingNoise)
      for (let j = 0; j < means.length; j++) add(precision, offset + i, offset + j, -1 / (ratingNoise * means.length))
    }
    addLevel(offset, means.length)
    offset += group.points.length
  }
  addLevel(offset, points.length)
  for (const { winner, loser } of choices) {
    const [w, l] = [offset + winner, offset + loser]
    add(precision, w, w, 1 / choiceNoise)
    add(precision, l, l, 1 / choiceNoise)
    add(precision, w, l, -1 / choiceNoise)
    add(precision, l, w, -1 / choiceNoise)
    add(evidence, w, 0, 1 / choiceNoise)
    add(evidence, l, 0, -1 / choiceNoise)
  }
  return { landmarks, weights: landmarkWeights(kernelMatrix(landmarks), precision, evidence) }
}

export function utilityAt({ landmarks, weights }: CrowdUtility, point: Float32Array): number {
  return landmarks.reduce((sum, landmark, i) => sum + (weights[i] as number) * kernel(landmark, point), 0)
}

/**
 * The utilities f of the landmarks solve (K⁻¹ + precision)·f = evidence. With f = K·weights this is
 * (I + precision·K)·weights = evidence, which needs no inverse of K.
 */
function landmarkWeights(K: Matrix, precision: Matrix, evidence: Matrix): Float64Array {
  const system = precision.mmul(K).add(Matrix.eye(K.rows))
  return Float64Array.from(solve(system, evidence).getColumn(0))
}

function kernelMatrix(points: readonly Float32Array[]): Matrix {
  const gram = new Matrix(points.map((a) => points.map((b) => kernel(a, b))))
  return gram.add(Matrix.eye(points.length, points.length, nugget))
}

function centredMeans({ points, ratings }: RatedGroup): Float64Array {
  const means = points.map((_, i) => ratings.reduce((sum, one) => sum + (one[i] as number), 0) / ratings.length)
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length
  return Float64Array.from(means, (value) => value - mean)
}

function kernel(a: Float32Array, b: Float32Array): number {
  return Math.exp(-squaredDistance(a, b) / (2 * priorBandwidth ** 2))
}
