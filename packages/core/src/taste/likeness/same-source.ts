/** One feature space for pictures. Along each coordinate, pictures of one source vary with variance 1. */
export type View = {
  readonly name: ViewName
  /** Variance between sources along each coordinate, or along all of them. */
  readonly between: Float32Array | number
  /** Turns the mean over the coordinates, which are not independent, into log odds. */
  readonly calibration: number
  /** Coordinates of common kinds of picture, such as plain photographs. Each acts as a separate source. */
  readonly usual: readonly Float32Array[]
}

export type ViewName = 'look' | 'content'

/** The pictures known to be from a source: the sum of their weights, and the weighted sum of their coordinates. */
export type Source = { readonly count: number; readonly total: Float64Array }

export function sourceOf(size: number, pictures: readonly WeightedPicture[]): Source {
  const total = new Float64Array(size)
  let count = 0
  for (const { at, weight } of pictures) {
    count += weight
    for (let i = 0; i < size; i++) total[i] = (total[i] as number) + weight * (at[i] as number)
  }
  return { count, total }
}

export type WeightedPicture = { readonly at: Float32Array; readonly weight: number }

/** Larger log odds would not change a score noticeably, but would outweigh the judgements. */
const logOddsMax = 6

/** The share of each common kind among pictures in general. */
const usualShare = 0.1

/** Degrees of freedom of Student's t distribution: few, because single coordinates may be far off. */
const degrees = 5

/**
 * Probabilistic linear discriminant analysis: the log odds that a picture is from the source rather than any picture,
 * which may be of a common kind or from another source. The source's own coordinates are unknown, so the fewer pictures
 * of it are known, the wider it is. 0 if none are known.
 */
export function sourceLogOdds(view: View, { count, total }: Source, at: Float32Array): number {
  if (!(count > 0)) return 0
  const { between, calibration, usual } = view
  let fromSource = 0
  const fromUsual = new Float64Array(usual.length)
  for (let i = 0; i < at.length; i++) {
    const variance = typeof between === 'number' ? between : (between[i] as number)
    const shrunk = variance / (1 + count * variance)
    const value = at[i] as number
    const general = logDensity(value, 1 + variance)
    fromSource += logDensity(value - shrunk * (total[i] as number), 1 + shrunk) - general
    for (let k = 0; k < usual.length; k++) {
      const distance = value - ((usual[k] as Float32Array)[i] as number)
      fromUsual[k] = (fromUsual[k] as number) + logDensity(distance, 1) - general
    }
  }
  const scale = calibration / at.length
  const general = fromUsual.reduce(
    (sum, one) => sum + usualShare * Math.exp(scale * one),
    1 - usual.length * usualShare,
  )
  return logOddsMax * Math.tanh((scale * fromSource - Math.log(general)) / logOddsMax)
}

/** Up to a constant. */
function logDensity(distance: number, variance: number): number {
  return -((degrees + 1) * Math.log(1 + distance ** 2 / (variance * degrees)) + Math.log(variance)) / 2
}

/** The log odds of each picture, given the source without that picture. 0 for the only one. */
export function leaveOneOut(view: View, { count, total }: Source, pictures: readonly WeightedPicture[]): Float64Array {
  return Float64Array.from(pictures, ({ at, weight }) => {
    const rest = total.map((value, i) => value - weight * (at[i] as number))
    // A rounding error left over from the only picture's weight does not count as a picture.
    const others = count - weight
    return sourceLogOdds(view, { count: others > count * 1e-9 ? others : 0, total: rest }, at)
  })
}
