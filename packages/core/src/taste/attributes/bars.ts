import type { Pixels } from './pixels.ts'

/** No channel of a bar is lighter. Light and coloured margins belong to the design of a page. */
const blackMax = 24
/** This share of a line of a bar is black. */
const barMin = 0.995
/** Of the first whole line beside a bar, this share is not: what has margins does not fill the space between them. */
const pictureMin = 0.6
/** A bar's share of the side. Two bars leave at least a third of it. */
const thicknessMin = 0.03
const thicknessMax = 1 / 3
/** How much the two bars may differ, as a share of the thicker one, besides two lines. */
const differenceMax = 0.1
/** Scaling blends the picture into the last line of the bar. */
const blendedLines = 1

/** Lines from one edge to the opposite one. */
interface Lines {
  readonly count: number
  readonly length: number
  /** The first byte of a pixel. */
  readonly byteAt: (line: number, position: number) => number
}

/**
 * The picture without letterbox or pillarbox bars: black ones of the same thickness on opposite sides. They are not part of
 * the picture, but would make it darker, emptier and more symmetric.
 */
export function withoutBars(pixels: Pixels): Pixels {
  const rows = barsOf(pixels, rowsOf(pixels))
  const upright = rows === 0 ? pixels : cropped(pixels, 0, rows)
  const columns = barsOf(upright, columnsOf(upright))
  return columns === 0 ? upright : cropped(upright, columns, 0)
}

function rowsOf({ width, height }: Pixels): Lines {
  return { count: height, length: width, byteAt: (line, position) => 3 * (line * width + position) }
}

function columnsOf({ width, height }: Pixels): Lines {
  return { count: width, length: height, byteAt: (line, position) => 3 * (position * width + line) }
}

/** How many lines to cut on either side; 0 without bars. */
function barsOf({ data }: Pixels, lines: Lines): number {
  const { count, length, byteAt } = lines
  const blackShare = (line: number) => {
    let black = 0
    for (let position = 0; position < length; position++) {
      const at = byteAt(line, position)
      if (Math.max(data[at] as number, data[at + 1] as number, data[at + 2] as number) <= blackMax) black += 1
    }
    return black / length
  }
  const thickest = Math.floor(count * thicknessMax)
  const thicknessFrom = (lineAt: (offset: number) => number) => {
    let thickness = 0
    while (thickness <= thickest && blackShare(lineAt(thickness)) >= barMin) thickness += 1
    const picture = lineAt(Math.min(count - 1, thickness + blendedLines))
    const isBar = thickness >= count * thicknessMin && thickness <= thickest && blackShare(picture) <= 1 - pictureMin
    return isBar ? thickness : 0
  }
  const first = thicknessFrom((offset) => offset)
  if (first === 0) return 0
  const last = thicknessFrom((offset) => count - 1 - offset)
  const thicker = Math.max(first, last)
  if (last === 0 || thicker - Math.min(first, last) > Math.max(2, thicker * differenceMax)) return 0
  return thicker + blendedLines
}

function cropped({ width, height, data }: Pixels, left: number, top: number): Pixels {
  const [innerWidth, innerHeight] = [width - 2 * left, height - 2 * top]
  const inner = new Uint8Array(innerWidth * innerHeight * 3)
  for (let y = 0; y < innerHeight; y++) {
    const start = 3 * ((top + y) * width + left)
    inner.set(data.subarray(start, start + 3 * innerWidth), 3 * y * innerWidth)
  }
  return { width: innerWidth, height: innerHeight, data: inner }
}
