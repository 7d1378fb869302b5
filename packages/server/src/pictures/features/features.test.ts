import type { Measured } from '@palate/core/taste/attributes.ts'
import { expect, test } from 'vitest'
import { createFeatures } from './features.ts'

const ofLength = (length: number, builtinLength?: number) => ({
  contentHash: 'hash',
  attributes: {} as Measured,
  embedding: new Float32Array(length),
  ...(builtinLength !== undefined && { builtinEmbedding: new Float32Array(builtinLength) }),
})

test('features have the embeddings of their space and nothing else', () => {
  const extracted = { ...ofLength(3, 4), width: 10, preview: new Uint8Array(1) }
  expect(createFeatures({ dimensions: 3, builtinDimensions: 4 }, extracted)).toEqual(ofLength(3, 4))
  expect(createFeatures({ dimensions: 3, builtinDimensions: 0 }, ofLength(3))).toEqual(ofLength(3))
})

test.each([
  { has: ofLength(2, 4), what: '2 and 4' },
  { has: ofLength(3, 5), what: '3 and 5' },
  { has: ofLength(3), what: '3 and 0' },
])('features with embeddings of $what numbers are refused where 3 and 4 are wanted', ({ has, what }) => {
  const message = `embeddings have ${what} numbers instead of 3 and 4`
  expect(() => createFeatures({ dimensions: 3, builtinDimensions: 4 }, has)).toThrow(message)
})
