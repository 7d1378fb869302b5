import type { Observation } from './likelihood.ts'

// Several people teach one model. Each has utilities of their own: Gaussian processes with the same kernel, of which any
// two correlate. The team's utility is the mean of all of them, so everybody's opinion counts the same. With one voice
// every correlation is 1, and the model is that of one owner.

/** How far the utilities of two people correlate beyond the prior mean; see docs/taste-model.md. */
const voiceCorrelation = 0.3

/** The voice of stand-ins, which nobody judged: that of the team as a whole. */
export const wholeTeam = 'the whole team'

type Voiced = Pick<Observation, 'voice'>

/** Absent means one. */
export function voiceCountOf(observations: readonly Voiced[]): number {
  const voices = new Set<string | undefined>()
  for (const { voice } of observations) if (voice !== wholeTeam) voices.add(voice)
  return voices.size
}

/** The covariance of two voices' utilities as a share of the variance of one's. */
export function voiceShare({ voice: one }: Voiced, { voice: other }: Voiced, count: number): number {
  if (one === wholeTeam || other === wholeTeam) return teamShare(count)
  return one === other ? 1 : voiceCorrelation
}

/** The variance of the mean of all voices as a share of that of one, which is also its covariance with each. */
export function teamShare(count: number): number {
  return count < 2 ? 1 : (1 + (count - 1) * voiceCorrelation) / count
}

/** The observations as the team hears them. */
export function heardByTeam(observations: readonly Observation[]): readonly Observation[] {
  const count = voiceCountOf(observations)
  return count < 2 ? observations : observations.map((one) => ({ ...one, heard: teamShare(count) }))
}

/** Values of the observations, as far as they count for the predicted utilities. */
export function heardOf(observations: readonly Observation[], values: Float64Array): Float64Array {
  // Either all observations say how they are heard or none does.
  if (observations[0]?.heard === undefined) return values
  return values.map((value, i) => value * (observations[i]?.heard ?? 1))
}
