import { type Ground, groundOf, hasLayout } from '../advice/elements.ts'
import type { Pixels } from '../attributes/pixels.ts'

const flatPixelsMax = 512 ** 2
/** Channels that differ by less are equal, apart from compression. */
const flatDifferenceMax = 4
/** A photograph has hardly any flat area. */
const flatShareMin = 0.2

/**
 * The pixels of flat areas, in one row: the colours that somebody chose, without the blends around letters. All pixels
 * if a picture has few flat areas.
 */
export function flatPixelsOf(picture: Pixels): Pixels {
  const { width, height, data } = picture
  const isFlat = (at: number) =>
    [0, 1, 2].every((channel) => {
      const value = data[at + channel] as number
      const [left, above] = [data[at + channel - 3] as number, data[at + channel - 3 * width] as number]
      return Math.abs(value - left) <= flatDifferenceMax && Math.abs(value - above) <= flatDifferenceMax
    })
  const all: number[] = []
  const flat: number[] = []
  const step = Math.ceil((width * height) / flatPixelsMax)
  for (let i = width + 1; i < width * height; i += step) {
    all.push(3 * i)
    if (i % width > 0 && isFlat(3 * i)) flat.push(3 * i)
  }
  const chosen = flat.length >= flatShareMin * all.length ? flat : all
  if (chosen.length === 0) return picture
  const row = new Uint8Array(3 * chosen.length)
  for (const [i, at] of chosen.entries()) row.set(data.subarray(at, at + 3), 3 * i)
  return { width: chosen.length, height: 1, data: row }
}

/** What can be measured of the design of a screen, in its pixels. */
export interface ScreenDesign {
  /** The sizes of the lines of text, and how many letters each has. */
  readonly texts: readonly { readonly size: number; readonly letters: number }[]
  /** The distances between neighbours. */
  readonly gaps: readonly number[]
  /** How far the corners of buttons, panels and pictures are rounded. A pill is rounded as far as it can be. */
  readonly corners: readonly { readonly radius: number; readonly isPill: boolean }[]
}

/** Connected pixels, or a line of them; `right` and `bottom` are outside. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Line extends Box {
  readonly size: number
  readonly letters: number
}

const nothing: ScreenDesign = { texts: [], gaps: [], corners: [] }

/** A picture with more is a texture, and comparing all with each other would take long. */
const lettersMax = 10_000
const neighboursMax = 500
/** More of a kind would not change what is typical. */
const listMax = 500

/** The parts of parts, such as the label of a button on a panel, are deep enough. */
const depthMax = 2

/** Undefined for a picture without a layout, such as a photograph. */
export function measureScreenDesign(picture: Pixels): ScreenDesign | undefined {
  if (!hasLayout(groundOf(picture))) return undefined
  const { texts, gaps, corners } = designIn(picture, depthMax)
  return { texts: texts.slice(0, listMax), gaps: gaps.slice(0, listMax), corners: corners.slice(0, listMax) }
}

function designIn(picture: Pixels, depth: number): ScreenDesign {
  const ground = groundOf(picture)
  if (!hasLayout(ground)) return nothing
  const parts = connectedParts(picture, ground)
  const letters = parts.filter(isLetter)
  const lines = letters.length > lettersMax ? [] : linesOf(letters)
  const panels = parts.filter((part) => isPanel(picture, ground, part) && !lines.some((line) => contains(line, part)))
  const inner = depth === 0 ? [] : panels.filter(canContain).map((panel) => designIn(cut(picture, panel), depth - 1))
  return {
    texts: [...lines.map(({ size, letters }) => ({ size, letters })), ...inner.flatMap(({ texts }) => texts)],
    gaps: [...gapsBetween([...paragraphsOf(lines), ...panels]), ...inner.flatMap(({ gaps }) => gaps)],
    corners: [...panels.map((panel) => cornerOf(picture, ground, panel)), ...inner.flatMap(({ corners }) => corners)],
  }
}

