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
  return (picture, strength) => {
    const kept = 1 - 0.75 * strength
    return recoloured(picture, (channel) => {
      const share = (0.75 * strength * target[channel]) / targetLight
      return lumaWeights.map((weight, i) => share * weight + (i === channel ? kept : 0)) as unknown as Rgb
    })
  }
}

/** Turns all hues towards that of the sum of the colours. */
export const fewerHues: PixelEdit = (picture, strength) => {
  const sum = [0, 0, 0] as [number, number, number]
  for (let at = 0; at < picture.data.length; at += 3) {
    sum[0] += picture.data[at] as number
    sum[1] += picture.data[at + 1] as number
    sum[2] += picture.data[at + 2] as number
  }
  const grey = luma(...sum)
  const away = sum.map((part) => part - grey) as unknown as Rgb
  const length = Math.hypot(...away) || 1
  const { data } = picture
  const result = new Uint8ClampedArray(data.length)
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const light = luma(red, green, blue)
    const purity = Math.sqrt((red - light) ** 2 + (green - light) ** 2 + (blue - light) ** 2) / length
    result[at] = red + strength * (light + purity * away[0] - red)
    result[at + 1] = green + strength * (light + purity * away[1] - green)
    result[at + 2] = blue + strength * (light + purity * away[2] - blue)
  }
  return { ...picture, data: new Uint8Array(result.buffer) }
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
  const data = new Uint8ClampedArray(soft.length)
  for (let i = 0; i < data.length; i++) {
    const part = picture.data[i] as number
    data[i] = part + 2.5 * strength * (part - (soft[i] as number))
  }
  return { ...picture, data: new Uint8Array(data.buffer) }
}

