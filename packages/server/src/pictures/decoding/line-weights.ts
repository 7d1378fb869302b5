/**
 * How each line (row or column) of a reduced picture is made of the lines of the original. `area` averages what a line
 * covers. `lanczos` keeps more detail, as networks expect it.
 */
export type Filter = 'area' | 'lanczos'

export interface LineWeights {
  /** The first line of the original for each line of the result. */
  readonly starts: Int32Array
  /** `reach` weights for each line of the result. Behind the last line of the original they are 0. */
  readonly weights: Int16Array
  readonly reach: number
}

/** Weights are integers with this many fraction bits: faster than floats, and rounded alike everywhere. */
export const weightBits = 14

/** The weights of each line of the result add up to exactly one. `reach` is a multiple of `step`. */
export function weighLines(from: number, to: number, filter: Filter, step: number): LineWeights {
  const scale = from / to
  const support = filter === 'area' ? scale / 2 : lanczosLobes * scale
  const count = Math.ceil(2 * support) + 1
  const reach = Math.ceil(count / step) * step
  const starts = new Int32Array(to)
  const weights = new Int16Array(to * reach)
  const shares = new Float64Array(reach)
  for (let line = 0; line < to; line += 1) {
    const centre = (line + 0.5) * scale
    const first = Math.floor(centre - support)
    const start = Math.max(0, Math.min(first, from - 1))
    shares.fill(0)
    for (let at = first; at < first + count; at += 1) {
      // Beyond its edge, the picture continues with its outermost line.
      const nth = Math.min(from - 1, Math.max(0, at)) - start
      shares[nth] = (shares[nth] as number) + shareOf[filter](at - centre, scale)
    }
    starts[line] = start
    writeRounded(weights.subarray(line * reach, (line + 1) * reach), shares)
  }
  return { starts, weights, reach }
}

/** What a pixel contributes, given the distance of its near edge from the centre of the result's pixel. */
const shareOf: Readonly<Record<Filter, (edge: number, scale: number) => number>> = {
  area: (edge, scale) => Math.max(0, Math.min(edge + 1, scale / 2) - Math.max(edge, -scale / 2)),
  lanczos: (edge, scale) => lanczos((edge + 0.5) / scale),
}

const lanczosLobes = 3

function lanczos(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= lanczosLobes) return 0
  const angle = Math.PI * x
  return (lanczosLobes * Math.sin(angle) * Math.sin(angle / lanczosLobes)) / (angle * angle)
}

/** Each weight is the difference of two rounded sums, so that rounding errors do not add up. */
function writeRounded(weights: Int16Array, shares: Float64Array): void {
  const total = shares.reduce((sum, share) => sum + share, 0)
  let [sum, rounded] = [0, 0]
  for (const [nth, share] of shares.entries()) {
    sum += share
    const next = Math.round((sum / total) * (1 << weightBits))
    weights[nth] = next - rounded
    rounded = next
  }
}