/** The boxes of all connected drawn pixels, from the left. Pixels of less than half of a letter's contrast are its fringe. */
function connectedParts(
  { width, height, data }: Pixels,
  { colour: [red, green, blue], drawn }: Ground,
): readonly Box[] {
  const contrast = new Uint8Array(drawn.length)
  for (let i = 0, at = 0; i < contrast.length; i++, at += 3) {
    contrast[i] = Math.max(
      Math.abs((data[at] as number) - red),
      Math.abs((data[at + 1] as number) - green),
      Math.abs((data[at + 2] as number) - blue),
    )
  }
  const seen = new Uint8Array(drawn.length)
  const parts: Box[] = []
  for (let start = 0; start < drawn.length; start++) {
    if (!drawn[start] || seen[start]) continue
    seen[start] = 1
    const members = [start]
    let most = 0
    for (let next = 0; next < members.length; next++) {
      const i = members[next] as number
      most = Math.max(most, contrast[i] as number)
      const x = i % width
      const y = (i - x) / width
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const near = row * width + column
          if (!drawn[near] || seen[near]) continue
          seen[near] = 1
          members.push(near)
        }
      }
    }
    const whole = boxOf(members, width)
    const isStrong = (i: number) => 2 * (contrast[i] as number) >= most
    parts.push(isLetter(whole) ? boxOf(members.filter(isStrong), width) : whole)
  }
  return parts.sort((one, other) => one.left - other.left)
}

function boxOf(pixels: readonly number[], width: number): Box {
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 }
  for (const i of pixels) {
    const x = i % width
    const y = (i - x) / width
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x + 1)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  return box
}

const letterHeights = { min: 4, max: 120 }
/** Letters that touch count as one. */
const letterWidthMax = 3

function isLetter(box: Box): boolean {
  const height = heightOf(box)
  return height >= letterHeights.min && height <= letterHeights.max && widthOf(box) <= letterWidthMax * height
}

const lettersPerLineMin = 4
/** The gap between words, as a share of the height of the tallest letter. */
const wordGapMax = 1.2
const overlapMin = 0.4
/** The height of small letters and of capitals, as shares of the size of the type. */
const smallLetterShare = 0.53
const capitalShare = 0.72
/** In a line of small letters and capitals, the tall ones are at least so much taller. */
const mixedRatioMin = 1.2

/** Letters that stand beside each other, from the left. */
function linesOf(letters: readonly Box[]): readonly Line[] {
  const open: { readonly members: Box[]; last: Box; tall: number }[] = []
  for (const letter of letters) {
    const height = heightOf(letter)
    const line = open.findLast(({ last, tall }) => {
      const shared = Math.min(letter.bottom, last.bottom) - Math.max(letter.top, last.top)
      const isBeside = letter.left - last.right <= wordGapMax * Math.max(height, tall)
      return isBeside && shared >= overlapMin * Math.min(height, heightOf(last))
    })
    if (!line) {
      open.push({ members: [letter], last: letter, tall: height })
      continue
    }
    line.members.push(letter)
    line.last = letter
    line.tall = Math.max(line.tall, height)
  }
  return open.flatMap(({ members }) => (members.length < lettersPerLineMin ? [] : [lineOf(members)]))
}

function lineOf(letters: readonly Box[]): Line {
  const heights = letters.map(heightOf)
  const tall = quantile(heights, 0.9)
  // Dots, commas and dashes are lower than any letter.
  const low = quantile(
    heights.filter((height) => height >= 0.45 * tall),
    0.3,
  )
  const size = tall >= mixedRatioMin * low ? low / smallLetterShare : tall / capitalShare
  return { ...around(letters), size, letters: letters.length }
}

/** Lines of a paragraph are nearer to each other than this, as a share of the size of the type. */
const leadingMax = 1.1
const sameSizeRatioMax = 1.2

function paragraphsOf(lines: readonly Line[]): readonly Box[] {
  const paragraphs: Line[][] = []
  for (const line of lines.toSorted((one, other) => one.top - other.top)) {
    const paragraph = paragraphs.find((members) => {
      const last = members.at(-1) as Line
      const ratio = Math.max(last.size, line.size) / Math.min(last.size, line.size)
      return ratio <= sameSizeRatioMax && line.top - last.bottom <= leadingMax * line.size && isOver(last, line)
    })
    if (paragraph) paragraph.push(line)
    else paragraphs.push([line])
  }
  return paragraphs.map(around)
}

