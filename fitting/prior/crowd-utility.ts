import { squaredDistance } from '@palate/core/taste/kernel.ts'
import { cholesky, type Matrix, matrix, solveLower, solveLowerTransposed } from '@palate/core/taste/linear-algebra.ts'
import { centred, multiplyTransposed, product, productTransposed } from './dense.ts'

/** One group of people who rated the same pictures; ratings are each rater's own, centred, of deviation one. */
export type RatedGroup = {
  readonly points: readonly Float32Array[]
  readonly ratings: readonly Float64Array[]
}

/** Choices between pictures, by their position in `points`. */
export type ChosenGroup = {
  readonly points: readonly Float32Array[]
  readonly choices: readonly { readonly winner: number; readonly loser: number }[]
}

/** The crowd's opinion as bumps around landmarks. */
export type Opinion = { readonly landmarks: readonly Float32Array[]; readonly weights: Float64Array }

export const priorBandwidth = 0.7
// Doubt about a picture's mean rating, and about one person's choice, against a crowd's variance of one.
const ratingNoise = 0.1
const choiceNoise = 2
const levelNoise = 0.01

/** Gaussian process regression on the mean ratings of each picture and the choices, as one utility. */
export function fitOpinion(rated: readonly RatedGroup[], { points, choices }: ChosenGroup): Opinion {
  const landmarks = [...rated.flatMap((group) => group.points), ...points]
  const size = landmarks.length
  const information = new Float64Array(size * size)
  const pull = new Float64Array(size)
  const add = (i: number, j: number, value: number) => {
    information[i * size + j] = (information[i * size + j] as number) + value
  }
  // That the middling picture of each group is neither good nor bad is held, but not tightly.
  const holdLevel = (start: number, count: number) => {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) add(start + i, start + j, 1 / (levelNoise * count * count))
    }
  }
  let offset = 0
  for (const group of rated) {
    // Ratings are relative to the rater's own mean, so they say nothing of the level of the group's pictures.
    const means = centred(crowdMeans(group))
    for (const [i, value] of means.entries()) {
      pull[offset + i] = value / ratingNoise
      add(offset + i, offset + i, 1 / ratingNoise)
      for (let j = 0; j < means.length; j++) add(offset + i, offset + j, -1 / (ratingNoise * means.length))
    }
    holdLevel(offset, means.length)
    offset += group.points.length
  }
  holdLevel(offset, points.length)
  for (const { winner, loser } of choices) {
    const [w, l] = [offset + winner, offset + loser]
    for (const [i, j, sign] of [
      [w, w, 1],
      [l, l, 1],
      [w, l, -1],
      [l, w, -1],
    ] as const)
      add(i, j, sign / choiceNoise)
    pull[w] = (pull[w] as number) + 1 / choiceNoise
    pull[l] = (pull[l] as number) - 1 / choiceNoise
  }
  const kernel = matrix(size, size, (i, j) => bump(landmarks[i], landmarks[j]))
  return { landmarks, weights: dualOf({ rows: size, columns: size, values: information }, kernel, pull) }
}

export function opinionAt({ landmarks, weights }: Opinion, point: Float32Array): number {
  return landmarks.reduce((sum, landmark, i) => sum + (weights[i] as number) * bump(landmark, point), 0)
}

/**
 * The landmarks' weights w = K⁻¹f, where (K⁻¹ + A)·f = pull. A is singular, for choices say nothing of the level; with
 * K = L·Lᵀ the solution f = L·(I + Lᵀ·A·L)⁻¹·Lᵀ·pull has a sound matrix inside all the same.
 */
function dualOf(information: Matrix, kernel: Matrix, pull: Float64Array): Float64Array {
  const size = kernel.rows
  const steady = matrix(size, size, (i, j) => (kernel.values[i * size + j] as number) + (i === j ? 1e-6 : 0))
  const lower = cholesky(steady)
  const half = product(information, lower)
  const inner = productTransposed(lower, half)
  for (let i = 0; i < size; i++) inner.values[i * size + i] = (inner.values[i * size + i] as number) + 1
  const factor = cholesky(inner)
  const solved = solveLowerTransposed(factor, solveLower(factor, multiplyTransposed(lower, pull)))
  return solveLowerTransposed(lower, solved)
}

function crowdMeans({ points, ratings }: RatedGroup): Float64Array {
  const means = new Float64Array(points.length)
  for (const one of ratings) {
    for (let i = 0; i < means.length; i++) means[i] = (means[i] as number) + (one[i] as number) / ratings.length
  }
  return means
}

function bump(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a && b ? Math.exp(-squaredDistance(a, b) / (2 * priorBandwidth ** 2)) : 0
}
