import type { Pixels } from '../attributes/pixels.ts'

/**
 * Edits a copy of a picture of any size. The strength is above 0 and at most 1. Undefined if the edit means nothing for
 * this picture. In plain arithmetic, so that every thread gets the same bytes.
 */
export type PixelEdit = (picture: Pixels, strength: number) => Pixels | undefined

type Rgb = readonly [red: number, green: number, blue: number]

export const lighten: PixelEdit = (picture, strength) =>
  eachChannel(picture, (part) => part + 0.6 * strength * (1 - part))

export const darken: PixelEdit = (picture, strength) => eachChannel(picture, (part) => part * (1 - 0.6 * strength))

export const liftShadows: PixelEdit = (picture, strength) =>
  eachChannel(picture, (part) => part + 0.7 * strength * (1 - part) ** 2)

export const deepenShadows: PixelEdit = (picture, strength) =>
  eachChannel(picture, (part) => part - 0.6 * strength * (1 - part))

export const moreContrast: PixelEdit = (picture, strength) => stretched(picture, 1 + 1.6 * strength)
export const lessContrast: PixelEdit = (picture, strength) => stretched(picture, 1 - 0.8 * strength)
export const moreChroma: PixelEdit = (picture, strength) => purer(picture, 1 + 2 * strength)
export const lessChroma: PixelEdit = (picture, strength) => purer(picture, 1 - strength)

/** Mixes every colour with another of the same light. */
export function tint(target: Rgb): PixelEdit {
  const targetLight = luma(...target)
  return (picture, strength) =>
    eachPixel(picture, (red, green, blue) => {
      const light = luma(red, green, blue) / targetLight
      const mixed = (part: number, toward: number) => part + 0.75 * strength * (light * toward - part)
      return [mixed(red, target[0]), mixed(green, target[1]), mixed(blue, target[2])]
    })
}

/** Turns all hues towards that of the sum of the colours. */
export const fewerHues: PixelEdit = (picture, strength) => {
  const sum = [0, 0, 0] as [number, number, number]
  for (let at = 0; at < picture.data.length; at += 3) {
    for (const channel of [0, 1, 2] as const) sum[channel] += picture.data[at + channel] as number
  }
  const grey = luma(...sum)
  const away = sum.map((part) => part - grey) as unknown as Rgb
  const length = Math.hypot(...away) || 1
  return eachPixel(picture, (red, green, blue) => {
    const light = luma(red, green, blue)
    const purity = Math.hypot(red - light, green - light, blue - light) / length
    const turned = (part: number, i: 0 | 1 | 2) => part + strength * (light + purity * away[i] - part)
    return [turned(red, 0), turned(green, 1), turned(blue, 2)]
  })
}

/** Turns the hues of the left third one way and those of the right third the other way. */
export const moreHues: PixelEdit = (picture, strength) => {
  const turns = [-1, 0, 1].map((way) => hueTurn(way * 200 * strength))
  return eachPixel(picture, (red, green, blue, x) => {
    const [same, next, last] = turns[Math.floor((3 * x) / picture.width)] as Rgb
    return [
      same * red + next * green + last * blue,
      last * red + same * green + next * blue,
      next * red + last * green + same * blue,
    ]
  })
}

export const soften: PixelEdit = (picture, strength) => blurred(picture, reachOf(picture, 0.018 * strength))

export const sharpen: PixelEdit = (picture, strength) => {
  const soft = blurred(picture, reachOf(picture, 0.005)).data
  const data = Uint8ClampedArray.from(picture.data, (part, i) => part + 2.5 * strength * (part - (soft[i] as number)))
  return { ...picture, data: new Uint8Array(data.buffer) }
}

/** Evens out small differences and keeps edges. */
export const smooth: PixelEdit = ({ width, height, data }, strength) => {
  const similar = 10 + 60 * strength
  const reach = 2
  const smoothed = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x)
      for (let channel = at; channel < at + 3; channel++) {
        const own = data[channel] as number
        let [sum, count] = [0, 0]
        for (let dy = -reach; dy <= reach; dy++) {
          const row = 3 * width * Math.min(height - 1, Math.max(0, y + dy))
          for (let dx = -reach; dx <= reach; dx++) {
            const part = data[row + 3 * Math.min(width - 1, Math.max(0, x + dx)) + channel - at] as number
            if (Math.abs(part - own) > similar) continue
            sum += part
            count += 1
          }
        }
        smoothed[channel] = Math.round(sum / count)
      }
    }
  }
  return { width, height, data: smoothed }
}

export const addGrain: PixelEdit = (picture, strength) =>
  eachPixel(picture, (red, green, blue, x, y) => {
    const grain = (noiseAt(x, y) - 0.5) * 0.5 * strength
    return [red + grain, green + grain, blue + grain]
  })

/** Crops to the middle. */
export const cropCloser: PixelEdit = (picture, strength) => {
  const scale = 1 - 0.45 * strength
  const offset = (1 - scale) / 2
  return resampled(picture, (x, y) => [offset + scale * x, offset + scale * y])
}