const panelSideMin = 16
/** The share of a straight side that must be drawn. */
const sideShareMin = 0.9

/** Whether a part is a box, filled or only outlined: a button, a panel or a picture. */
function isPanel(picture: Pixels, { drawn }: Ground, box: Box): boolean {
  if (Math.min(widthOf(box), heightOf(box)) < panelSideMin) return false
  const isDrawn = (x: number, y: number) => drawn[y * picture.width + x] === 1
  const [across, down] = [middleOf(box.left, box.right), middleOf(box.top, box.bottom)]
  const sides = [
    across.map((x) => isDrawn(x, box.top) || isDrawn(x, box.top + 1)),
    across.map((x) => isDrawn(x, box.bottom - 1) || isDrawn(x, box.bottom - 2)),
    down.map((y) => isDrawn(box.left, y) || isDrawn(box.left + 1, y)),
    down.map((y) => isDrawn(box.right - 1, y) || isDrawn(box.right - 2, y)),
  ]
  return sides.every((side) => side.filter(Boolean).length >= sideShareMin * side.length)
}

/** The places along a side between its rounded ends, which the side of a pill does not have. */
function middleOf(from: number, to: number): readonly number[] {
  const middle = (from + to) / 2
  const reach = Math.max(1, (to - from) / 8)
  return Array.from({ length: Math.ceil(2 * reach) }, (_, i) => Math.floor(middle - reach + i))
}

/** The share of a square that is outside of a circle in it. */
const outsideShare = 1 - Math.PI / 4
const pillShareMin = 0.9

/** The radius of a circle that leaves out as much of a corner: the median of the four corners. */
function cornerOf({ width }: Pixels, { drawn }: Ground, box: Box): ScreenDesign['corners'][number] {
  const reach = Math.floor(Math.min(widthOf(box), heightOf(box)) / 2)
  const leftOut = [false, true].flatMap((isRight) =>
    [false, true].map((isBottom) => {
      let sum = 0
      for (let row = 0; row < reach; row++) {
        const y = isBottom ? box.bottom - 1 - row : box.top + row
        let column = 0
        while (column < reach && !drawn[y * width + (isRight ? box.right - 1 - column : box.left + column)]) column += 1
        if (column === 0) break
        sum += column
      }
      return sum
    }),
  )
  const radius = Math.min(reach, Math.sqrt(quantile(leftOut, 0.5) / outsideShare))
  return { radius, isPill: radius >= pillShareMin * reach }
}

const containerSideMin = 24

function canContain(box: Box): boolean {
  return Math.min(widthOf(box), heightOf(box)) >= containerSideMin
}

/** Without the frame around it. */
function cut({ width, data }: Pixels, box: Box): Pixels {
  const inset = 2
  const [across, down] = [widthOf(box) - 2 * inset, heightOf(box) - 2 * inset]
  const copy = new Uint8Array(3 * across * down)
  for (let y = 0; y < down; y++) {
    const from = 3 * ((box.top + inset + y) * width + box.left + inset)
    copy.set(data.subarray(from, from + 3 * across), 3 * y * across)
  }
  return { width: across, height: down, data: copy }
}

/** From each box to the nearest one below it, and to the nearest one on its right. */
function gapsBetween(boxes: readonly Box[]): readonly number[] {
  if (boxes.length > neighboursMax) return []
  const turned = boxes.map(({ left, top, right, bottom }) => ({ left: top, top: left, right: bottom, bottom: right }))
  return [...gapsBelow(boxes), ...gapsBelow(turned)]
}

function gapsBelow(boxes: readonly Box[]): readonly number[] {
  return boxes.flatMap((box) => {
    const gaps = boxes.flatMap((other) =>
      other.top >= box.bottom && isOver(box, other) ? [other.top - box.bottom] : [],
    )
    return gaps.length === 0 ? [] : [Math.min(...gaps)]
  })
}

function isOver(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right
}

function contains(outer: Box, { left, top, right, bottom }: Box): boolean {
  return left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom
}

function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

function widthOf({ left, right }: Box): number {
  return right - left
}

function heightOf({ top, bottom }: Box): number {
  return bottom - top
}

function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((one, other) => one - other)
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0
}
