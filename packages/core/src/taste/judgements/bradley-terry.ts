import type { Element, LatentScores } from '../../profile/schema.ts'

/**
 * Latent scores from pairwise comparisons by the Bradley–Terry model: P(A is preferred to B) = sigmoid(score A − score
 * B), with a Gaussian prior on each score. The prior keeps the maximum unique and finite even if a frame always wins or
 * the frames fall into groups that were never compared. A tie counts as half a win for each side.
 */
export function latentScores(comparisons: readonly Element[]): LatentScores {
  const pairs = comparisons.flatMap(readPair)
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].sort()
  const index = new Map(ids.map((id, i) => [id, i]))
  const edges = pairs.map(({ a, b, outcome }) => ({ a: index.get(a) ?? 0, b: index.get(b) ?? 0, outcome }))
  const scores = maximisePosterior(ids.length, edges)
  return Object.fromEntries(ids.map((id, i) => [id, round(scores[i] ?? 0)]))
}

/** With this prior precision, a frame that won its only comparison gets about 0.52 instead of infinity. */
const priorPrecision = 0.5
const newtonStepsMax = 50
/** Enough for any graph, because the prior bounds the condition number of the system. */
const conjugateGradientStepsMax = 300
const tolerance = 1e-10
/** The share of the squared gradient that may remain after the first Newton steps. */
const roughAccuracy = 1e-2

interface Edge {
  readonly a: number
  readonly b: number
  /** 1 if A won, 0 if B did, 0.5 for a tie. */
  readonly outcome: number
}

/** Latent scores are about aesthetics, so comparisons along other dimensions are left out. */
function readPair(comparison: Element): { a: string; b: string; outcome: number }[] {
  const a = frameIdOf(comparison.frameA)
  const b = frameIdOf(comparison.frameB)
  const { winner, dimension } = comparison
  if (a === undefined || b === undefined || a === b) return []
  if (typeof dimension === 'string' && dimension !== 'aesthetics') return []
  const outcome = winner === 'tie' ? 0.5 : winner === a ? 1 : winner === b ? 0 : undefined
  return outcome === undefined ? [] : [{ a, b, outcome }]
}

export function frameIdOf(frame: unknown): string | undefined {
  if (typeof frame === 'string') return frame
  if (typeof frame !== 'object' || frame === null || !('id' in frame)) return undefined
  return typeof frame.id === 'string' ? frame.id : undefined
}

/** Newton's method on the log posterior, which is concave. Each sparse Newton system is solved by conjugate gradients. */
function maximisePosterior(size: number, edges: readonly Edge[]): Float64Array {
  const firsts = Int32Array.from(edges, ({ a }) => a)
  const seconds = Int32Array.from(edges, ({ b }) => b)
  const outcomes = Float64Array.from(edges, ({ outcome }) => outcome)
  const scores = new Float64Array(size)
  const curvatures = new Float64Array(edges.length)
  for (let step = 0; step < newtonStepsMax; step++) {
    const gradient = scores.map((score) => -priorPrecision * score)
    for (let e = 0; e < outcomes.length; e++) {
      const a = firsts[e] as number
      const b = seconds[e] as number
      const probability = 1 / (1 + Math.exp((scores[b] as number) - (scores[a] as number)))
      const residual = (outcomes[e] as number) - probability
      gradient[a] = (gradient[a] as number) + residual
      gradient[b] = (gradient[b] as number) - residual
      curvatures[e] = probability * (1 - probability)
    }
    const newtonStep = conjugateGradient(firsts, seconds, curvatures, gradient)
    // A full step may overshoot far from the maximum, so its largest component is limited to 2.
    const largest = newtonStep.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const stepSize = Math.min(1, 2 / Math.max(largest, tolerance))
    for (let i = 0; i < size; i++) scores[i] = (scores[i] as number) + stepSize * (newtonStep[i] as number)
    if (largest < tolerance) break
  }
  return scores
}

/** Solves (priorPrecision·I + weighted graph Laplacian)·x = b, the negative Hessian times x, by conjugate gradients. */
function conjugateGradient(
  firsts: Int32Array,
  seconds: Int32Array,
  curvatures: Float64Array,
  b: Float64Array,
): Float64Array {
  const x = new Float64Array(b.length)
  const residual = b.slice()
  const direction = residual.slice()
  const product = new Float64Array(b.length)
  let squaredNorm = dot(residual, residual)
  // Far from the maximum, the step need not be exact; accuracy increases as it gets closer.
  const accuracy = Math.min(roughAccuracy, squaredNorm)
  const squaredTolerance = Math.max(squaredNorm * accuracy, tolerance * tolerance)
  for (let i = 0; i < conjugateGradientStepsMax && squaredNorm > squaredTolerance; i++) {
    for (let k = 0; k < x.length; k++) product[k] = priorPrecision * (direction[k] as number)
    for (let e = 0; e < curvatures.length; e++) {
      const first = firsts[e] as number
      const second = seconds[e] as number
      const flow = (curvatures[e] as number) * ((direction[first] as number) - (direction[second] as number))
      product[first] = (product[first] as number) + flow
      product[second] = (product[second] as number) - flow
    }
    const stepSize = squaredNorm / dot(direction, product)
    for (let k = 0; k < x.length; k++) {
      x[k] = (x[k] as number) + stepSize * (direction[k] as number)
      residual[k] = (residual[k] as number) - stepSize * (product[k] as number)
    }
    const nextSquaredNorm = dot(residual, residual)
    const ratio = nextSquaredNorm / squaredNorm
    for (let k = 0; k < x.length; k++) direction[k] = (residual[k] as number) + ratio * (direction[k] as number)
    squaredNorm = nextSquaredNorm
  }
  return x
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6 || 0
}