/** Levels a tilt that the edges show. Undefined if there is none. */
export const straighten: PixelEdit = (picture) => {
  const tilt = tiltOf(picture)
  if (Math.abs(tilt) < tiltMin) return undefined
  const radians = (tilt * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  // Small enough that no corner is outside the picture.
  const scale = 1 / (cos + Math.abs(sin))
  return resampled(picture, (x, y) => {
    const [dx, dy] = [scale * (x - 0.5), scale * (y - 0.5)]
    return [0.5 + cos * dx - sin * dy, 0.5 + sin * dx + cos * dy]
  })
}

/** Smaller tilts, in degrees, are not noticed. */
const tiltMin = 1
const tiltMax = 12
const tiltBinsPerDegree = 2

/** How far the horizontal and vertical edges are turned, in degrees; 0 if no turn stands out. */
function tiltOf({ width, height, data }: Pixels): number {
  const bins = new Float64Array(2 * tiltMax * tiltBinsPerDegree + 1)
  const lightAt = (x: number, y: number) => {
    const at = 3 * (y * width + x)
    return luma(data[at] as number, data[at + 1] as number, data[at + 2] as number)
  }
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const [across, down] = [lightAt(x + 1, y) - lightAt(x - 1, y), lightAt(x, y + 1) - lightAt(x, y - 1)]
      const strength = Math.hypot(across, down)
      if (strength < 24) continue
      const angle = (Math.atan2(down, across) * 180) / Math.PI
      const turned = angle - 90 * Math.round(angle / 90)
      const bin = Math.round((turned + tiltMax) * tiltBinsPerDegree)
      if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] as number) + strength
    }
  }
  const total = bins.reduce((sum, one) => sum + one, 0)
  const best = bins.indexOf(Math.max(...bins))
  const around = bins.subarray(Math.max(0, best - 1), best + 2).reduce((sum, one) => sum + one, 0)
  return around > 0.3 * total ? best / tiltBinsPerDegree - tiltMax : 0
}

/** A picture whose pixel at a place, in shares of the sides, is taken from another place. */
export function resampled(
  { width, height, data }: Pixels,
  from: (x: number, y: number) => readonly [number, number],
): Pixels {
  const result = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [across, down] = from((x + 0.5) / width, (y + 0.5) / height)
      copyBetween(data, width, height, across * width - 0.5, down * height - 0.5, result, 3 * (y * width + x))
    }
  }
  return { width, height, data: result }
}

/** Bilinear. */
function copyBetween(
  data: Uint8Array,
  width: number,
  height: number,
  x: number,
  y: number,
  to: Uint8Array,
  at: number,
): void {
  const [inX, inY] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))]
  const [left, top] = [Math.floor(inX), Math.floor(inY)]
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [shareX, shareY] = [inX - left, inY - top]
  for (let channel = 0; channel < 3; channel++) {
    const part = (column: number, row: number) => data[3 * (row * width + column) + channel] as number
    const upper = part(left, top) + shareX * (part(right, top) - part(left, top))
    const lower = part(left, bottom) + shareX * (part(right, bottom) - part(left, bottom))
    to[at + channel] = Math.round(upper + shareY * (lower - upper))
  }
}

/** The number of pixels that is this share of a side. */
export function reachOf({ width, height }: Pixels, share: number): number {
  return Math.max(1, Math.round(share * Math.max(width, height)))
}

/** The mean over a square around each pixel, twice, which is nearly a Gaussian blur. */
export function blurred(picture: Pixels, reach: number): Pixels {
  const { width, height } = picture
  let data = picture.data
  for (let pass = 0; pass < 2; pass++) {
    data = averaged(data, height, width, 3 * width, 3, reach)
    data = averaged(data, width, height, 3, 3 * width, reach)
  }
  return { width, height, data }
}

/** Running means along `count` lines of `length` pixels. */
function averaged(
  data: Uint8Array,
  count: number,
  length: number,
  lineStep: number,
  pixelStep: number,
  reach: number,
): Uint8Array {
  const result = new Uint8Array(data.length)
  for (let line = 0; line < count; line++) {
    for (let channel = 0; channel < 3; channel++) {
      const start = line * lineStep + channel
      const partAt = (i: number) => data[start + pixelStep * Math.min(length - 1, Math.max(0, i))] as number
      let sum = 0
      for (let i = -reach; i <= reach; i++) sum += partAt(i)
      for (let i = 0; i < length; i++) {
        result[start + pixelStep * i] = Math.round(sum / (2 * reach + 1))
        sum += partAt(i + reach + 1) - partAt(i - reach)
      }
    }
  }
  return result
}

/** The same number from 0 to 1 for the same place, without a pattern. */
export function noiseAt(x: number, y: number): number {
  let mixed = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca77)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

export function luma(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

function eachPixel(
  { width, height, data }: Pixels,
  change: (red: number, green: number, blue: number, x: number, y: number) => Rgb,
): Pixels {
  const changed = new Uint8ClampedArray(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x)
      const part = (i: number) => (data[at + i] as number) / 255
      const [red, green, blue] = change(part(0), part(1), part(2), x, y)
      changed[at] = 255 * red
      changed[at + 1] = 255 * green
      changed[at + 2] = 255 * blue
    }
  }
  return { width, height, data: new Uint8Array(changed.buffer) }
}

function eachChannel({ width, height, data }: Pixels, change: (part: number) => number): Pixels {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, byte) => 255 * change(byte / 255))
  return { width, height, data: data.map((byte) => table[byte] as number) }
}

function stretched(picture: Pixels, factor: number): Pixels {
  const mean = picture.data.reduce((sum, part) => sum + part, 0) / picture.data.length / 255
  return eachChannel(picture, (part) => mean + factor * (part - mean))
}

function purer(picture: Pixels, factor: number): Pixels {
  return eachPixel(picture, (red, green, blue) => {
    const light = luma(red, green, blue)
    return [light + factor * (red - light), light + factor * (green - light), light + factor * (blue - light)]
  })
}

/** The matrix row that turns a hue and keeps the mean of the channels. */
function hueTurn(degrees: number): Rgb {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [(1 + 2 * cos) / 3, (1 - cos) / 3 - sin / Math.sqrt(3), (1 - cos) / 3 + sin / Math.sqrt(3)]
}
