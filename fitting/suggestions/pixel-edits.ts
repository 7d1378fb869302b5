import type { Pixels } from '@palate/core/taste/attributes.ts'
import sharp, { type Sharp } from 'sharp'
import { seeded } from '../seeded.ts'

/** Edits a picture. The strength is above 0 and at most 1. */
export type PixelEdit = (picture: Pixels, strength: number) => Promise<Pixels>
type Colour = readonly [red: number, green: number, blue: number]
/** The channels of a pixel, from 0 to 1. */
type Change = (rgb: Colour, x: number, y: number) => Colour

export const lighten: PixelEdit = (picture, strength) =>
  eachChannel(picture, (part) => part + 0.8 * strength * (1 - part))

export const darken: PixelEdit = (picture, strength) => eachChannel(picture, (part) => part * (1 - 0.8 * strength))

export const deepenShadows: PixelEdit = (picture, strength) =>
  eachChannel(picture, (part) => part - 0.6 * strength * (1 - part))

export const liftShadows: PixelEdit = (picture, strength) =>
  eachChannel(picture, (part) => part + 0.7 * strength * (1 - part) ** 2)

export const moreContrast: PixelEdit = (picture, strength) => contrast(picture, 1 + 2 * strength)
export const lessContrast: PixelEdit = (picture, strength) => contrast(picture, 1 - 0.9 * strength)
export const moreChroma: PixelEdit = (picture, strength) => chroma(picture, 1 + 3 * strength)
export const lessChroma: PixelEdit = (picture, strength) => chroma(picture, 1 - strength)

/** Mixes every colour with another of the same light. */
export function tint(target: Colour): PixelEdit {
  return (picture, strength) =>
    eachPixel(picture, (rgb) => {
      const light = luma(rgb) / luma(target)
      return map(rgb, (part, i) => part + 0.8 * strength * (light * (target[i] as number) - part))
    })
}

/** Removes colour from the hues between two angles, in degrees. */
export function fade(from: number, to: number): PixelEdit {
  return (picture, strength) =>
    eachPixel(picture, (rgb) => {
      const hue = hueOf(rgb)
      const isMeant = from < to ? hue >= from && hue < to : hue >= from || hue < to
      return isMeant ? map(rgb, (part) => part + strength * (luma(rgb) - part)) : rgb
    })
}

/** Turns all hues towards that of the sum of the colours. */
export const fewerHues: PixelEdit = (picture, strength) => {
  const sum = [0, 0, 0] as [number, number, number]
  picture.data.forEach((part, i) => {
    sum[(i % 3) as 0 | 1 | 2] += part
  })
  const grey = luma(sum)
  const away = map(sum, (part) => part - grey)
  const length = Math.hypot(...away) || 1
  return eachPixel(picture, (rgb) => {
    const light = luma(rgb)
    const purity = Math.hypot(...map(rgb, (part) => part - light))
    return map(rgb, (part, i) => part + strength * (light + (purity * (away[i] as number)) / length - part))
  })
}

/** Turns the hues of the left third one way and those of the right third the other way. */
export const moreHues: PixelEdit = (picture, strength) =>
  eachPixel(picture, (rgb, x) => turned(rgb, (Math.floor((3 * x) / picture.width) - 1) * 130 * strength))

/** Removes small things and keeps edges. */
export const simplify: PixelEdit = (picture, strength) => median(picture, 3 + 2 * Math.round(6 * strength))
export const smooth: PixelEdit = (picture, strength) => median(picture, 3 + 2 * Math.round(2 * strength))

export const addGrain: PixelEdit = (picture, strength) => {
  const random = seeded(7)
  return eachPixel(picture, (rgb) => {
    const grain = (random() - 0.5) * 0.6 * strength
    return map(rgb, (part) => part + grain)
  })
}

/** Scatters small shapes in shades of the picture's own colours. */
export const addDetail: PixelEdit = (picture, strength) => scatter(picture, Math.round(150 * strength), ownShade)
/** Scatters small shapes in colours of all kinds. */
export const addVariety: PixelEdit = (picture, strength) => scatter(picture, Math.round(150 * strength), anyColour)

export const sharpen: PixelEdit = (picture, strength) =>
  withSharp(picture, (image) => image.sharpen({ sigma: 1.5, m1: 3 * strength, m2: 8 * strength }))

export const soften: PixelEdit = (picture, strength) => withSharp(picture, (image) => image.blur(0.3 + 3 * strength))

/** Makes the picture smaller on a ground of the colour of its corner. */
export const shrink: PixelEdit = (picture, strength) => {
  const { width, height, data } = picture
  const [r = 0, g = 0, b = 0] = data
  const across = Math.round(width * (1 - 0.6 * strength))
  const down = Math.round(height * (1 - 0.6 * strength))
  const [left, top] = [(width - across) >> 1, (height - down) >> 1]
  const margins = { left, top, right: width - across - left, bottom: height - down - top }
  return withSharp(picture, (image) =>
    image.resize(across, down, { fit: 'fill' }).extend({ ...margins, background: { r, g, b } }),
  )
}

/** Crops to the middle. */
export const enlarge: PixelEdit = (picture, strength) => {
  const { width, height } = picture
  const share = 1 - 0.6 * strength
  const area = { width: Math.round(width * share), height: Math.round(height * share) }
  const place = { left: (width - area.width) >> 1, top: (height - area.height) >> 1 }
  return withSharp(picture, (image) => image.extract({ ...area, ...place }).resize(width, height, { fit: 'fill' }))
}

