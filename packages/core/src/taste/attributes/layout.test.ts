import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { measureAttributes, type Pixels } from '../attributes.ts'
import { black, grey, paint, stripes, white } from './paint.ts'

const side = 128

test('symmetry is 1 for mirrored halves, 0 for opposite ones, and between for noise', () => {
  const random = seededRandom(6)
  const value = Float64Array.from({ length: side * side }, () => Math.floor(random() * 256))
  const at = (x: number, y: number) => grey(value[y * side + x] ?? 0)
  expect(measureAttributes(paint(side, side, (x, y) => at(Math.min(x, side - 1 - x), y))).symmetry).toBeCloseTo(1, 6)
  expect(measureAttributes(stripes([black, white])).symmetry).toBeCloseTo(0, 6)
  expect(measureAttributes(paint(side, side, at)).symmetry).toBeCloseTo(1 - Math.SQRT1_2, 1)
})

test('balance falls with the distance of the weight from the middle, to 0 at a quarter of the side', () => {
  expect(measureAttributes(box(64, 64, 32)).balance).toBeCloseTo(1, 6)
  expect(measureAttributes(box(80, 64, 32)).balance).toBeCloseTo(0.5, 6)
  expect(measureAttributes(box(64, 48, 32)).balance).toBeCloseTo(0.5, 6)
  expect(measureAttributes(box(96, 64, 32)).balance).toBeCloseTo(0, 6)
})

test('centre focus is high for a figure in the middle, low for a border', () => {
  const frame = paint(side, side, (x, y) => (Math.min(x, y, side - 1 - x, side - 1 - y) < 8 ? grey(60) : white))
  expect(measureAttributes(box(64, 64, 24)).centre_focus).toBeGreaterThan(0.9)
  expect(measureAttributes(frame).centre_focus).toBeLessThan(0.1)
})

test('thirds energy is high on the crossings of the thirds, 0 in the middle, 0.5 for an even texture', () => {
  const dots = (...places: readonly (readonly [number, number])[]) =>
    measureAttributes(
      paint(side, side, (x, y) => {
        const dotted = places.some(([dotX, dotY]) => Math.abs(x - dotX) < 4 && Math.abs(y - dotY) < 4)
        return dotted ? black : white
      }),
    ).thirds_energy
  expect(dots([43, 43], [85, 85])).toBeGreaterThan(0.9)
  expect(dots([43, 85])).toBeGreaterThan(0.9)
  expect(dots([64, 64])).toBeLessThan(0.1)
  expect(dots([6, 6])).toBe(0)
  expect(
    measureAttributes(paint(side, side, (x, y) => grey((x >> 1) % 2 === (y >> 1) % 2 ? 100 : 140))).thirds_energy,
  ).toBeCloseTo(0.5, 1)
})

function box(centreX: number, centreY: number, size: number): Pixels {
  return paint(side, side, (x, y) => {
    const inside = Math.abs(x + 0.5 - centreX) < size / 2 && Math.abs(y + 0.5 - centreY) < size / 2
    return inside ? black : white
  })
}
