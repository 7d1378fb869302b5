import type { Coordinates } from '../gaussian-process/kernel.ts'
import { createRowScratch } from '../linear-algebra/rows.ts'

/** The number of frames that suggestions are chosen from: enough to cover a project, few enough to respond quickly. */
export const sampledFramesMax = 150
/** How many of these are furthest from each other, so that every kind of picture is represented. */
const leadersMax = 75
/** Leaders are chosen among this many frames. */
export const leaderCandidatesMax = 300

/**
 * The sorted indices of a sample of the frames: all if there are few, else cluster leaders plus a random choice
 * of the others. `random` depends on the state of the profile, so another state gets other frames.
 */
export function sampleFrames(
  count: number,
  coordinatesOf: (frame: number) => Coordinates,
  random: () => number,
): readonly number[] {
  const { all, candidates, others } = drawFrames(count, random)
  if (all) return all
  const chosen = new Set(leadersOf(coordinatesOf, candidates))
  for (const i of others) {
    if (chosen.size >= sampledFramesMax) break
    chosen.add(i)
  }
  return [...chosen].sort((a, b) => a - b)
}

/** The only frames that `sampleFrames` looks at, given the same random numbers. */
export function framesLookedAt(count: number, random: () => number): readonly number[] {
  const { all, candidates, others } = drawFrames(count, random)
  return all ?? [...new Set([...candidates, ...others])]
}

function drawFrames(count: number, random: () => number) {
  if (count <= sampledFramesMax) return { all: Array.from({ length: count }, (_, i) => i), candidates: [], others: [] }
  const candidates = drawIndices(count, leaderCandidatesMax, random)
  return { candidates, others: drawIndices(count, 2 * sampledFramesMax, random) }
}

const openRowsOf = createRowScratch()

/** Farthest-point clustering (Gonzalez 1985): each leader is the frame that is furthest from the ones before. */
function leadersOf(coordinatesOf: (frame: number) => Coordinates, among: readonly number[]): readonly number[] {
  const axes = among.map((frame) => coordinatesOf(frame).axes)
  const rows = openRowsOf(axes)
  const distances = new Float64Array(among.length).fill(Number.POSITIVE_INFINITY)
  const leaders: number[] = []
  let next = 0
  while (leaders.length < Math.min(leadersMax, among.length)) {
    leaders.push(among[next] as number)
    const fromLeader = rows.squaredDistances(axes[next] as Float32Array)
    let furthest = 0
    for (let i = 0; i < among.length; i++) {
      const distance = Math.min(distances[i] as number, fromLeader[i] as number)
      distances[i] = distance
      if (distance > (distances[furthest] as number)) furthest = i
    }
    next = furthest
  }
  return leaders
}

/** Different indices in random order: the first steps of a Fisher–Yates shuffle. */
export function drawIndices(size: number, wanted: number, random: () => number): readonly number[] {
  const order = Array.from({ length: size }, (_, i) => i)
  const count = Math.min(size, wanted)
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random() * (size - i))
    const [a, b] = [order[i] as number, order[j] as number]
    order[i] = b
    order[j] = a
  }
  return order.slice(0, count)
}
