import type { Pixels } from '../attributes/pixels.ts'

/** A picture divided into cells, which are counted row by row. */
export interface Grid {
  readonly rows: number
  readonly columns: number
}

const cellsPerSideMin = 4
const cellsPerSideMax = 8

/** Four cells along the shorter side, and as many along the longer one as keeps them roughly square. */
export function gridFor(width: number, height: number): Grid {
  const along = (side: number) =>
    Math.min(cellsPerSideMax, Math.round((cellsPerSideMin * side) / Math.min(width, height)))
  return { rows: along(height), columns: along(width) }
}

/** Which cell of a grid is hidden. */
export interface HiddenCell extends Grid {
  readonly cell: number
}

/** In shares of the sides. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const wholeArea: Area = { left: 0, top: 0, right: 1, bottom: 1 }

function areaOf({ rows, columns, cell }: HiddenCell): Area {
  const [row, column] = [Math.floor(cell / columns), cell % columns]
  return { left: column / columns, top: row / rows, right: (column + 1) / columns, bottom: (row + 1) / rows }
}

/** A copy of a picture, or of the part of it that is shown, with a cell hidden. Undefined if the cell is not shown. */
export function withCellHidden(picture: Pixels, hidden: HiddenCell, shown = wholeArea): Pixels | undefined {
  const box = boxOf(picture, areaOf(hidden), shown)
  return box && withBoxHidden(picture, box)
}

/** A rectangle of pixels; `right` and `bottom` are outside. */
type Box = Area

/** The pixels of an area. Undefined if the picture does not show it. */
function boxOf({ width, height }: Pixels, area: Area, shown: Area): Box | undefined {
  const across = (share: number) => within(width, (share - shown.left) / (shown.right - shown.left))
  const down = (share: number) => within(height, (share - shown.top) / (shown.bottom - shown.top))
  const box = {
    left: Math.floor(across(area.left)),
    top: Math.floor(down(area.top)),
    right: Math.ceil(across(area.right)),
    bottom: Math.ceil(down(area.bottom)),
  }
  return box.left < box.right && box.top < box.bottom ? box : undefined
}

function within(side: number, share: number): number {
  return Math.min(side, Math.max(0, share * side))
}

/**
 * A copy of a picture in which a box shows its blurred surroundings: what a frame around the box shows, smoothed along
 * each of its sides and blended across. Nothing of the box itself remains.
 */
function withBoxHidden(picture: Pixels, box: Box): Pixels {
  const { width, height } = picture
  const data = Uint8Array.from(picture.data)
  const [across, down] = [box.right - box.left, box.bottom - box.top]
  const frame = Math.max(1, Math.round(frameShare * Math.min(across, down)))
  const sides = {
    left: box.left > 0 ? sideOf(picture, { ...box, left: Math.max(0, box.left - frame), right: box.left }, 'y') : null,
    right:
      box.right < width
        ? sideOf(picture, { ...box, left: box.right, right: Math.min(width, box.right + frame) }, 'y')
        : null,
    top: box.top > 0 ? sideOf(picture, { ...box, top: Math.max(0, box.top - frame), bottom: box.top }, 'x') : null,
    bottom:
      box.bottom < height
        ? sideOf(picture, { ...box, top: box.bottom, bottom: Math.min(height, box.bottom + frame) }, 'x')
        : null,
  }
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      // Each side counts as much as it is near.
      const left = sides.left ? 1 / (x + 1) : 0
      const right = sides.right ? 1 / (across - x) : 0
      const top = sides.top ? 1 / (y + 1) : 0
      const bottom = sides.bottom ? 1 / (down - y) : 0
      const total = left + right + top + bottom
      const to = 3 * ((box.top + y) * width + box.left + x)
      for (let channel = 0; channel < 3; channel++) {
        const sum =
          left * (sides.left?.[3 * y + channel] ?? 0) +
          right * (sides.right?.[3 * y + channel] ?? 0) +
          top * (sides.top?.[3 * x + channel] ?? 0) +
          bottom * (sides.bottom?.[3 * x + channel] ?? 0)
        data[to + channel] = Math.round(sum / total)
      }
    }
  }
  return { width, height, data }
}

/** How thick the frame is, as a share of the box's shorter side. */
const frameShare = 0.25

/** The mean colour of a strip beside the box at each place along it, smoothed. */
function sideOf({ width, data }: Pixels, { left, top, right, bottom }: Box, along: 'x' | 'y'): Float32Array {
  const length = along === 'x' ? right - left : bottom - top
  const thickness = along === 'x' ? bottom - top : right - left
  const means = new Float32Array(3 * length)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [from, to] = [3 * (y * width + x), 3 * (along === 'x' ? x - left : y - top)]
      for (let channel = 0; channel < 3; channel++) {
        means[to + channel] = (means[to + channel] as number) + (data[from + channel] as number) / thickness
      }
    }
  }
  return smoothed(means, Math.max(1, Math.round(length * frameShare)))
}

/** The mean of the colours up to `reach` away. */
function smoothed(colours: Float32Array, reach: number): Float32Array {
  const length = colours.length / 3
  return colours.map((_, at) => {
    const [place, channel] = [Math.floor(at / 3), at % 3]
    const [from, to] = [Math.max(0, place - reach), Math.min(length - 1, place + reach)]
    let sum = 0
    for (let i = from; i <= to; i++) sum += colours[3 * i + channel] as number
    return sum / (to - from + 1)
  })
}
