import { elementsOf, groundOf } from '../advice/elements.ts'
import type { Pixels } from '../attributes/pixels.ts'

/** What a picture is instead of a page or a picture that somebody made. */
export const problems = ['blank', 'noise', 'unstyled', 'error_page'] as const
export type Problem = (typeof problems)[number]

/** What is measured to recognise a problem. All are shares of the picture's pixels, sides or colours. */
export interface ProblemSigns {
  /** Pixels that differ from the ground. */
  readonly drawn: number
  /** Standard deviation of the light, from 0 to 255. */
  readonly deviation: number
  /** How far near pixels differ, compared with any two, in the calmest ninth of the picture: 1 for noise. */
  readonly roughnessMin: number
  /** How far the light of a ninth is from that of the picture, in standard deviations: nearly 0 for noise. */
  readonly unevenness: number
  /** Lightness of the ground. */
  readonly groundLight: number
  /** Drawn pixels that are surrounded by drawn pixels: areas and pictures, not text. */
  readonly solid: number
  /** Drawn pixels with the blue or purple of links, and with any other colour. */
  readonly links: number
  readonly coloured: number
  /** Where the drawn part begins and ends. */
  readonly left: number
  readonly top: number
  readonly bottom: number
  /** Pixels of exactly the ground's colour. */
  readonly plain: number
  readonly elements: number
}

export function problemSignsOf(picture: Pixels): ProblemSigns {
  const { width, height, data } = picture
  const ground = groundOf(picture)
  const count = width * height
  const light = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    light[i] = 0.299 * part(data, i, 0) + 0.587 * part(data, i, 1) + 0.114 * part(data, i, 2)
  }
  let [drawn, solid, links, coloured] = [0, 0, 0, 0]
  let [left, top, bottom] = [width, height, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!ground.drawn[i]) continue
      drawn += 1
      left = Math.min(left, x)
      top = Math.min(top, y)
      bottom = y + 1
      if (isSolid(ground.drawn, width, height, x, y)) solid += 1
      const [red, green, blue] = [part(data, i, 0), part(data, i, 1), part(data, i, 2)]
      const purity = Math.max(red, green, blue) - Math.min(red, green, blue)
      if (purity < colourMin) continue
      if (blue === Math.max(red, green, blue) && blue - green >= purity - 20) links += 1
      else coloured += 1
    }
  }
  return {
    drawn: drawn / count,
    ...textureOf(light, width, height),
    groundLight: (0.299 * ground.colour[0] + 0.587 * ground.colour[1] + 0.114 * ground.colour[2]) / 255,
    solid: share(solid, drawn),
    links: share(links, drawn),
    coloured: share(coloured, drawn),
    left: drawn === 0 ? 0 : left / width,
    top: drawn === 0 ? 0 : top / height,
    bottom: bottom / height,
    plain: ground.plainShare,
    elements: elementsOf(picture, ground).length,
  }
}

/** The problem that the signs show, if any. */
export function problemIn(signs: ProblemSigns): Problem | undefined {
  const { drawn, deviation, roughnessMin, unevenness, groundLight, solid, links, coloured, left, plain, elements } =
    signs
  if (drawn < blankDrawnMax && deviation < blankDeviationMax) return 'blank'
  const isRough = roughnessMin >= noiseRoughnessMin && deviation >= noiseDeviationMin
  if (isRough && unevenness <= noiseUnevennessMax) return 'noise'
  if (isLonely(signs)) return 'error_page'
  const isBareText = solid < bareSolidMax && coloured < bareColouredMax && plain >= barePlainMin
  if (!isBareText) return undefined
  const isAtEdge = left <= bareMarginMax
  if (links >= linksMin) return groundLight >= whiteMin && isAtEdge ? 'unstyled' : undefined
  const isMessage = drawn < messageDrawnMax && elements <= messageElementsMax
  const isListing = isAtEdge && elements <= listingElementsMax
  return isMessage || isListing ? 'error_page' : undefined
}

/** A "not found" illustration: a drawing and a line or two in the middle of nothing, without navigation or footer. */
function isLonely({ drawn, plain, elements, top, bottom }: ProblemSigns): boolean {
  const isInMiddle = top >= lonelyMarginMin && bottom <= 1 - lonelyMarginMin
  const isLittle = elements >= lonelyElements.min && elements <= lonelyElements.max && drawn < lonelyDrawnMax
  return isInMiddle && isLittle && plain >= lonelyPlainMin
}

// The limits lie well between broken pages and pictures that nobody labelled: see bench/problems.ts.
const blankDrawnMax = 0.002
const blankDeviationMax = 2
const noiseRoughnessMin = 0.85
const noiseDeviationMin = 4
/** Grass is as rough as noise, and some of it is in the shade. */
const noiseUnevennessMax = 0.15
/** Text is thin, and without a style sheet it is black, apart from links. */
const bareSolidMax = 0.01
const bareColouredMax = 0.005
const barePlainMin = 0.5
/** The margin of a page without a style sheet is 8 pixels. */
const bareMarginMax = 0.03
const linksMin = 0.03
const whiteMin = 0.99
const messageDrawnMax = 0.035
const messageElementsMax = 4
const listingElementsMax = 2

const lonelyMarginMin = 0.2
const lonelyElements = { min: 2, max: 5 }
const lonelyDrawnMax = 0.12
const lonelyPlainMin = 0.85

/** A weaker colour counts as grey. */
const colourMin = 40

function part(data: Uint8Array, pixel: number, channel: 0 | 1 | 2): number {
  return data[3 * pixel + channel] as number
}

function share(count: number, total: number): number {
  return total === 0 ? 0 : count / total
}

function isSolid(drawn: Uint8Array, width: number, height: number, x: number, y: number): boolean {
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const [column, row] = [x + dx, y + dy]
      if (column >= 0 && column < width && row >= 0 && row < height && !drawn[row * width + column]) return false
    }
  }
  return true
}

/** The deviation of the light, and how much of it is between neighbours, in all and in the calmest ninth. */
function textureOf(light: Float32Array, width: number, height: number) {
  const ninths = Array.from({ length: 9 }, (_, i) => roughnessIn(light, width, height, i % 3, Math.floor(i / 3)))
  const deviation = Math.sqrt(meanOf(ninths.map(({ variance }) => variance)))
  const mean = meanOf(ninths.map((one) => one.mean))
  const farthest = Math.max(...ninths.map((one) => Math.abs(one.mean - mean)))
  return {
    deviation,
    unevenness: deviation === 0 ? 0 : farthest / deviation,
    roughnessMin: Math.min(...ninths.map((one) => (one.variance === 0 ? 0 : one.between / one.variance))),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

function roughnessIn(light: Float32Array, width: number, height: number, column: number, row: number) {
  const [x0, x1] = [Math.floor((column * width) / 3), Math.floor(((column + 1) * width) / 3)]
  const [y0, y1] = [Math.floor((row * height) / 3), Math.floor(((row + 1) * height) / 3)]
  let [count, sum, squares, steps, between] = [0, 0, 0, 0, 0]
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const value = light[y * width + x] as number
      count += 1
      sum += value
      squares += value ** 2
      if (x + 2 >= x1) continue
      // Two apart, because reducing a picture blends neighbours.
      steps += 1
      between += (value - (light[y * width + x + 2] as number)) ** 2 / 2
    }
  }
  if (count === 0 || steps === 0) return { mean: 0, variance: 0, between: 0 }
  return { mean: sum / count, variance: Math.max(0, squares / count - (sum / count) ** 2), between: between / steps }
}
