import { covariance, type Kernel, type Place } from './kernel.ts'
import { cholesky, dot, type Matrix, matrix, multiply, solveLower, solveLowerTransposed } from './linear-algebra.ts'

/** A picture as the model sees it: its place, and what is expected of it before the owner said anything. */
export type TasteFrame = { readonly place: Place; readonly priorMean: number }

/** Frames are named by their position in `frames`. */
export type TasteLabel = { readonly frame: number; readonly good: boolean; readonly weight?: number }
export type TasteComparison = {
  readonly a: number
  readonly b: number
  /** A's share of the preference: 1, 0, or a half for a tie. */
  readonly share: number
  readonly weight?: number
}

export type Judgements = {
  readonly frames: readonly TasteFrame[]
  readonly labels: readonly TasteLabel[]
  readonly comparisons: readonly TasteComparison[]
}

export type TasteSettings = {
  readonly kernel: Kernel
  /** Variance of the share in which this owner agrees with the prior (1 on average). */
  readonly agreement: number
  /** Variance of how readily this owner says good. */
  readonly readiness: number
}

/** Plain data: what was judged, and the Laplace approximation of the owner's utility given that. */
export type TasteModel = {
  readonly settings: TasteSettings
  readonly frames: readonly TasteFrame[]
  readonly judged: readonly Judged[]
  /** Slope of the log likelihood at the mode, one for each judgement. */
  readonly pull: Float64Array
  /** Square root of the curvature there. */
  readonly grip: Float64Array
  readonly factor: Matrix
  readonly readiness: number
}

/** `plus` was liked (by `share`) more than `minus`; a label compares a picture with the owner's threshold. */
export type Judged = {
  readonly plus: number
  readonly minus: number | undefined
  readonly share: number
  readonly weight: number
}

export type Taste = {
  /** Expected utility, in log odds of being called good, and its variance. */
  readonly mean: number
  readonly variance: number
  /** The two parts of the mean: what people in general and the constraints say, and what the judgements taught. */
  readonly priorPart: number
  readonly learnedPart: number
  /** Share of the doubt about this picture that the judgements removed. */
  readonly confidence: number
  /** What each judged frame adds to the mean, the strongest first. */
  readonly nearest: readonly { readonly frame: number; readonly influence: number }[]
}

/** Chosen with `bench:taste` across the raters of several sets; see docs/taste-model.md. */
export const tasteSettings: TasteSettings = {
  kernel: { bandwidth: 0.5, local: 2, shared: 0.2 },
  agreement: 0.15,
  readiness: 0.5,
}

const newtonStepsMax = 40
const settledAt = 1e-9

export function fitTaste(judgements: Judgements, settings: TasteSettings = tasteSettings): TasteModel {
  const { frames } = judgements
  const judged = judgementsOf(judgements)
  const between = matrix(frames.length, frames.length, (i, j) =>
    frameCovariance(settings, at(frames, i), at(frames, j)),
  )
  const prior = matrix(judged.length, judged.length, (i, j) =>
    judgedCovariance(between, settings.readiness, at(judged, i), at(judged, j)),
  )
  const expected = Float64Array.from(judged, ({ plus, minus }) =>
    minus === undefined ? at(frames, plus).priorMean : at(frames, plus).priorMean - at(frames, minus).priorMean,
  )
  const { pull, grip, factor } = findMode(judged, prior, expected)
  const labelled = judged.map(({ minus }) => (minus === undefined ? settings.readiness : 0))
  return { settings, frames, judged, pull, grip, factor, readiness: dot(labelled, pull) }
}

export function predictTaste(model: TasteModel, frame: TasteFrame, nearestMax = 5): Taste {
  const { settings, frames, judged, pull, grip, factor } = model
  const toFrames = Float64Array.from(frames, (other) => frameCovariance(settings, frame, other))
  const toJudged = judged.map(
    ({ plus, minus }) => at(toFrames, plus) - (minus === undefined ? -settings.readiness : at(toFrames, minus)),
  )
  const own = frameCovariance(settings, frame, frame) + settings.readiness
  const known = solveLower(
    factor,
    toJudged.map((value, i) => value * at(grip, i)),
  )
  const variance = Math.max(own - dot(known, known), 0)
  const learnedPart = dot(toJudged, pull)
  return {
    mean: frame.priorMean + learnedPart,
    variance,
    priorPart: frame.priorMean,
    learnedPart,
    confidence: 1 - variance / own,
    nearest: strongest(influences(model, toFrames), nearestMax),
  }
}

function judgementsOf({ frames, labels, comparisons }: Judgements): readonly Judged[] {
  const judged: readonly Judged[] = [
    ...labels.map(({ frame, good, weight = 1 }) => ({ plus: frame, minus: undefined, share: good ? 1 : 0, weight })),
    ...comparisons.map(({ a, b, share, weight = 1 }) => ({ plus: a, minus: b, share, weight })),
  ]
  for (const { plus, minus = plus, share } of judged) {
    if (!(plus in frames && minus in frames)) throw new RangeError('a judgement names a frame that is not there')
    if (!(share >= 0 && share <= 1)) throw new RangeError(`a share of ${share} is not between 0 and 1`)
  }
  return judged.filter(({ weight }) => weight > 0)
}

