export interface WallOptions {
  readonly width: number
  /** The height that rows aim for. */
  readonly rowHeight: number
  readonly gap: number
  /** Space for the text under each picture. */
  readonly captionHeight: number
  /** A line of this height stands before the picture with this index. */
  readonly line?: { readonly before: number; readonly height: number } | undefined
}

/** Where a picture is: `height` without the caption. */
export interface WallBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WallLayout {
  readonly boxes: readonly WallBox[]
  readonly lineY: number | undefined
  readonly height: number
}

/** Width by height of a picture whose size is not known. */
export const usualRatio = 4 / 3
/** Very wide and very tall pictures get a box of this shape, so that they do not fill a row alone or vanish. */
const [ratioMin, ratioMax] = [0.45, 3]
/** The last row is not stretched, and a picture that is alone does not get taller than this. */
const stretchMax = 1.4

/** The space between pictures: less between small ones. */
export function wallGap(rowHeight: number, width: number): number {
  if (rowHeight < 100) return 4
  return width < 600 ? 10 : 16
}

/** Justified rows: pictures keep their proportions, and every full row fills the width. */
export function layoutWall(ratios: readonly number[], options: WallOptions): WallLayout {
  const { line } = options
  if (line === undefined || line.before >= ratios.length) return { ...layoutRows(ratios, options, 0), lineY: undefined }
  const above = layoutRows(ratios.slice(0, line.before), options, 0)
  const below = layoutRows(ratios.slice(line.before), options, above.height + line.height)
  return { boxes: [...above.boxes, ...below.boxes], lineY: above.height, height: below.height }
}

function layoutRows(ratios: readonly number[], options: WallOptions, top: number) {
  const { width, rowHeight, gap, captionHeight } = options
  const boxes: WallBox[] = []
  let y = top
  for (let start = 0; start < ratios.length; ) {
    const end = endOfRow(ratios, start, options)
    const row = ratios.slice(start, end).map(boxRatio)
    const filling = (width - gap * (row.length - 1)) / row.reduce((sum, ratio) => sum + ratio, 0)
    const isLast = end === ratios.length
    const height = Math.floor(Math.min(filling, isLast ? rowHeight : rowHeight * stretchMax))
    let x = 0
    for (const ratio of row) {
      boxes.push({ x, y, width: Math.floor(ratio * height), height })
      x += Math.floor(ratio * height) + gap
    }
    y += height + captionHeight + gap
    start = end
  }
  return { boxes, height: y }
}

/** The row ends where it comes closest to the wanted height. */
function endOfRow(ratios: readonly number[], start: number, { width, rowHeight, gap }: WallOptions): number {
  let sum = 0
  let before = Number.POSITIVE_INFINITY
  for (let i = start; i < ratios.length; i++) {
    sum += boxRatio(ratios[i] ?? usualRatio)
    const height = (width - gap * (i - start)) / sum
    if (height <= rowHeight) return before - rowHeight < rowHeight - height && i > start ? i : i + 1
    before = height
  }
  return ratios.length
}

function boxRatio(ratio: number): number {
  return Math.min(ratioMax, Math.max(ratioMin, ratio))
}

/** The picture in the row above (-1) or below (1) that is closest to this one. */
export function neighbourInRow(boxes: readonly WallBox[], at: number, direction: 1 | -1): number {
  const from = boxes[at]
  if (!from) return at
  let best = at
  let row: number | undefined
  for (let i = at + direction; i >= 0 && i < boxes.length; i += direction) {
    const box = boxes[i]
    if (!box || box.y === from.y) continue
    row ??= box.y
    if (box.y !== row) break
    const closest = boxes[best]
    if (best === at || !closest || distance(box, from) < distance(closest, from)) best = i
  }
  return best
}

function distance(one: WallBox, other: WallBox): number {
  return Math.abs(one.x + one.width / 2 - other.x - other.width / 2)
}

/** One picture below the other, each in a row of the same height. */
export function layoutColumn(count: number, { width, rowHeight, gap, line }: WallOptions): WallLayout {
  const lineAt = line !== undefined && line.before < count ? line.before : undefined
  const shift = (i: number) => (lineAt !== undefined && i >= lineAt ? (line?.height ?? 0) : 0)
  const boxes = Array.from({ length: count }, (_, i) => ({
    ...{ x: 0, y: i * (rowHeight + gap) + shift(i), width, height: rowHeight },
  }))
  const lineY = lineAt === undefined ? undefined : lineAt * (rowHeight + gap)
  return { boxes, lineY, height: count * (rowHeight + gap) + shift(count) }
}