/** Mixes the right half with the mirrored left half. */
export const mirror: PixelEdit = (picture, strength) =>
  eachPixel(picture, (rgb, x, y) => {
    if (x < picture.width / 2) return rgb
    const other = pixelAt(picture, picture.width - 1 - x, y)
    return map(rgb, (part, i) => part + strength * ((other[i] as number) - part))
  })

/** Moves the whole picture to the right, where a part of it leaves the frame. */
export const moveAside: PixelEdit = (picture, strength) => {
  const offset = Math.round(0.4 * strength * picture.width)
  return eachPixel(picture, (_, x, y) => pixelAt(picture, Math.max(0, x - offset), y))
}

/** Fades the margins, or the middle, into the mean colour. */
export const fadeMargins: PixelEdit = (picture, strength) => fadeBy(picture, (reach) => strength * reach)
export const fadeMiddle: PixelEdit = (picture, strength) => fadeBy(picture, (reach) => strength * (1 - reach))

/** Covers the picture with lines of short strokes. */
export const addText: PixelEdit = (picture, strength) => {
  const random = seeded(11)
  const ink = meanOf(picture) > 0.5 ? 0.05 : 0.95
  const strokes = Array.from({ length: picture.width * picture.height }, () => random() < 0.55)
  return eachPixel(picture, (rgb, x, y) => {
    const isLine = y % 8 < 4 && y < picture.height * strength && x > picture.width * 0.1 && x < picture.width * 0.9
    return isLine && strokes[(y >> 3) * picture.width + (x >> 1)] ? [ink, ink, ink] : rgb
  })
}

async function eachPixel(picture: Pixels, change: Change): Promise<Pixels> {
  const { width, height } = picture
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const changed = change(pixelAt(picture, x, y), x, y)
      data.set(map(changed, toByte), (y * width + x) * 3)
    }
  }
  return { width, height, data }
}

function eachChannel(picture: Pixels, change: (part: number) => number): Promise<Pixels> {
  return eachPixel(picture, (rgb) => map(rgb, change))
}

async function withSharp({ width, height, data }: Pixels, change: (image: Sharp) => Sharp): Promise<Pixels> {
  const edited = await change(sharp(data, { raw: { width, height, channels: 3 } }))
    .raw()
    .toBuffer()
  return { width, height, data: edited }
}

function pixelAt({ width, data }: Pixels, x: number, y: number): Colour {
  const at = (y * width + x) * 3
  return [(data[at] as number) / 255, (data[at + 1] as number) / 255, (data[at + 2] as number) / 255]
}

function map([red, green, blue]: Colour, change: (part: number, i: number) => number): Colour {
  return [change(red, 0), change(green, 1), change(blue, 2)]
}

function toByte(part: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, part)))
}

function luma([red, green, blue]: Colour): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

function meanOf({ data }: Pixels): number {
  return data.reduce((sum, part) => sum + part, 0) / data.length / 255
}

function contrast(picture: Pixels, factor: number): Promise<Pixels> {
  const mean = meanOf(picture)
  return eachChannel(picture, (part) => mean + factor * (part - mean))
}

function chroma(picture: Pixels, factor: number): Promise<Pixels> {
  return eachPixel(picture, (rgb) => map(rgb, (part) => luma(rgb) + factor * (part - luma(rgb))))
}

function hueOf([red, green, blue]: Colour): number {
  return ((Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI + 360) % 360
}

/** Turns the hue and keeps the mean of the channels. */
function turned([red, green, blue]: Colour, degrees: number): Colour {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [same, next, last] = [(1 + 2 * cos) / 3, (1 - cos) / 3 - sin / Math.sqrt(3), (1 - cos) / 3 + sin / Math.sqrt(3)]
  return [
    same * red + next * green + last * blue,
    last * red + same * green + next * blue,
    next * red + last * green + same * blue,
  ]
}

function median(picture: Pixels, size: number): Promise<Pixels> {
  return withSharp(picture, (image) => image.median(size))
}

type Shade = (below: Colour, random: () => number) => Colour
const ownShade: Shade = (below, random) => {
  const shade = random() < 0.5 ? -0.35 : 0.35
  return map(below, (part) => part + shade)
}
const anyColour: Shade = (_, random) => [random(), random(), random()]

function scatter(picture: Pixels, count: number, shade: Shade): Promise<Pixels> {
  const { width, height } = picture
  const random = seeded(3)
  const painted = new Map<number, Colour>()
  for (let i = 0; i < count; i++) {
    const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)]
    const side = 3 + Math.floor(random() * 6)
    const colour = shade(pixelAt(picture, left, top), random)
    for (let y = top; y < Math.min(height, top + side); y++) {
      for (let x = left; x < Math.min(width, left + side); x++) painted.set(y * width + x, colour)
    }
  }
  return eachPixel(picture, (rgb, x, y) => painted.get(y * width + x) ?? rgb)
}

/** `share` is how far a colour moves towards the mean, by its distance from the middle: 0 there, 1 at the margins. */
function fadeBy(picture: Pixels, share: (reach: number) => number): Promise<Pixels> {
  const { width, height } = picture
  const mean = meanOf(picture)
  return eachPixel(picture, (rgb, x, y) => {
    const reach = Math.min(1, (Math.hypot(x / width - 0.5, y / height - 0.5) / 0.5) ** 2)
    return map(rgb, (part) => part + share(reach) * (mean - part))
  })
}
