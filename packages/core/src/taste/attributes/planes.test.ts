import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { paint } from './paint.ts'
import type { Pixels } from './pixels.ts'
import { readPlanes } from './planes.ts'
import { measureSharpness } from './sharpness.ts'
import { measureTone } from './tone.ts'

// The measures take shortcuts for speed. These tests compare them, to the last digit, with their plain definitions.

const side = fc.integer({ min: 1, max: 24 })
const picture = fc
  .record({ width: side, height: side, seed: fc.nat(), top: fc.integer({ min: 1, max: 256 }) })
  .map(draw)

function draw({ width, height, seed, top }: { width: number; height: number; seed: number; top: number }): Pixels {
  const random = seededRandom(seed)
  const channel = () => Math.floor(random() * top)
  return paint(width, height, () => [channel(), channel(), channel()])
}

function everyPicture(check: (pixels: Pixels) => void): void {
  fc.assert(fc.property(picture, check), { numRuns: 40 })
}

describe('measured in one pass, a picture has the same', () => {
  test('colours', () => {
    everyPicture((pixels) => {
      const { lightness, bins, histogram, occupied } = readPlanes(pixels)
      const colours = coloursOf(pixels)
      const wanted = colours.map((colour) => colour.reduce((bin, byte) => bin * 32 + Math.round((byte * 31) / 255), 0))
      expect([...bins]).toEqual(wanted)
      const errors = colours.map((colour, i) => Math.abs((lightness[i] ?? 0) - lightnessOf(colour)))
      expect(Math.max(...errors)).toBeLessThan(0.05)
      const counts = Map.groupBy(wanted, (bin) => bin)
      const counted = [...counts].map(([bin, all]) => [bin, all.length]).toSorted(([a = 0], [b = 0]) => a - b)
      expect([...occupied].map((bin) => [bin, histogram[bin]])).toEqual(counted)
    })
  })

  test('tone', () => {
    everyPicture((pixels) => {
      const planes = readPlanes(pixels)
      const colours = coloursOf(pixels)
      const lightness = [...planes.lightness]
      const mean = meanOf(lightness)
      const redGreen = colours.map(([red, green]) => red - green)
      const yellowBlue = colours.map(([red, green, blue]) => (red + green - 2 * blue) / 2)
      const spread = Math.sqrt(varianceOf(redGreen) + varianceOf(yellowBlue))
      const tone = measureTone(planes)
      expect(tone.brightness).toBe(mean / 100)
      expect(tone.contrast).toBe(Math.sqrt(varianceOf(lightness)) / 50)
      expect(tone.shadows).toBe(lightness.filter((value) => value < 20).length / lightness.length)
      expect(tone.colourfulness).toBeCloseTo(
        Math.min(1, (spread + 0.3 * Math.hypot(meanOf(redGreen), meanOf(yellowBlue))) / 109),
        12,
      )
      expect(tone.saturation).toBe(meanOf(colours.map((colour) => Math.max(...colour) - Math.min(...colour))) / 255)
    })
  })

  test('gradient', () => {
    everyPicture((pixels) => {
      const { width, height, lightness, gradientX, gradientY, gradient } = readPlanes(pixels)
      const at = (x: number, y: number) =>
        lightness[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0
      const column = (x: number, y: number) => at(x, y - 1) + 2 * at(x, y) + at(x, y + 1)
      const drop = (x: number, y: number) => at(x, y + 1) - at(x, y - 1)
      const wanted = Array.from(lightness, (_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)]
        const across = (column(x + 1, y) - column(x - 1, y)) / 8
        const down = (drop(x - 1, y) + 2 * drop(x, y) + drop(x + 1, y)) / 8
        return [across, down, Math.sqrt(across * across + down * down)].map(Math.fround)
      })
      expect(Array.from(lightness, (_, i) => [gradientX[i], gradientY[i], gradient[i]])).toEqual(wanted)
    })
  })

  test('sharpness', () => {
    everyPicture((pixels) => {
      const planes = readPlanes(pixels)
      expect(measureSharpness(planes)).toBe(plainSharpness(planes))
    })
  })
})

type Colour = readonly [red: number, green: number, blue: number]

function coloursOf({ data }: Pixels): readonly Colour[] {
  const byte = (i: number) => data[i] ?? 0
  return Array.from({ length: data.length / 3 }, (_, i) => [byte(3 * i), byte(3 * i + 1), byte(3 * i + 2)] as const)
}

function lightnessOf(colour: Colour): number {
  const linear = colour.map((byte) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4))
  const luminance = 0.2126729 * (linear[0] ?? 0) + 0.7151522 * (linear[1] ?? 0) + 0.072175 * (linear[2] ?? 0)
  return luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : (24389 / 27) * luminance
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function varianceOf(values: readonly number[]): number {
  return Math.max(0, meanOf(values.map((value) => value * value)) - meanOf(values) ** 2)
}

/** What a nine-pixel box blur takes from the differences between neighbours, on every second row. */
function plainSharpness({ width, height, lightness }: ReturnType<typeof readPlanes>): number {
  const at = (x: number, y: number) =>
    lightness[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0
  let [lost, total] = [0, 0]
  const add = (difference: number, blurred: number) => {
    total += difference
    lost += Math.max(0, difference - blurred * (1 / 9))
  }
  for (let y = height > 1 ? 1 : 0; y < height; y += 2) {
    for (let x = 0; x < width; x++) {
      add(Math.abs(at(x, y) - at(x, y - 1)), Math.abs(at(x, y + 4) - at(x, y - 5)))
      if (x > 0) add(Math.abs(at(x, y) - at(x - 1, y)), Math.abs(at(x + 4, y) - at(x - 5, y)))
    }
  }
  return total < 1e-3 * width * height ? 0 : lost / total
}
