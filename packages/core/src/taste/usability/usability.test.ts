import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { type Colour, grey, paint, pureHue, white } from '../attributes/paint.ts'
import { type AttributeName, attributes, type Measured, measureAttributes } from '../attributes.ts'
import { estimateUsability } from './usability.ts'

/** An interface in which every criterion is at its turning point. */
const usual: Measured = {
  ...(Object.fromEntries(attributes.map(({ name }) => [name, 0.5])) as Measured),
  straightness: 0.95,
  clutter: 0.62,
  figure_ground_contrast: 0.45,
  grid_alignment: 0.18,
  white_space: 0.45 - 0.3 * Math.sqrt(Math.LN2),
  text_density: 0.2,
  palette_size: 0.55,
}

test('a typical interface is neutral', () => {
  const { utility, score, interfaceLikeness } = estimateUsability(usual)
  expect(utility).toBeCloseTo(0, 10)
  expect(score).toBeCloseTo(0.5, 10)
  expect(interfaceLikeness).toBeGreaterThan(0.99)
})

test.each<[AttributeName, number]>([
  ['clutter', -0.1],
  ['figure_ground_contrast', 0.1],
  ['grid_alignment', 0.1],
  ['white_space', 0.1],
  ['text_density', -0.1],
  ['palette_size', -0.1],
])('%s moved by %d helps, the other way hinders, and the part says so', (attribute, change) => {
  const better = estimateUsability({ ...usual, [attribute]: usual[attribute] + change })
  const worse = estimateUsability({ ...usual, [attribute]: usual[attribute] - change })
  expect(better.score).toBeGreaterThan(0.504)
  expect(worse.score).toBeLessThan(0.496)
  const part = better.parts.find((candidate) => candidate.attribute === attribute)
  expect(part?.contribution).toBeCloseTo(better.utility, 10)
  expect(part?.reason).not.toBe(worse.parts.find((candidate) => candidate.attribute === attribute)?.reason)
})

test('more white space helps only up to a point', () => {
  const at = (white_space: number) => estimateUsability({ ...usual, white_space }).score
  expect(at(0.45)).toBeGreaterThan(at(0.15))
  expect(at(0.45)).toBeGreaterThan(at(0.95))
})

test('a tidy page is more usable than a crowded one, and both look like interfaces', () => {
  const tidy = estimateUsability(measureAttributes(page(grey(40), 4)))
  const crowded = estimateUsability(measureAttributes(crowd()))
  expect(tidy.interfaceLikeness).toBeGreaterThan(0.8)
  expect(crowded.interfaceLikeness).toBeGreaterThan(0.5)
  expect(tidy.score).toBeGreaterThan(0.53)
  expect(crowded.score).toBeLessThan(0.49)
})

test('dark text is more usable than faint text', () => {
  const legible = estimateUsability(measureAttributes(page(grey(40), 4)))
  const faint = estimateUsability(measureAttributes(page(grey(205), 4)))
  expect(legible.score).toBeGreaterThan(faint.score)
})

test('a score without judgements is modest: no screen gets further from 0.5 than 0.1', () => {
  const best = { ...usual, clutter: 0, figure_ground_contrast: 1, grid_alignment: 1, white_space: 0.45 }
  const worst = { ...usual, clutter: 1, figure_ground_contrast: 0, grid_alignment: 0, white_space: 1 }
  expect(estimateUsability({ ...best, text_density: 0, palette_size: 0 }).score).toBeLessThan(0.6)
  expect(estimateUsability({ ...worst, text_density: 1, palette_size: 1 }).score).toBeGreaterThan(0.4)
})

test('a picture that is not an interface is neutral', () => {
  const random = seededRandom(8)
  const { interfaceLikeness, score } = estimateUsability(
    measureAttributes(paint(256, 192, () => pureHue(random() * 360))),
  )
  expect(interfaceLikeness).toBeLessThan(0.05)
  expect(score).toBeCloseTo(0.5, 1)
})

/** Cards in a grid with a few lines of text in each. */
function page(ink: Colour, across: number) {
  const pitch = 256 / across
  return paint(256, 192, (x, y) => {
    const [inX, inY] = [x % pitch, y % 64]
    const onText = inX >= 12 && inX < pitch - 12 && inY >= 16 && inY < 40 && inY % 8 < 4 && x % 3 === 0
    if (onText) return ink
    return inX >= 6 && inX < pitch - 6 && inY >= 6 && inY < 58 ? [238, 242, 248] : white
  })
}

/** Overlapping boxes of all colours. */
function crowd() {
  const random = seededRandom(9)
  const boxes = Array.from({ length: 260 }, () => ({
    left: random() * 250,
    top: random() * 190,
    width: 6 + random() * 30,
    height: 4 + random() * 16,
    colour: pureHue(random() * 360),
  }))
  return paint(256, 192, (x, y) => {
    const hit = boxes.findLast((b) => x >= b.left && x < b.left + b.width && y >= b.top && y < b.top + b.height)
    return hit?.colour ?? white
  })
}
