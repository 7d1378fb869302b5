import type { Pixels } from '../attributes/pixels.ts'

/** The colour of the background, and which pixels have it. */
export interface Ground {
  readonly colour: readonly [number, number, number]
  readonly share: number
  /** The share of pixels that have exactly this colour, up to the noise of compression: small in a sky. */
  readonly plainShare: number
  /** 1 where a pixel differs from the ground. */
  readonly drawn: Uint8Array
}

/** An element of a page: a box of pixels that is surrounded by ground. */
export interface ElementBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Channels that differ by less are the same colour, such as a card and the page that it lies on. */
const differenceMin = 20
const plainDifferenceMax = 3
/** The side of the blocks in which elements are found, as a share of the picture's side. */
const blocksPerSide = 64
/** A block with a smaller share of drawn pixels is empty. */
const blockShareMin = 0.06

/** With less ground there is no layout: this is a photograph, or a page full of pictures. */
const groundShareMin = 0.3
const plainShareMin = 0.15

export function hasLayout({ share, plainShare }: Ground): boolean {
  return share >= groundShareMin && plainShare >= plainShareMin
}

/** The ground of pictures that are edited several times. Their pixels never change. */
const grounds = new WeakMap<Pixels, Ground>()

/** The most frequent colour. */
export function groundOf(picture: Pixels): Ground {
  const known = grounds.get(picture)
  if (known) return known
  const ground = findGround(picture)
  grounds.set(picture, ground)
  return ground
}

function findGround({ width, height, data }: Pixels): Ground {
  const counts = new Uint32Array(4096)
  const bucketAt = (at: number) =>
    (((data[at] as number) >> 4) << 8) | (((data[at + 1] as number) >> 4) << 4) | ((data[at + 2] as number) >> 4)
  for (let at = 0; at < data.length; at += 3) {
    const bucket = bucketAt(at)
    counts[bucket] = (counts[bucket] as number) + 1
  }
  const fullest = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
  const sum = [0, 0, 0] as [number, number, number]
  for (let at = 0; at < data.length; at += 3) {
    if (bucketAt(at) !== fullest) continue
    sum[0] += data[at] as number
    sum[1] += data[at + 1] as number
    sum[2] += data[at + 2] as number
  }
  const count = counts[fullest] as number
  const colour = sum.map((part) => Math.round(part / count)) as [number, number, number]
  const drawn = new Uint8Array(width * height)
  const [red, green, blue] = colour
  let [same, plain] = [0, 0]
  for (let i = 0, at = 0; i < drawn.length; i++, at += 3) {
    const difference = Math.max(
      Math.abs((data[at] as number) - red),
      Math.abs((data[at + 1] as number) - green),
      Math.abs((data[at + 2] as number) - blue),
    )
    if (difference >= differenceMin) drawn[i] = 1
    else same += 1
    if (difference <= plainDifferenceMax) plain += 1
  }
  return { colour, share: same / drawn.length, plainShare: plain / drawn.length, drawn }
}

/** The elements of a page, smallest first. Letters and words that are near each other are one element. */
export function elementsOf({ width, height }: Pixels, { drawn }: Ground): readonly ElementBox[] {
  const [columns, rows] = [Math.min(width, blocksPerSide), Math.min(height, blocksPerSide)]
  const counts = new Uint32Array(columns * rows)
  const blockOf = (x: number, y: number) =>
    Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = blockOf(x, y)
      counts[block] = (counts[block] as number) + (drawn[y * width + x] as number)
    }
  }
  const filledMin = Math.max(1, blockShareMin * ((width * height) / (columns * rows)))
  const isFilled = (column: number, row: number) =>
    column >= 0 && column < columns && row >= 0 && row < rows && (counts[row * columns + column] as number) >= filledMin
  const seen = new Uint8Array(columns * rows)
  const boxes: ElementBox[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (seen[row * columns + column] || !isFilled(column, row)) continue
      let [left, right, top, bottom] = [column, column, row, row]
      const waiting = [[column, row] as const]
      seen[row * columns + column] = 1
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [x, y] = next
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
        for (const [nearX, nearY] of [
          [x - 2, y],
          [x - 1, y],
          [x + 1, y],
          [x + 2, y],
          [x, y - 1],
          [x, y + 1],
        ] as const) {
          if (!isFilled(nearX, nearY) || seen[nearY * columns + nearX]) continue
          seen[nearY * columns + nearX] = 1
          waiting.push([nearX, nearY])
        }
      }
      const [x0, y0] = [Math.floor((left * width) / columns), Math.floor((top * height) / rows)]
      const [x1, y1] = [Math.ceil(((right + 1) * width) / columns), Math.ceil(((bottom + 1) * height) / rows)]
      boxes.push({ left: x0, top: y0, width: x1 - x0, height: y1 - y0 })
    }
  }
  return boxes.sort((one, other) => one.width * one.height - other.width * other.height)
}