/** Evens out small differences and keeps edges: the mean of the similar ones of nine pixels that are two apart. */
export const smooth: PixelEdit = ({ width, height, data }, strength) => {
  const similar = 10 + 60 * strength
  const reach = 2
  const smoothed = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    const rows = [-reach, 0, reach].map((dy) => 3 * width * Math.min(height - 1, Math.max(0, y + dy)))
    const [above = 0, same = 0, below = 0] = rows
    for (let x = 0; x < width; x++) {
      const [before, after] = [3 * Math.max(0, x - reach), 3 * Math.min(width - 1, x + reach)]
      for (let channel = 0; channel < 3; channel++) {
        const at = same + 3 * x + channel
        const own = data[at] as number
        let [sum, count] = [0, 0]
        for (let row = above, step = 0; step < 3; step++, row = step === 1 ? same : below) {
          for (let column = before, turn = 0; turn < 3; turn++, column = turn === 1 ? 3 * x : after) {
            const part = data[row + column + channel] as number
            if (Math.abs(part - own) > similar) continue
            sum += part
            count += 1
          }
        }
        smoothed[at] = (sum / count + 0.5) | 0
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
  return resampled(picture, { start: [offset, offset], right: [scale, 0], down: [0, scale] })
}

/** Levels a tilt that the edges show. Undefined if there is none. */
export const straighten: PixelEdit = (picture) => {
  const tilt = tiltOf(picture)
  if (Math.abs(tilt) < tiltMin) return undefined
  const radians = (tilt * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  // Small enough that no corner is outside the picture.
  const scale = 1 / (cos + Math.abs(sin))
  return resampled(picture, {
    start: [0.5 - (scale * (cos - sin)) / 2, 0.5 - (scale * (sin + cos)) / 2],
    right: [scale * cos, scale * sin],
    down: [-scale * sin, scale * cos],
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

/** Where a pixel is taken from, in shares of the sides: an offset, and what a step to the right and one down add. */
interface Placing {
  readonly start: Pair
  readonly right: Pair
  readonly down: Pair
}
type Pair = readonly [x: number, y: number]

/** A picture whose pixel at a place is taken from another place, which is bilinear. */
function resampled({ width, height, data }: Pixels, { start, right, down }: Placing): Pixels {
  const result = new Uint8Array(3 * width * height)
  let to = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [across, along] = [(x + 0.5) / width, (y + 0.5) / height]
      const fromX = (start[0] + right[0] * across + down[0] * along) * width - 0.5
      const fromY = (start[1] + right[1] * across + down[1] * along) * height - 0.5
      const inX = Math.min(width - 1, Math.max(0, fromX))
      const inY = Math.min(height - 1, Math.max(0, fromY))
      const [left, top] = [Math.floor(inX), Math.floor(inY)]
      const [shareX, shareY] = [inX - left, inY - top]
      const upper = 3 * (top * width + left)
      const lower = top + 1 < height ? upper + 3 * width : upper
      const next = left + 1 < width ? 3 : 0
      for (let channel = 0; channel < 3; channel++) {
        const first = data[upper + channel] as number
        const third = data[lower + channel] as number
        const above = first + shareX * ((data[upper + next + channel] as number) - first)
        const below = third + shareX * ((data[lower + next + channel] as number) - third)
        result[to] = (above + shareY * (below - above) + 0.5) | 0
        to += 1
      }
    }
  }
  return { width, height, data: result }
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

/** Running means along lines of `length` pixels. */
function averaged(
  data: Uint8Array,
  lines: number,
  length: number,
  lineStep: number,
  pixelStep: number,
  reach: number,
): Uint8Array {
  const result = new Uint8Array(data.length)
  const count = 2 * reach + 1
  for (let line = 0; line < lines; line++) {
    for (let channel = 0; channel < 3; channel++) {
      const start = line * lineStep + channel
      const end = start + pixelStep * (length - 1)
      let sum = (reach + 1) * (data[start] as number)
      for (let i = 1; i <= reach; i++) sum += data[Math.min(end, start + pixelStep * i)] as number
      // The pixels that enter and leave the mean.
      let [next, last] = [start + pixelStep * (reach + 1), start - pixelStep * reach]
      for (let at = start; at <= end; at += pixelStep) {
        // Rounded like the others, but faster.
        result[at] = (sum / count + 0.5) | 0
        sum += (data[next > end ? end : next] as number) - (data[last < start ? start : last] as number)
        next += pixelStep
        last += pixelStep
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

const lumaWeights: Rgb = [0.299, 0.587, 0.114]

export function luma(red: number, green: number, blue: number): number {
  return lumaWeights[0] * red + lumaWeights[1] * green + lumaWeights[2] * blue
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
  const changed = new Uint8Array(data.length)
  for (let i = 0; i < changed.length; i++) changed[i] = table[data[i] as number] as number
  return { width, height, data: changed }
}

function stretched(picture: Pixels, factor: number): Pixels {
  let sum = 0
  for (const part of picture.data) sum += part
  const mean = sum / picture.data.length / 255
  return eachChannel(picture, (part) => mean + factor * (part - mean))
}

function purer(picture: Pixels, factor: number): Pixels {
  return recoloured(
    picture,
    (channel) => lumaWeights.map((weight, i) => (1 - factor) * weight + (i === channel ? factor : 0)) as unknown as Rgb,
  )
}

/** Each channel becomes a sum of all three, with these weights. */
function recoloured({ width, height, data }: Pixels, weightsOf: (channel: 0 | 1 | 2) => Rgb): Pixels {
  const result = new Uint8ClampedArray(3 * width * height)
  const [toRed, toGreen, toBlue] = [weightsOf(0), weightsOf(1), weightsOf(2)]
  for (let at = 0; at < result.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    result[at] = toRed[0] * red + toRed[1] * green + toRed[2] * blue
    result[at + 1] = toGreen[0] * red + toGreen[1] * green + toGreen[2] * blue
    result[at + 2] = toBlue[0] * red + toBlue[1] * green + toBlue[2] * blue
  }
  return { width, height, data: new Uint8Array(result.buffer) }
}

/** The matrix row that turns a hue and keeps the mean of the channels. */
function hueTurn(degrees: number): Rgb {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [(1 + 2 * cos) / 3, (1 - cos) / 3 - sin / Math.sqrt(3), (1 - cos) / 3 + sin / Math.sqrt(3)]
}
