import type { Pixels } from '../attributes/pixels.ts'
import { type ElementBox, elementsOf, type Ground, groundOf, hasLayout } from './elements.ts'
import { noiseAt, type PixelEdit } from './pixel-edits.ts'

/** A larger element, such as a panel, contains others and is left where it is. */
const elementShareMax = 0.35
const elementsMin = 3
/** The height of the largest text, as a share of the page's. */
const textHeightMax = 0.12
/** Between what is drawn and what is repeated below it, as a share of the height. */
const gapBelow = 0.02
/** Left edges that are no further apart, as a share of the width, were meant to be one. */
const alignmentReach = 0.07

/** Moves what is drawn apart and away from the margins. What no longer fits is below the end of the page. */
export const moreSpace: PixelEdit = (picture, strength) =>
  onLayout(picture, (ground) => {
    const all = elementsOf(picture, ground)
    const inset = 0.1 * strength
    const scale = 1 - 2 * inset
    const topOf = rowsAfter(picture.height, all, { drawn: scale, empty: 1 + 1.2 * strength })
    const canvas = filled(picture, ground)
    for (const box of all) {
      const left = Math.round(inset * picture.width + scale * box.left)
      draw(canvas, picture, box, { ...scaled(box, scale), left, top: topOf(box.top) })
    }
    return canvas
  })

/** Moves what is drawn together, and repeats the lower half of it where the page continues. */
export const lessSpace: PixelEdit = (picture, strength) =>
  onLayout(picture, (ground) => {
    const all = elementsOf(picture, ground).toSorted((one, other) => one.top - other.top)
    const topOf = rowsAfter(picture.height, all, { drawn: 1, empty: 1 - 0.8 * strength })
    const canvas = filled(picture, ground)
    const lower = all.slice(Math.floor(all.length / 2))
    const start = topOf(lower[0]?.top ?? 0)
    const end = Math.max(...all.map(({ top, height }) => topOf(top) + height))
    const step = end - start + Math.ceil(gapBelow * picture.height)
    for (const box of all) draw(canvas, picture, box, { ...box, top: topOf(box.top) })
    for (let down = step; start + down < picture.height; down += step) {
      for (const box of lower) draw(canvas, picture, box, { ...box, top: topOf(box.top) + down })
    }
    return canvas
  })

/** Removes elements, smallest first. */
export const removeElements: PixelEdit = (picture, strength) =>
  onLayout(picture, (ground, elements) => {
    const canvas = copied(picture)
    for (const box of elements.slice(0, Math.ceil(strength * elements.length))) erase(canvas, ground, box)
    return canvas
  })

/** Repeats elements where the page is empty. */
export const addElements: PixelEdit = (picture, strength) =>
  onLayout(picture, (ground, elements) => {
    const { width, height } = picture
    const canvas = copied(picture)
    const taken = Uint8Array.from(ground.drawn)
    const isFree = (x: number, y: number, box: ElementBox) => {
      for (let row = y; row < y + box.height; row += 2) {
        for (let column = x; column < x + box.width; column += 2) if (taken[row * width + column]) return false
      }
      return true
    }
    const step = Math.max(2, Math.round(width / 28))
    const small = elements.filter((box) => box.width * box.height < 0.08 * width * height)
    if (small.length === 0) return undefined
    const countMax = Math.round(40 * strength)
    let count = 0
    for (let y = step; y < height - step && count < countMax; y += step) {
      for (let x = step; x < width - step && count < countMax; x += step) {
        const box = small[(count * 7 + 3) % small.length] as ElementBox
        if (x + box.width >= width || y + box.height >= height || !isFree(x, y, box)) continue
        const area = { ...box, left: x, top: y }
        draw(canvas, picture, box, area)
        for (let row = y; row < y + box.height; row++) taken.fill(1, row * width + x, row * width + x + box.width)
        count += 1
      }
    }
    return count === 0 ? undefined : canvas
  })

export const largerText: PixelEdit = (picture, strength) => scaledText(picture, 1 + 0.9 * strength)
export const smallerText: PixelEdit = (picture, strength) => scaledText(picture, 1 - 0.6 * strength)

/** Moves elements whose left edges are nearly the same to one edge. */
export const align: PixelEdit = (picture, strength) =>
  onLayout(picture, (ground, elements) => {
    const reach = alignmentReach * picture.width
    const ascending = elements.toSorted((one, other) => one.left - other.left)
    const places: { readonly box: ElementBox; readonly left: number }[] = []
    for (let start = 0; start < ascending.length; ) {
      let end = start + 1
      while (end < ascending.length && at(ascending, end).left - at(ascending, start).left <= reach) end += 1
      const edge = at(ascending, Math.floor((start + end - 1) / 2)).left
      for (const box of ascending.slice(start, end)) {
        places.push({ box, left: Math.round(box.left + strength * (edge - box.left)) })
      }
      start = end
    }
    if (places.every(({ box, left }) => box.left === left)) return undefined
    return moved(
      picture,
      ground,
      places.map(({ box, left }) => ({ box, to: { ...box, left } })),
    )
  })

