import { once } from '../../generic/once.ts'

/** Colour conversions as lookup tables: 65,536 cube roots cost more than all other measures of a picture. */

/** Bins of the colour histogram: five bits for each channel. */
export const binCount = 32768

const luminanceSteps = 65536
const whiteX = 0.4124564 + 0.3575761 + 0.1804375
const whiteZ = 0.0193339 + 0.119192 + 0.9503041

/** Bits of a luminance sum, which can exceed `luminanceSteps` by rounding. */
export const luminanceBits = 17

/**
 * sRGB byte → its share of the relative luminance in steps of 1/65536, and above `luminanceBits` its share of the colour
 * bin. One sum of three numbers gives both: integers add exactly, and the luminance never overflows into the bin.
 */
export const partOfRed = partTable(0.2126729, 10)
export const partOfGreen = partTable(0.7151522, 5)
export const partOfBlue = partTable(0.072175, 0)

// The large tables are computed on first use: most threads load this file without measuring a picture.

/** For each bin: CIE L*, a*, b*, the hue of the colour wheel in degrees, and the hexcone chroma in [0, 1]. */
export const binColours = once(tabulateBins)

/** Sum of the three luminance tables → CIE L* in [0, 100]. The extra length allows for rounding. */
export const lightnessTable = once(() =>
  Float32Array.from({ length: luminanceSteps + 4 }, (_, step) => exactLightness(step / luminanceSteps)),
)

/** CIE L* → relative luminance. */
export function luminanceOf(lightness: number): number {
  if (lightness <= 8) return lightness / 903.2963
  return ((lightness + 16) / 116) ** 3
}

function linear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function partTable(share: number, shift: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    const luminance = Math.round(luminanceSteps * share * linear(byte))
    // One of 32 levels; black and white keep their exact values.
    const level = Math.round((byte * 31) / 255)
    return luminance | (level << (luminanceBits + shift))
  })
}

function labRoot(value: number): number {
  return value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116
}

function exactLightness(luminance: number): number {
  return 116 * labRoot(Math.min(1, luminance)) - 16
}

function tabulateBins() {
  const lightness = new Float32Array(binCount)
  const a = new Float32Array(binCount)
  const b = new Float32Array(binCount)
  const hueDegrees = new Float32Array(binCount)
  const chroma = new Float32Array(binCount)
  const linearOfLevel = Float64Array.from({ length: 32 }, (_, level) => linear((level * 255) / 31))
  const linearOf = (level: number) => linearOfLevel[level] ?? 0
  for (let bin = 0; bin < binCount; bin++) {
    const red = ((bin >> 10) * 255) / 31
    const green = (((bin >> 5) & 31) * 255) / 31
    const blue = ((bin & 31) * 255) / 31
    const [r, g, bl] = [linearOf(bin >> 10), linearOf((bin >> 5) & 31), linearOf(bin & 31)]
    const x = labRoot((0.4124564 * r + 0.3575761 * g + 0.1804375 * bl) / whiteX)
    const y = labRoot(0.2126729 * r + 0.7151522 * g + 0.072175 * bl)
    const z = labRoot((0.0193339 * r + 0.119192 * g + 0.9503041 * bl) / whiteZ)
    lightness[bin] = 116 * y - 16
    a[bin] = 500 * (x - y)
    b[bin] = 200 * (y - z)
    hueDegrees[bin] = hueOf(red, green, blue)
    chroma[bin] = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255
  }
  return { lightness, a, b, hueDegrees, chroma } as const
}

function hueOf(red: number, green: number, blue: number): number {
  const top = Math.max(red, green, blue)
  const range = top - Math.min(red, green, blue)
  if (range === 0) return 0
  if (top === red) return (60 * ((green - blue) / range) + 360) % 360
  if (top === green) return 60 * ((blue - red) / range + 2)
  return 60 * ((red - green) / range + 4)
}
