import type { AttributeName } from '../attributes.ts'
import { type Coordinates, unitCoordinates } from '../gaussian-process/kernel.ts'
import { openRows } from '../linear-algebra/rows.ts'
import type { PictureFeatures } from '../model/fit-input.ts'
import { type Packed, unpack } from '../prior/packing.ts'
import type { View } from './same-source.ts'

/** The parameters of the views, fitted by `scripts/fit-likeness.ts`. */
export type LikenessHead = {
  readonly about: string
  /** Which attributes the look views are computed from. */
  readonly attributes: readonly AttributeName[]
  /** From the attributes, then the first numbers of the built-in embedding. */
  readonly look: LookHead
  /** From the attributes alone, for other embedders. */
  readonly lookByAttributes: LookHead
  /** From the last numbers of the built-in embedding, or all of them. */
  readonly content: MapHead & {
    /** The share of the variance that pictures of one subject have in common. */
    readonly correlation: number
    readonly calibration: number
  }
}

/** A linear map: features minus `centre`, times `projection`, which has a row for each coordinate. */
export type MapHead = { readonly features: number; readonly centre: Packed; readonly projection: Packed }
export type LookHead = MapHead & {
  readonly between: Packed
  readonly calibration: number
  /** Coordinates of the common kinds of picture, concatenated. */
  readonly usual: Packed
}

/** A picture's coordinates in each view and in the kernel. */
export type Projection = { readonly at: readonly Float32Array[]; readonly coordinates: Coordinates }

/** The views in which pictures are compared, for one embedder. */
export type LikenessSpace = {
  readonly views: readonly View[]
  /** Returns the same object for the same embedding object. */
  project(picture: PictureFeatures): Projection
}

/** Only the built-in embedder has a map. For others, content is the unit vector, and look comes from the attributes. */
export function openLikenessSpace(head: LikenessHead, embedder: 'builtin' | 'other'): LikenessSpace {
  const builtIn = embedder === 'builtin'
  const lookHead = builtIn ? head.look : head.lookByAttributes
  const look = openMap(lookHead)
  const between = unpack(lookHead.between)
  const reliability = reliabilityOf(between)
  const content = openMap(head.content)
  const { correlation } = head.content
  const views: readonly View[] = [
    { name: 'look', between, calibration: lookHead.calibration, usual: rowsOf(unpack(lookHead.usual), between.length) },
    { name: 'content', between: correlation / (1 - correlation), calibration: head.content.calibration, usual: [] },
  ]
  const cache = new WeakMap<Float32Array, Projection>()
  return {
    views,
    project(picture) {
      const known = cache.get(picture.embedding)
      if (known) return known
      const { embedding } = picture
      const lookAt = look.project(lookFeatures(picture, head.attributes, lookHead.features))
      const subject = builtIn
        ? content.project(embedding.subarray(embedding.length - head.content.features))
        : embedding
      const { axes } = unitCoordinates(subject)
      const deviation = Math.sqrt(axes.length / (1 - correlation))
      const projection = {
        at: [lookAt, axes.map((value) => value * deviation)],
        coordinates: kernelCoordinates(
          lookAt.map((value, i) => value * (reliability[i] as number)),
          axes,
        ),
      }
      cache.set(embedding, projection)
      return projection
    },
  }
}

function lookFeatures(
  { attributes: measured, embedding }: PictureFeatures,
  names: readonly AttributeName[],
  count: number,
): Float32Array {
  const features = new Float32Array(count)
  features.set(names.map((name) => measured[name]))
  features.set(embedding.subarray(0, count - names.length), names.length)
  return features
}

/** Scales each coordinate by what it reveals about the source, so that pictures are 1 from the centre on average. */
function reliabilityOf(between: Float32Array): Float32Array {
  const total = between.reduce((sum, variance) => sum + variance, 0)
  return between.map((variance) => Math.sqrt(variance / (1 + variance) / total))
}

/** Both views with equal shares. Two random pictures are √2 apart, as in the taste model. */
function kernelCoordinates(look: Float32Array, content: Float32Array): Coordinates {
  const axes = new Float32Array(look.length + content.length)
  axes.set(look.map((value) => value * Math.SQRT1_2))
  axes.set(
    content.map((value) => value * Math.SQRT1_2),
    look.length,
  )
  return { axes, directions: axes }
}

function openMap(head: MapHead) {
  const centre = unpack(head.centre)
  const rows = openRows(unpack(head.projection), head.features)
  return {
    project(features: Float32Array): Float32Array {
      if (features.length !== head.features) {
        throw new RangeError(`the map is for ${head.features} features, not ${features.length}`)
      }
      const centred = features.map((value, i) => value - (centre[i] as number))
      return Float32Array.from(rows.products(centred))
    },
  }
}

function rowsOf(values: Float32Array, columns: number): readonly Float32Array[] {
  return Array.from({ length: values.length / columns }, (_, i) => values.subarray(i * columns, (i + 1) * columns))
}
