import type { Pixels } from './pixels.ts'

export type Colour = readonly [red: number, green: number, blue: number]

export const black: Colour = [0, 0, 0]
export const white: Colour = [255, 255, 255]

/** Makes a picture for tests from a function of the pixel's position. */
export function paint(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 3)
  }
  return { width, height, data }
}

export function mirror({ width, height, data }: Pixels): Pixels {
  return paint(width, height, (x, y) => {
    const byte = (y * width + width - 1 - x) * 3
    return [data[byte] ?? 0, data[byte + 1] ?? 0, data[byte + 2] ?? 0]
  })
}

/** Vertical stripes of equal width in the given colours. */
export function stripes(colours: readonly Colour[], side = 128): Pixels {
  return paint(side, side, (x) => colours[Math.floor((x * colours.length) / side)] ?? black)
}

/** A fully saturated colour of the wheel. */
export function pureHue(degrees: number): Colour {
  const channel = (offset: number) => {
    const position = ((degrees + offset) % 360) / 60
    return Math.round(255 * Math.max(0, Math.min(1, Math.abs(position - 3) - 1)))
  }
  return [channel(0), channel(240), channel(120)]
}

export function grey(value: number): Colour {
  return [value, value, value]
}