/** The kernel, and the doubt about how far this owner goes along with the prior. */
function frameCovariance({ kernel, agreement }: TasteSettings, a: TasteFrame, b: TasteFrame): number {
  return covariance(kernel, a.place, b.place) + agreement * a.priorMean * b.priorMean
}

function judgedCovariance(between: Matrix, readiness: number, i: Judged, j: Judged): number {
  const of = (a: number, b: number) => at(between.values, a * between.columns + b)
  let sum = of(i.plus, j.plus)
  if (j.minus !== undefined) sum -= of(i.plus, j.minus)
  if (i.minus !== undefined) sum -= of(i.minus, j.plus)
  if (i.minus !== undefined && j.minus !== undefined) sum += of(i.minus, j.minus)
  return i.minus === undefined && j.minus === undefined ? sum + readiness : sum
}

type Mode = { readonly pull: Float64Array; readonly grip: Float64Array; readonly factor: Matrix }

/** Newton's method on the log posterior, which is concave; steps that overshoot are halved. */
function findMode(judged: readonly Judged[], prior: Matrix, expected: Float64Array): Mode {
  let dual = new Float64Array(judged.length)
  let value = logPosterior(judged, prior, expected, dual)
  for (let step = 0; step < newtonStepsMax; step++) {
    const target = newtonTarget(judged, prior, expected, dual)
    let share = 1
    let next = target
    let nextValue = logPosterior(judged, prior, expected, next)
    while (nextValue < value && share > 1e-3) {
      share /= 2
      const [from, part] = [dual, share]
      next = target.map((goal, i) => at(from, i) + part * (goal - at(from, i)))
      nextValue = logPosterior(judged, prior, expected, next)
    }
    const settled = nextValue - value < settledAt
    dual = next
    value = nextValue
    if (settled) break
  }
  return curvatureAt(judged, prior, utilities(prior, expected, dual))
}

function utilities(prior: Matrix, expected: Float64Array, dual: Float64Array): Float64Array {
  return multiply(prior, dual).map((value, i) => value + at(expected, i))
}

function logPosterior(judged: readonly Judged[], prior: Matrix, expected: Float64Array, dual: Float64Array): number {
  const spread = multiply(prior, dual)
  let sum = -dot(dual, spread) / 2
  for (const [i, { share, weight }] of judged.entries()) {
    const utility = at(spread, i) + at(expected, i)
    sum -= weight * (share * softplus(-utility) + (1 - share) * softplus(utility))
  }
  return sum
}

function newtonTarget(judged: readonly Judged[], prior: Matrix, expected: Float64Array, dual: Float64Array) {
  const utility = utilities(prior, expected, dual)
  const { pull, grip, factor } = curvatureAt(judged, prior, utility)
  const wanted = utility.map((value, i) => at(grip, i) ** 2 * (value - at(expected, i)) + at(pull, i))
  const spread = multiply(prior, wanted)
  const solved = solveLowerTransposed(
    factor,
    solveLower(
      factor,
      spread.map((value, i) => value * at(grip, i)),
    ),
  )
  return wanted.map((value, i) => value - at(grip, i) * at(solved, i))
}

/** With B = I + √W·K·√W every eigenvalue is at least one, so that its factor is always sound. */
function curvatureAt(judged: readonly Judged[], prior: Matrix, utility: Float64Array): Mode {
  const chance = utility.map(sigmoid)
  const pull = Float64Array.from(judged, ({ share, weight }, i) => weight * (share - at(chance, i)))
  const grip = Float64Array.from(judged, ({ weight }, i) => Math.sqrt(weight * at(chance, i) * (1 - at(chance, i))))
  const size = judged.length
  const sound = matrix(
    size,
    size,
    (i, j) => at(grip, i) * at(prior.values, i * size + j) * at(grip, j) + (i === j ? 1 : 0),
  )
  return { pull, grip, factor: cholesky(sound) }
}

function influences({ frames, judged, pull }: TasteModel, toFrames: Float64Array): Float64Array {
  const weights = new Float64Array(frames.length)
  for (const [i, { plus, minus }] of judged.entries()) {
    weights[plus] = at(weights, plus) + at(pull, i)
    if (minus !== undefined) weights[minus] = at(weights, minus) - at(pull, i)
  }
  return weights.map((weight, frame) => weight * at(toFrames, frame))
}

function strongest(influence: Float64Array, max: number): Taste['nearest'] {
  return Array.from(influence, (value, frame) => ({ frame, influence: value }))
    .sort((a, b) => Math.abs(b.influence) - Math.abs(a.influence) || a.frame - b.frame)
    .slice(0, max)
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** log(1 + eˣ) without overflow. */
function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x))
}

function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`nothing at ${index}`)
  return value
}
