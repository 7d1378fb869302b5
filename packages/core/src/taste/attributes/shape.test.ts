import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { measureAttributes, type Pixels } from '../attributes.ts'
import { readCells } from './cells.ts'
import { black, type Colour, grey, paint, pureHue, stripes, white } from './paint.ts'
import { readPlanes } from './planes.ts'

const halves = measureAttributes(stripes([black, white], 64))
const flat = measureAttributes(stripes([grey(128)], 64))

test('edge density is the share of pixels beside an edge', () => {
  expect(halves.edge_density).toBe(2 / 64)
  expect(flat.edge_density).toBe(0)
  expect(measureAttributes(checkerboard(64, 2)).edge_density).toBeGreaterThan(0.9)
})

test('sharpness is 8/9 for a step, 0 for a ramp, and blur lowers it', () => {
  expect(halves.sharpness).toBeCloseTo(8 / 9, 5)
  expect(measureAttributes(lightnessRamp(128)).sharpness).toBeLessThan(0.12)
  const soft = paint(64, 64, (x) => grey(Math.max(0, Math.min(255, (x - 28) * 32))))
  expect(measureAttributes(soft).sharpness).toBeLessThan(0.5)
})

test('white space is the share of empty cells, whatever their colour', () => {
  const random = seededRandom(2)
  const halfEmpty = paint(128, 128, (x) => (x < 64 ? [20, 30, 90] : grey(Math.floor(random() * 256))))
  expect(measureAttributes(halfEmpty).white_space).toBe(0.5)
  expect(flat.white_space).toBe(1)
  expect(measureAttributes(checkerboard(128, 2)).white_space).toBe(0)
})

test('texture is the median deviation of lightness inside the cells', () => {
  // Greys 110 and 128 lie at L* 46.45 and 53.59: they deviate by 3.57, a full texture by 20.
  const fine = paint(128, 128, (x, y) => ((x + y) % 2 === 0 ? grey(110) : grey(128)))
  expect(measureAttributes(fine).texture).toBeCloseTo(3.57 / 20, 2)
  expect(measureAttributes(checkerboard(128, 1)).texture).toBe(1)
  expect(halves.texture).toBe(0)
})

test('clutter is 0 for a flat picture and grows with local variety', () => {
  const random = seededRandom(3)
  const sparse = measureAttributes(boxes(128, 4)).clutter
  const dense = measureAttributes(boxes(128, 12)).clutter
  const greyNoise = measureAttributes(paint(128, 128, () => grey(64 + Math.floor(random() * 64)))).clutter
  const colourNoise = measureAttributes(paint(128, 128, () => [random() * 64, random() * 64, random() * 64])).clutter
  expect(flat.clutter).toBe(0)
  expect(measureAttributes(lightnessRamp(128)).clutter).toBeLessThan(0.25)
  expect(sparse).toBeLessThan(dense)
  expect(greyNoise).toBeLessThan(colourNoise)
})

test('two colours spread along one line, and the size of their ellipsoid counts that line alone', () => {
  const twoColours = paint(256, 256, (x) => ((x >> 1) % 2 === 0 ? [200, 100, 50] : [40, 60, 120]))
  const { colourSpread, lightnessDeviation, chromaDeviation } = readCells(readPlanes(twoColours))
  const variance = (lightnessDeviation[0] ?? 0) ** 2 + (chromaDeviation[0] ?? 0) ** 2
  expect(variance).toBeGreaterThan(500)
  expect(colourSpread[0]).toBeCloseTo((1 + variance) ** (1 / 6) - 1, 3)
})

