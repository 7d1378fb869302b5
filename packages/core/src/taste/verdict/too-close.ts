/** What an explanation says about a picture, in log odds. */
interface Estimate {
  readonly utility?: number | undefined
  readonly deviation?: number | undefined
}

/** 80 % of a normal distribution lies within this many standard deviations. */
const deviationsOf80Percent = 1.2816

/**
 * Whether two pictures cannot be told apart: the 80 % interval of the difference between their utilities contains 0. The
 * errors count as independent. Those of similar pictures are not, so this says "cannot tell" rather too often.
 */
export function areTooClose(one: Estimate, other: Estimate): boolean {
  const { utility: a = 0, deviation: ofA = 0 } = one
  const { utility: b = 0, deviation: ofB = 0 } = other
  return Math.abs(a - b) <= deviationsOf80Percent * Math.hypot(ofA, ofB)
}
