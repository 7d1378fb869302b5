/** The probability that Student's t is at least as far from 0, on either side. Freedom need not be a whole number. */
export function twoSidedProbability(t: number, freedom: number): number {
  return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t))
}

const steps = 200
const smallest = 1e-300

/** The regularised incomplete beta function, by Lentz's continued fraction. */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast below this point; above it, the mirrored one does.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a
  let fraction = 1
  let numerator = 1
  let denominator = 0
  for (let step = 0; step <= steps; step++) {
    const m = step >> 1
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    const term = step === 0 ? 1 : step % 2 === 0 ? even : odd
    denominator = 1 / awayFromZero(1 + term * denominator)
    numerator = awayFromZero(1 + term / numerator)
    fraction *= numerator * denominator
  }
  return front * (fraction - 1)
}

function awayFromZero(value: number): number {
  return Math.abs(value) < smallest ? smallest : value
}

/** Stirling's series, after shifting the argument to where it is exact enough. */
function logGamma(value: number): number {
  let shift = 0
  let x = value
  for (; x < 8; x++) shift -= Math.log(x)
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
  return shift + (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series
}
