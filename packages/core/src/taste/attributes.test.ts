import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../generic/seeded-random.ts'
import { mirror, paint } from './attributes/paint.ts'
import { percentileRank } from './attributes/quantiles.ts'
import { attributes, measureAttributes, type Pixels } from './attributes.ts'

const side = fc.integer({ min: 1, max: 70 })
const picture = (width: fc.Arbitrary<number>) =>
  fc
    .record({ width, height: side, seed: fc.nat(), steps: fc.integer({ min: 1, max: 255 }) })
    .map(({ width, height, seed, steps }): Pixels => {
      const random = seededRandom(seed)
      const channel = () => Math.floor(Math.floor(random() * (steps + 1)) * (255 / steps))
      return paint(width, height, () => [channel(), channel(), channel()])
    })

test('every attribute of every picture is a number from 0 to 1', () => {
  fc.assert(
    fc.property(picture(side), (pixels) => {
      const measured = measureAttributes(pixels)
      expect(Object.keys(measured).sort()).toEqual(attributes.map(({ name }) => name).sort())
      for (const { name } of attributes) {
        expect(measured[name], name).toBeGreaterThanOrEqual(0)
        expect(measured[name], name).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 60 },
  )
})

test('a picture and its mirror image measure the same', () => {
  fc.assert(
    fc.property(picture(fc.constant(96)), (pixels) => {
      const measured = measureAttributes(pixels)
      const mirrored = measureAttributes(mirror(pixels))
      for (const { name } of attributes) expect(mirrored[name], name).toBeCloseTo(measured[name], 4)
    }),
    { numRuns: 60 },
  )
})

test('a picture measures the same whatever was measured before it', () => {
  const random = seededRandom(7)
  const small = paint(33, 21, () => [random() * 255, random() * 255, random() * 255])
  const first = measureAttributes(small)
  measureAttributes(paint(256, 256, () => [random() * 255, 0, random() * 255]))
  expect(measureAttributes(small)).toEqual(first)
})

test('the smallest and the narrowest pictures are measured', () => {
  for (const [width, height] of [
    [1, 1],
    [1, 256],
    [256, 1],
    [2, 3],
  ] as const) {
    const measured = measureAttributes(paint(width, height, () => [12, 200, 90]))
    expect(Object.values(measured).every(Number.isFinite)).toBe(true)
    expect(measured).toMatchObject({ contrast: 0, clutter: 0, white_space: 1, greens: 1 })
    expect(measured.aspect).toBe(width / (width + height))
  }
})

test('a blank picture has colour and space, but is neither symmetric nor lopsided', () => {
  const random = seededRandom(8)
  const noisy = paint(128, 96, () => [Math.floor(random() * 4), Math.floor(random() * 4), Math.floor(random() * 4)])
  for (const picture of [paint(128, 96, () => [0, 0, 0]), noisy]) {
    const measured = measureAttributes(picture)
    const arrangement = ['symmetry', 'balance', 'grid_alignment', 'sharpness', 'straightness'] as const
    for (const name of arrangement) expect(percentileRank(name, measured[name]), name).toBeCloseTo(0.5, 6)
    expect(measured).toMatchObject({ white_space: 1, shadows: 1 })
  }
})

test('a picture that is shorter than its size says is refused', () => {
  expect(() => measureAttributes({ width: 2, height: 2, data: new Uint8Array(11) })).toThrow('needs 12 bytes, not 11')
})

test('no attribute takes the name of another member of a response', () => {
  const taken = [
    'frame_id',
    'error',
    'confidence',
    'details',
    'type',
    'seq',
    'index',
    'attempts',
    'aesthetics',
    'usability',
  ]
  const names = attributes.map(({ name }): string => name)
  expect(names.filter((name) => taken.includes(name) || !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
