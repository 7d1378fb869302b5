import { z } from 'zod'
import { type Coordinates, innerProduct, squaredDistance } from '../gaussian-process/kernel.ts'
import { weightsOf } from '../gaussian-process/observations.ts'
import { expectedAgreement, tasteSettings, usualAgreement } from '../gaussian-process/preference.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import { pack, unpack } from './packing.ts'

/**
 * What several owners have in common beyond the crowd's opinion, as plain data: a sum of Gaussian bumps around the
 * pictures that they judged, a direction, and a share of the crowd's opinion.
 */
export interface PooledTaste {
  readonly bandwidth: number
  /** The axes of the judged pictures. */
  readonly points: readonly Float32Array[]
  readonly weights: Float32Array
  readonly direction: Float32Array
  readonly crowdShare: number
}

/**
 * Number of imaginary owners without any taste that are added to the mean, so that a single owner does not dominate.
 */
const imaginedOwners = 3
/** The most coordinates kept: 500 pictures with the built-in embedder. Drops the pictures with the smallest weights. */
export const pooledNumbersMax = 48_000

/** The mean of what the owners' judgements added to the crowd's opinion, in the same units. */
export function poolTastes(models: readonly TasteModel[]): PooledTaste {
  const { kernel } = tasteSettings
  const scale = 1 / (usualAgreement(tasteSettings) * (models.length + imaginedOwners))
  const points = new Map<string, { readonly coordinates: Coordinates; weight: number }>()
  let crowdShare = 0
  for (const { frames, observations, components, settings } of models) {
    crowdShare -= scale * expectedAgreement(settings)
    // Simple tastes are left to their owners.
    const total = components.reduce((sum, { weight }) => sum + weight, 0)
    for (const component of components) {
      const { factor, gradient } = component
      const weight = component.weight / total
      crowdShare += scale * weight * factor
      const { frameWeights } = weightsOf(observations, gradient, frames.length)
      for (const [i, { coordinates }] of frames.entries()) {
        const name = coordinates.axes.join()
        const point = points.get(name) ?? { coordinates, weight: 0 }
        point.weight += scale * weight * (frameWeights[i] as number)
        points.set(name, point)
      }
    }
  }
  const all = [...points.values()]
  const pointsMax = Math.floor(pooledNumbersMax / (all[0]?.coordinates.axes.length ?? 1))
  const largest = all.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, pointsMax)
  const direction = new Float32Array(all[0]?.coordinates.directions.length ?? 0)
  for (const { coordinates, weight } of all) {
    for (const [i, value] of coordinates.directions.entries()) {
      direction[i] = (direction[i] as number) + kernel.sharedVariance * weight * value
    }
  }
  return {
    bandwidth: kernel.bandwidth,
    points: largest.map(({ coordinates }) => coordinates.axes),
    weights: Float32Array.from(largest, ({ weight }) => kernel.localVariance * weight),
    direction,
    crowdShare,
  }
}

/** What the others add to the crowd's opinion of a picture. */
export function pooledUtility(pooled: PooledTaste, coordinates: Coordinates, crowd: number): number {
  let sum = pooled.crowdShare * crowd + innerProduct(pooled.direction, coordinates.directions)
  for (const [i, point] of pooled.points.entries()) {
    const distance = squaredDistance(point, coordinates.axes) / pooled.bandwidth ** 2
    sum += (pooled.weights[i] as number) * Math.exp(-distance / 2)
  }
  return sum
}

const PackedNumbers = z.object({ step: z.number(), base64: z.string() })
const StoredPool = z.object({
  bandwidth: z.number(),
  axes: z.int(),
  points: PackedNumbers,
  weights: PackedNumbers,
  direction: PackedNumbers,
  crowdShare: z.number(),
})

/** Serializes the taste as text, with 16 bits for each number. */
export function writePooledTaste({ points, weights, direction, ...rest }: PooledTaste): string {
  const axes = points[0]?.length ?? 0
  const joined = new Float32Array(points.length * axes)
  for (const [i, point] of points.entries()) joined.set(point, i * axes)
  const stored: z.infer<typeof StoredPool> = {
    ...{ ...rest, axes },
    ...{ points: pack(joined), weights: pack(weights), direction: pack(direction) },
  }
  return JSON.stringify(stored)
}

export function readPooledTaste(text: string): PooledTaste {
  const { axes, points, weights, direction, ...rest } = StoredPool.parse(JSON.parse(text))
  const joined = unpack(points)
  return {
    ...rest,
    points: Array.from({ length: axes === 0 ? 0 : joined.length / axes }, (_, i) =>
      joined.subarray(i * axes, (i + 1) * axes),
    ),
    weights: unpack(weights),
    direction: unpack(direction),
  }
}
