/**
 * How far two people's judgements of a picture depend on each other beyond their probabilities: what is uncertain about
 * one is partly uncertain about the other for the same reason. Fitted with `bench:team`.
 */
const sharedUncertainty = 0.2

/** The probability that two of the people, chosen at random, would judge the picture differently. */
export function splitOf(probabilities: readonly number[]): number {
  let sum = 0
  let pairs = 0
  for (const [i, one] of probabilities.entries()) {
    for (const other of probabilities.slice(0, i)) {
      const together = sharedUncertainty * Math.sqrt(one * (1 - one) * other * (1 - other))
      sum += one + other - 2 * (one * other + together)
      pairs += 1
    }
  }
  return pairs === 0 ? 0 : sum / pairs
}
