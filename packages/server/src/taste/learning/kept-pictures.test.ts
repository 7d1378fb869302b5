import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { expect, test } from 'vitest'
import { KeptPictures } from './kept-pictures.ts'

const measured = Object.fromEntries(attributes.map(({ name }) => [name, 0.5])) as unknown as Measured
const picture = (contentHash: string) => ({ contentHash, embedding: Float32Array.of(1, 2), attributes: measured })
const inputOf = (...hashes: readonly string[]) => ({
  ...{ dimension: 'aesthetics', labels: [], comparisons: [], wishes: [] },
  pictures: hashes.map(picture),
})

test('copies of a kept picture are recognised, and other pictures are kept', () => {
  const kept = new KeptPictures()
  const [first] = kept.withKept('acc', inputOf('a')).pictures
  const { pictures, ...rest } = kept.withKept('acc', inputOf('b', 'a'))
  expect(pictures[1]).toBe(first)
  expect(kept.find('acc', 'b')).toBe(pictures[0])
  expect(rest).toEqual({ dimension: 'aesthetics', labels: [], comparisons: [], wishes: [] })
})

test('pictures of another account are not used', () => {
  const kept = new KeptPictures()
  kept.keep('acc', picture('a'))
  expect(kept.has('acc', 'a')).toBe(true)
  expect(kept.has('another', 'a')).toBe(false)
  expect(kept.withKept('another', inputOf('a')).pictures[0]).not.toBe(kept.find('acc', 'a'))
})
