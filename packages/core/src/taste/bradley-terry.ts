import type { Element, LatentScores } from '../profile/schema.ts'

/**
 * Latent scores from pairwise comparisons: the Bradley–Terry model, where the chance that A is preferred to B is
 * sigmoid(score A − score B), with a Gaussian prior on each score. The prior makes the answer unique and finite even
 * where a frame always wins or the frames fall into groups that were never compared. A tie counts as half a win each.
 */
export function latentScores(comparisons: readonly Element[]): LatentScores {
  const games = comparisons.flatMap(readGame)
  const ids = [...new Set(games.flatMap(({ a, b }) => [a, b]))].sort()
  const place = new Map(ids.map((id, i) => [id, i]))
  const edges = games.map(({ a, b, share }) => ({ a: place.get(a) ?? 0, b: place.get(b) ?? 0, share }))
  const scores = maximise(ids.length, edges)
  return Object.fromEntries(ids.map((id, i) => [id, round(scores[i] ?? 0)]))
}

/** Precision of the prior: a frame that won its only comparison gets about ±0.52 rather than infinity. */
const priorPrecision = 0.5
const newtonStepsMax = 50
/** Enough for any graph: the prior bounds the condition of the system. */
const gradientStepsMax = 300
const tolerance = 1e-10

interface Edge {
  readonly a: number
  readonly b: number
  /** A's share of the win: 1, 0 or, for a tie, a half. */
  readonly share: number
}

/** Latent scores speak of aesthetics; a comparison that teaches another dimension says nothing about them. */
function readGame(comparison: Element): { a: string; b: string; share: number }[] {
  const a = frameIdOf(comparison.frameA)
  const b = frameIdOf(comparison.frameB)
  const { winner, dimension } = comparison
  if (a === undefined || b === undefined || a === b) return []
  if (typeof dimension === 'string' && dimension !== 'aesthetics') return []
  const share = winner === 'tie' ? 0.5 : winner === a ? 1 : winner === b ? 0 : undefined
  return share === undefined ? [] : [{ a, b, share }]
}

export function frameIdOf(frame: unknown): string | undefined {
  if (typeof frame === 'string') return frame
  if (typeof frame !== 'object' || frame === null || !('id' in frame)) return undefined
  return typeof frame.id === 'string' ? frame.id : undefined
}

/** Newton's method on the concave log posterior; each step solves its sparse system by conjugate gradients. */
function maximise(size: number, edges: readonly Edge[]): Float64Array {
  const winners = Int32Array.from(edges, ({ a }) => a)
  const losers = Int32Array.from(edges, ({ b }) => b)
  const shares = Float64Array.from(edges, ({ share }) => share)
  const scores = new Float64Array(size)
  const curvatures = new Float64Array(edges.length)
  for (let step = 0; step < newtonStepsMax; step++) {
    const gradient = scores.map((score) => -priorPrecision * score)
    for (let e = 0; e < shares.length; e++) {
      const a = winners[e] as number
      const b = losers[e] as number
      const chance = 1 / (1 + Math.exp((scores[b] as number) - (scores[a] as number)))
      const pull = (shares[e] as number) - chance
      gradient[a] = (gradient[a] as number) + pull
      gradient[b] = (gradient[b] as number) - pull
      curvatures[e] = chance * (1 - chance)
    }
    const move = solve(winners, losers, curvatures, gradient)
    // Far from the top a full step may overshoot; a bounded one cannot, and near the top it is the full one.
    const largest = move.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const scale = Math.min(1, 2 / Math.max(largest, tolerance))
    for (let i = 0; i < size; i++) scores[i] = (scores[i] as number) + scale * (move[i] as number)
    if (largest < tolerance) break
  }
  return scores
}

/** Solves (prior + weighted graph Laplacian) x = right by conjugate gradients. */
function solve(from: Int32Array, to: Int32Array, curvatures: Float64Array, right: Float64Array): Float64Array {
  const x = new Float64Array(right.length)
  const residual = right.slice()
  const direction = residual.slice()
  const image = new Float64Array(right.length)
  let size = dot(residual, residual)
  const enough = Math.max(size * 1e-20, tolerance * tolerance)
  for (let i = 0; i < gradientStepsMax && size > enough; i++) {
    for (let k = 0; k < x.length; k++) image[k] = priorPrecision * (direction[k] as number)
    for (let e = 0; e < curvatures.length; e++) {
      const a = from[e] as number
      const b = to[e] as number
      const flow = (curvatures[e] as number) * ((direction[a] as number) - (direction[b] as number))
      image[a] = (image[a] as number) + flow
      image[b] = (image[b] as number) - flow
    }
    const step = size / dot(direction, image)
    for (let k = 0; k < x.length; k++) {
      x[k] = (x[k] as number) + step * (direction[k] as number)
      residual[k] = (residual[k] as number) - step * (image[k] as number)
    }
    const next = dot(residual, residual)
    const ratio = next / size
    for (let k = 0; k < x.length; k++) direction[k] = (residual[k] as number) + ratio * (direction[k] as number)
    size = next
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
