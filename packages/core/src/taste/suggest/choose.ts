import { type Beliefs, beliefsAfter } from './beliefs.ts'
import { type Decider, expectedInformation, expectedReduction } from './information.ts'
import { rankingOf, shareRemoved } from './ranking.ts'

/** Frame `a`, or a comparison of frame `a` with frame `b`. */
export interface Candidate {
  readonly a: number
  readonly b?: number | undefined
}

export interface Chosen extends Candidate {
  /** How closely the answer is correlated with the order of the frames, 0 to 1. */
  readonly gain: number
}

/** The number of pairs that represent the order of all frames. */
export const rankedPairsMax = 300
/** The number of most informative candidates whose effect on the order of all frames is computed. */
export const shortlistMax = 200
/** A frame that was judged n times counts 1/(1 + usePenalty·n): part of what judgements say is about that picture alone. */
const usePenalty = 1

export interface Choice {
  readonly beliefs: Beliefs
  readonly candidates: readonly Candidate[]
  readonly limit: number
  /** How often each frame was judged. */
  readonly uses: Float64Array
  readonly random: () => number
}

/**
 * Greedily chooses the questions that contribute most to the order of the frames: each as if the earlier ones were
 * answered, so that they do not all ask the same. Within one response, a frame recurs only after most others.
 */
export function choose({ beliefs, candidates, limit, uses, random }: Choice): readonly Chosen[] {
  const chosen: Chosen[] = []
  const usesNow = new Int32Array(uses.length)
  let rest = shortlisted(beliefs, candidates, limit)
  let believed = beliefs
  for (let usesMax = 1; chosen.length < limit && rest.length > 0; usesMax++) {
    while (chosen.length < limit) {
      const open = rest.filter((one) => framesOf(one).every((frame) => (usesNow[frame] as number) < usesMax))
      const best = bestOf(believed, open, uses, random)
      if (!best) break
      chosen.push({ ...best.candidate, gain: best.gain })
      for (const frame of framesOf(best.candidate)) usesNow[frame] = (usesNow[frame] as number) + 1
      rest = rest.filter((one) => one !== best.candidate)
      believed = beliefsAfter(believed, covariancesWith(believed, best.candidate), best.reduction)
    }
  }
  return chosen
}

/** The candidates that are most informative on their own, in bits. Ties keep the order of the candidates. */
function shortlisted(beliefs: Beliefs, candidates: readonly Candidate[], limit: number): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, gain: expectedInformation(deciderOf(beliefs, candidate)) }))
    .sort((one, other) => other.gain - one.gain)
    .slice(0, shortlistMax + limit)
    .map(({ candidate }) => candidate)
}

function bestOf(beliefs: Beliefs, candidates: readonly Candidate[], uses: Float64Array, random: () => number) {
  const ranking = rankingOf(beliefs, rankedPairsMax, random)
  let best: { readonly candidate: Candidate; readonly reduction: number; readonly gain: number } | undefined
  let most = -1
  for (const candidate of candidates) {
    const reduction = expectedReduction(deciderOf(beliefs, candidate))
    const used = framesOf(candidate).reduce((sum, frame) => sum + (uses[frame] as number), 0)
    const share = shareRemoved(ranking, covariancesWith(beliefs, candidate), reduction)
    const value = share / (1 + usePenalty * used)
    if (value <= most) continue
    most = value
    best = { candidate, reduction, gain: Math.sqrt(share) }
  }
  return best
}

export function framesOf({ a, b }: Candidate): readonly number[] {
  return b === undefined ? [a] : [a, b]
}

/** What decides the answer: the utility of the frame, or the difference of two. */
export function deciderOf({ means, covariance, ...beliefs }: Beliefs, { a, b }: Candidate): Decider {
  const { pictureVariance, comparisonSteepness } = beliefs
  const { columns, values } = covariance
  const at = (i: number, j: number) => values[i * columns + j] as number
  if (b === undefined) {
    const variance = Math.max(at(a, a), 0)
    return { mean: means[a] as number, variance, noiseVariance: pictureVariance, steepness: 1 }
  }
  return {
    mean: (means[a] as number) - (means[b] as number),
    variance: Math.max(at(a, a) + at(b, b) - 2 * at(a, b), 0),
    noiseVariance: 2 * pictureVariance,
    steepness: comparisonSteepness,
  }
}

/** The covariance of what decides the answer with the utility of each frame. */
function covariancesWith({ covariance: { columns, values } }: Beliefs, { a, b }: Candidate): Float64Array {
  const row = values.subarray(a * columns, (a + 1) * columns)
  if (b === undefined) return row
  // Plain loops, because this runs for each candidate of each choice.
  const differences = new Float64Array(columns)
  for (let i = 0, j = b * columns; i < columns; i++, j++) differences[i] = (row[i] as number) - (values[j] as number)
  return differences
}