test('text density sees lines of strokes on a ground, in either polarity, and nothing in shapes, ramps or noise', () => {
  const random = seededRandom(4)
  const textOnHalf = measureAttributes(text(256, 128, grey(40), white)).text_density
  expect(textOnHalf).toBeGreaterThan(0.3)
  expect(textOnHalf).toBeLessThanOrEqual(0.5)
  expect(measureAttributes(text(256, 256, grey(40), white)).text_density).toBeGreaterThan(2 * textOnHalf - 0.05)
  expect(measureAttributes(text(256, 256, grey(220), black)).text_density).toBeGreaterThan(0.6)
  const greyNoise = paint(256, 256, () => grey(Math.floor(85 * (random() + random() + random()))))
  expect(measureAttributes(greyNoise).text_density).toBeLessThan(0.05)
  const oneColumn = paint(256, 256, (x, y) => (x >= 32 && x < 40 && y % 8 < 5 && x % 3 === 0 ? black : white))
  expect(measureAttributes(oneColumn).text_density).toBe(0)
  expect(flat.text_density).toBe(0)
  expect(measureAttributes(boxes(256, 4)).text_density).toBe(0)
  expect(measureAttributes(lightnessRamp(256)).text_density).toBe(0)
  expect(measureAttributes(paint(128, 128, () => pureHue(Math.floor(random() * 360)))).text_density).toBe(0)
})

test('figure ground contrast is the WCAG ratio on a logarithmic scale', () => {
  const dotted = (ink: Colour) => measureAttributes(paint(128, 128, (x, y) => (x % 4 < 2 && y % 4 < 2 ? ink : white)))
  expect(dotted(black).figure_ground_contrast).toBeCloseTo(1, 3)
  expect(dotted(grey(119)).figure_ground_contrast).toBeCloseTo(Math.log(4.478) / Math.log(21), 3)
  expect(dotted(grey(118)).figure_ground_contrast).toBeGreaterThan(dotted(grey(119)).figure_ground_contrast)
})

test('straightness is the share of horizontal and vertical edges', () => {
  const diagonal = paint(128, 128, (x, y) => ((x + y) % 32 < 16 ? black : white))
  expect(halves.straightness).toBe(1)
  expect(measureAttributes(diagonal).straightness).toBeLessThan(0.1)
  const slanting = paint(128, 128, (x, y) => ((2 * x + y) % 64 < 32 ? black : white))
  expect(measureAttributes(slanting).straightness).toBeLessThan(0.2)
})

test('grid alignment counts the lines that edges share', () => {
  expect(halves.grid_alignment).toBeCloseTo(1 - Math.log(2) / Math.log(64), 6)
  expect(measureAttributes(boxes(256, 6)).grid_alignment).toBeGreaterThan(
    measureAttributes(scattered(256, 36)).grid_alignment + 0.1,
  )
})

function checkerboard(side: number, size: number): Pixels {
  return paint(side, side, (x, y) => ((Math.floor(x / size) + Math.floor(y / size)) % 2 === 0 ? black : white))
}

function lightnessRamp(side: number): Pixels {
  return paint(side, side, (x) => grey(Math.floor((x * 256) / side)))
}

function boxes(side: number, across: number): Pixels {
  const pitch = side / across
  return paint(side, side, (x, y) => (x % pitch < pitch / 2 && y % pitch < pitch / 2 ? grey(60) : white))
}

/** Draws as many boxes of the same size as `boxes`, but not aligned. */
function scattered(side: number, count: number): Pixels {
  const random = seededRandom(5)
  const size = side / Math.sqrt(count) / 2
  const places = Array.from({ length: count }, () => [random() * (side - size), random() * (side - size)] as const)
  return paint(side, side, (x, y) => {
    const inside = places.some(([left, top]) => x >= left && x < left + size && y >= top && y < top + size)
    return inside ? grey(60) : white
  })
}

/** Lines of vertical strokes two pixels apart, broken into words, with gaps between the lines. */
function text(side: number, untilY: number, ink: Colour, ground: Colour): Pixels {
  return paint(side, side, (x, y) => {
    const onLine = y < untilY && y % 8 < 5
    const inWord = x % 23 < 19
    return onLine && inWord && x % 3 === 0 ? ink : ground
  })
}
