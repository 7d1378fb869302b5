import type { AttributeName, Measured } from '../attributes.ts'
import { type Coordinates, innerProduct } from '../gaussian-process/kernel.ts'
import { type Packed, unpack } from '../prior/packing.ts'

/**
 * Fitted estimates of the qualities of a screen: linear in its attributes, in their squares and in the first numbers of
 * its embedding.
 */
export type InterfaceQualitiesHead = {
  readonly about: string
  readonly names: readonly string[]
  readonly attributes: readonly AttributeName[]
  /** How many numbers of the embedding are used. */
  readonly embeddingNumbers: number
  /** One for each name. */
  readonly offsets: readonly number[]
  /** A row for each name: of `attributes`, then of their squares. */
  readonly attributeWeights: Packed
  /** A row of `embeddingNumbers` for each name. */
  readonly embeddingWeights: Packed
}

export type InterfaceQualities = {
  readonly names: readonly string[]
  /** One number for each name: 0 is the average of the screens it was fitted on, 1 is one standard deviation above. */
  estimate(embedding: Float32Array, measured: Measured): Float32Array
}

/** Limits the estimates for pictures that are not interfaces, which the estimates were not fitted on. */
const estimateMax = 2.5

export function openInterfaceQualities(head: InterfaceQualitiesHead): InterfaceQualities {
  const { names, attributes, embeddingNumbers, offsets } = head
  const byAttribute = unpack(head.attributeWeights)
  const byNumber = unpack(head.embeddingWeights)

  function estimate(embedding: Float32Array, measured: Measured): Float32Array {
    if (embedding.length < embeddingNumbers) {
      throw new RangeError(
        `the estimates need an embedding of at least ${embeddingNumbers} numbers, not ${embedding.length}`,
      )
    }
    const values = Float32Array.from(attributesAndSquares(attributes, measured))
    const numbers = embedding.subarray(0, embeddingNumbers)
    return Float32Array.from(names, (_, i) => {
      const fromAttributes = innerProduct(row(byAttribute, i, values.length), values)
      const fromEmbedding = innerProduct(row(byNumber, i, embeddingNumbers), numbers)
      const sum = (offsets[i] ?? 0) + fromAttributes + fromEmbedding
      return Math.max(-estimateMax, Math.min(estimateMax, sum))
    })
  }

  return { names, estimate }
}

/** The attributes, then their squares. */
export function attributesAndSquares(names: readonly AttributeName[], measured: Measured): readonly number[] {
  const values = names.map((name) => measured[name])
  return [...values, ...values.map((value) => value * value)]
}

/**
 * Coordinates for judgements of usability. The qualities replace the directions, which are about beauty. The scale
 * makes them the larger part of the covariance, so that a few judgements generalize to other screens. `relevance` has a
 * factor for the variance of each quality, 1 if unknown.
 */
export function usabilityCoordinates(
  { axes }: Coordinates,
  qualities: Float32Array,
  relevance: readonly number[] = [],
): Coordinates {
  return { axes, directions: qualities.map((value, i) => value * qualityScale * Math.sqrt(relevance[i] ?? 1)) }
}

/** Chosen with `bench:usability`. */
const qualityScale = 3

function row(values: Float32Array, index: number, columns: number): Float32Array {
  return values.subarray(index * columns, (index + 1) * columns)
}
