import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { measureAttributes } from '../attributes.ts'
import { black, type Colour, grey, paint, pureHue, stripes, white } from './paint.ts'

const flat = (colour: Colour) => measureAttributes(stripes([colour]))
const shown = (...colours: Colour[]) => measureAttributes(stripes(colours))

test('brightness is the mean CIE lightness', () => {
  expect(flat(black).brightness).toBe(0)
  expect(flat(white).brightness).toBeCloseTo(1, 4)
  expect(flat(grey(119)).brightness).toBeCloseTo(0.5003, 3)
  expect(shown(black, white).brightness).toBeCloseTo(0.5, 4)
})

test('contrast is the deviation of lightness against that of black and white halves', () => {
  expect(flat(grey(90)).contrast).toBeCloseTo(0, 3)
  expect(shown(black, white).contrast).toBeCloseTo(1, 4)
  expect(shown(black, white, white, white).contrast).toBeCloseTo(2 * Math.sqrt(0.25 * 0.75), 4)
})

test('shadows is the share of nearly black pixels', () => {
  expect(shown(black, white, white, grey(30)).shadows).toBe(0.5)
  expect(shown(grey(60), white).shadows).toBe(0)
})

test('colourfulness is Hasler and Süsstrunk’s over 109', () => {
  expect(flat(grey(128)).colourfulness).toBe(0)
  expect(flat([150, 130, 130]).colourfulness).toBeCloseTo((0.3 * Math.sqrt(500)) / 109, 6)
  expect(shown([138, 128, 128], [118, 128, 128]).colourfulness).toBeCloseTo(Math.sqrt(125) / 109, 6)
  expect(shown([255, 0, 0], [0, 0, 255]).colourfulness).toBe(1)
})

test('saturation is the mean difference between the strongest and the weakest channel', () => {
  expect(flat(grey(77)).saturation).toBe(0)
  expect(flat([255, 0, 0]).saturation).toBe(1)
  expect(shown([200, 150, 100], white).saturation).toBeCloseTo(50 / 255, 6)
})

test('neon is the share of pixels both pure and light', () => {
  expect(shown([57, 255, 20], white, white, white).neon).toBe(0.25)
  expect(shown([255, 0, 144], [0, 0, 128]).neon).toBe(0.5)
  expect(flat([0, 0, 255]).neon).toBe(0)
  expect(flat([255, 200, 160]).neon).toBe(0)
})

test('pastel is the share of light colours that are neither grey nor pure', () => {
  expect(shown([255, 200, 210], white, white, grey(200)).pastel).toBe(0.25)
  expect(flat([190, 225, 255]).pastel).toBe(1)
  expect(shown([255, 30, 30], [60, 80, 90]).pastel).toBe(0)
  expect(flat([255, 255, 60]).pastel).toBe(0)
})

test('warmth is 0.5 for greys, more for warm colours and less for cool ones', () => {
  expect(flat(grey(200)).warmth).toBeCloseTo(0.5, 4)
  expect(flat([255, 128, 0]).warmth).toBeCloseTo(0.996, 2)
  expect(flat([0, 0, 255]).warmth).toBeCloseTo(0.1077, 3)
  expect(shown([255, 0, 0], white, white, white).warmth).toBeGreaterThan(flat(white).warmth + 0.2)
})

test('each colour family is the share of its pixels', () => {
  const five = shown([220, 30, 30], [230, 180, 20], [30, 160, 40], [30, 60, 220], [150, 40, 200])
  for (const family of ['reds', 'yellows', 'greens', 'blues', 'purples'] as const)
    expect(five[family]).toBeCloseTo(0.2, 1)
  expect(flat([255, 105, 180])).toMatchObject({ greens: 0, blues: 0, yellows: 0, purples: 0 })
  expect(flat([255, 105, 180]).reds).toBeCloseTo(1, 6)
  expect(flat(grey(128))).toMatchObject({ reds: 0, yellows: 0, greens: 0, blues: 0, purples: 0 })
})

test('hue spread is the entropy of the colour wheel', () => {
  expect(flat([255, 0, 0]).hue_spread).toBe(0)
  expect(shown([255, 0, 0], [0, 255, 255]).hue_spread).toBeCloseTo(Math.log(2) / Math.log(36), 6)
  expect(rainbow().hue_spread).toBeGreaterThan(0.99)
})

test('a handful of coloured pixels in a grey picture does not spread its hues', () => {
  const random = seededRandom(1)
  const speckled = paint(100, 100, () => (random() < 0.005 ? pureHue(random() * 360) : grey(128)))
  expect(measureAttributes(speckled).hue_spread).toBeLessThan(0.12)
  expect(measureAttributes(speckled).palette_harmony).toBeGreaterThan(0.88)
})

test('palette size grows by a fifth with each doubling of the colours', () => {
  expect(flat([10, 200, 30]).palette_size).toBe(0)
  expect(shown(black, white).palette_size).toBeCloseTo(0.2, 6)
  expect(shown(black, white, [255, 0, 0], [0, 0, 255]).palette_size).toBeCloseTo(0.4, 6)
  const eight = [0, 255].flatMap((r) => [0, 255].flatMap((g) => [0, 255].map((b): Colour => [r, g, b])))
  expect(shown(...eight).palette_size).toBeCloseTo(0.6, 6)
})

test('shades that hardly differ are one colour of the palette', () => {
  expect(shown(grey(120), grey(124), grey(128), grey(132)).palette_size).toBe(0)
})

test('one hue, its complement and no hue at all are harmonious, the whole rainbow is not', () => {
  expect(flat([0, 90, 200]).palette_harmony).toBe(1)
  expect(shown([255, 0, 0], [0, 255, 255]).palette_harmony).toBe(1)
  expect(shown(black, white).palette_harmony).toBe(1)
  expect(rainbow().palette_harmony).toBeLessThan(0.02)
})

test('three hues at equal distances are between harmony and discord', () => {
  // The best arc spans two of them and misses each by 13.2 degrees; evenly spread hues miss by 21.4.
  const triad = shown([255, 0, 0], [0, 255, 0], [0, 0, 255]).palette_harmony
  expect(triad).toBeCloseTo(1 - (2 * 13.2) / 3 / 21.4, 1)
})

function rainbow() {
  return measureAttributes(paint(360, 4, (x) => pureHue(x)))
}
