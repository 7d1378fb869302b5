import { squaredDistance } from '../gaussian-process/kernel.ts'
import type { TasteFrame } from '../gaussian-process/observations.ts'

/** How far the judged pictures are from each other: the logarithms of the distances to their nearest neighbours. */
export interface Familiarity {
  readonly mean: number
  readonly deviation: number
  readonly count: number
}

/** With fewer judged pictures, nothing shows how far apart pictures of the same kind are. */
export const familiarPicturesMin = 4
/** Of more pictures, these many are compared with all others. */
const comparedMax = 300
/** Copies of a picture are no measure of how far pictures are apart. */
const sameDistance = 1e-4
const deviationMin = 0.05

/** Undefined if too few pictures were judged. */
export function familiarityOf(frames: readonly TasteFrame[]): Familiarity | undefined {
  const step = Math.max(1, Math.ceil(frames.length / comparedMax))
  const distances = frames
    .map((frame, i) => (i % step === 0 ? nearestTo(frame, frames, i).distance : 0))
    .filter((distance) => distance > sameDistance && Number.isFinite(distance))
    .map(Math.log)
  const count = distances.length
  if (count < familiarPicturesMin) return undefined
  const mean = distances.reduce((sum, one) => sum + one, 0) / count
  const variance = distances.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1)
  return { mean, deviation: Math.max(deviationMin, Math.sqrt(variance)), count }
}

/**
 * How unlike everything judged a picture is, by its distance to the nearest judged picture: the share of pictures of the
 * same kind that are nearer (the predictive distribution of one more distance, Student's t).
 */
export function noveltyAt(familiarity: Familiarity, distance: number): number {
  if (distance <= sameDistance) return 0
  return studentShare(strangenessAt(familiarity, distance), familiarity.count - 1)
}

/** The same without a bound, in standard deviations: at 0, as far as judged pictures are from each other. */
function strangenessAt({ mean, deviation, count }: Familiarity, distance: number): number {
  return (Math.log(Math.max(distance, sameDistance)) - mean) / (deviation * Math.sqrt(1 + 1 / count))
}

/** The judged picture that is nearest, apart from the one with the index `except`. */
export function nearestTo(frame: TasteFrame, frames: readonly TasteFrame[], except = -1) {
  let nearest = { index: -1, distance: Number.POSITIVE_INFINITY }
  for (const [index, { coordinates }] of frames.entries()) {
    if (index === except) continue
    const distance = Math.sqrt(squaredDistance(frame.coordinates.axes, coordinates.axes))
    if (distance < nearest.distance) nearest = { index, distance }
  }
  return nearest
}

/** The distribution function of Student's t, by Wallace's transformation to a normal variable. */
function studentShare(t: number, freedom: number): number {
  const size = Math.sqrt(freedom * Math.log1p(t ** 2 / freedom)) * ((8 * freedom + 1) / (8 * freedom + 3))
  const z = Math.sign(t) * size
  return 1 / (1 + Math.exp(-1.5976 * z - 0.07056 * z ** 3))
}

/** From here on, a picture is not like the nearest judged one. */
const alikeNoveltyMax = 0.9

/** Where a picture is among the judged ones. Nothing is novel while too few were judged. */
export function surroundingsOf(
  familiarity: Familiarity | undefined,
  goodPictures: readonly number[],
  frames: readonly TasteFrame[],
  frame: TasteFrame,
) {
  if (frames.length === 0) return { novelty: 0, strangeness: 0, isLikeGood: false }
  const { index, distance } = nearestTo(frame, frames)
  const novelty = familiarity ? noveltyAt(familiarity, distance) : 0
  const isAlike = familiarity ? novelty < alikeNoveltyMax : distance <= sameDistance
  const strangeness = familiarity ? Math.max(0, strangenessAt(familiarity, distance)) : 0
  return { novelty, strangeness, isLikeGood: isAlike && goodPictures.includes(index) }
}