/** Moves every element a little, each in its own direction. */
export const misalign: PixelEdit = (picture, strength) =>
  onLayout(picture, (ground, elements) => {
    const off = (i: number, side: number) => Math.round((noiseAt(i, side) - 0.5) * 0.25 * strength * side)
    return moved(
      picture,
      ground,
      elements.map((box, i) => ({
        box,
        to: {
          ...box,
          left: within(box.left + off(i, picture.width), picture.width - box.width),
          top: within(box.top + off(i + 1000, picture.height) / 2, picture.height - box.height),
        },
      })),
    )
  })

/** Scales text where it is, and moves what is below it, as a page does when its text grows. */
function scaledText(picture: Pixels, scale: number): Pixels | undefined {
  return onLayout(picture, (ground, elements) => {
    const isText = ({ height }: ElementBox) => height <= textHeightMax * picture.height
    const texts = elements.filter(isText)
    if (texts.length === 0) return undefined
    const topOf = rowsAfter(picture.height, texts, { drawn: scale, empty: 1 })
    return moved(
      picture,
      ground,
      elements.map((box) => {
        const top = topOf(box.top)
        if (!isText(box)) return { box, to: { ...box, top } }
        // Larger text has as much width as before, and shows less in it.
        const shown = { ...box, width: Math.max(1, Math.round(box.width / Math.max(1, scale))) }
        return { box, shown, to: { ...scaled(shown, scale), top } }
      }),
    )
  })
}

/** Where each row is once the rows with and without boxes are scaled. */
function rowsAfter(
  rows: number,
  boxes: readonly ElementBox[],
  { drawn, empty }: { readonly drawn: number; readonly empty: number },
): (row: number) => number {
  const isDrawn = new Uint8Array(rows)
  for (const { top, height } of boxes) isDrawn.fill(1, top, top + height)
  const places = new Float32Array(rows + 1)
  for (let row = 0; row < rows; row++) places[row + 1] = (places[row] as number) + (isDrawn[row] ? drawn : empty)
  return (row) => Math.round(places[row] as number)
}

function scaled(box: ElementBox, scale: number): ElementBox {
  return {
    ...box,
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  }
}

/** Undefined for a picture without a layout. */
function onLayout(
  picture: Pixels,
  edit: (ground: Ground, elements: readonly ElementBox[]) => Pixels | undefined,
): Pixels | undefined {
  const ground = groundOf(picture)
  if (!hasLayout(ground)) return undefined
  const areaMax = elementShareMax * picture.width * picture.height
  const elements = elementsOf(picture, ground).filter(({ width, height }) => width * height <= areaMax)
  return elements.length < elementsMin ? undefined : edit(ground, elements)
}

function moved(
  picture: Pixels,
  ground: Ground,
  moves: readonly { readonly box: ElementBox; readonly to: ElementBox; readonly shown?: ElementBox }[],
): Pixels {
  const canvas = copied(picture)
  for (const { box } of moves) erase(canvas, ground, box)
  for (const { box, to, shown = box } of moves) draw(canvas, picture, shown, to)
  return canvas
}

function copied({ width, height, data }: Pixels): Pixels {
  // Not `slice`, which shares the memory of a Node buffer.
  return { width, height, data: new Uint8Array(data) }
}

function filled({ width, height }: Pixels, ground: Ground): Pixels {
  const canvas = { width, height, data: new Uint8Array(3 * width * height) }
  erase(canvas, ground, { left: 0, top: 0, width, height })
  return canvas
}

function erase({ width, data }: Pixels, { colour: [red, green, blue] }: Ground, box: ElementBox): void {
  for (let y = box.top; y < box.top + box.height; y++) {
    const end = 3 * (y * width + box.left + box.width)
    for (let at = 3 * (y * width + box.left); at < end; at += 3) {
      data[at] = red
      data[at + 1] = green
      data[at + 2] = blue
    }
  }
}

/** Draws a box of one picture into an area of another, at the area's size. What is outside is left out. */
function draw(canvas: Pixels, picture: Pixels, box: ElementBox, area: ElementBox): void {
  for (let y = Math.max(0, area.top); y < Math.min(canvas.height, area.top + area.height); y++) {
    const row = box.top + Math.floor(((y - area.top + 0.5) * box.height) / area.height)
    for (let x = Math.max(0, area.left); x < Math.min(canvas.width, area.left + area.width); x++) {
      const column = box.left + Math.floor(((x - area.left + 0.5) * box.width) / area.width)
      const [from, to] = [3 * (row * picture.width + column), 3 * (y * canvas.width + x)]
      canvas.data[to] = picture.data[from] as number
      canvas.data[to + 1] = picture.data[from + 1] as number
      canvas.data[to + 2] = picture.data[from + 2] as number
    }
  }
}

function within(value: number, max: number): number {
  return Math.round(Math.min(Math.max(0, max), Math.max(0, value)))
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index] as Item
}
