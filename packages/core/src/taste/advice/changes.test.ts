import { expect, test } from 'vitest'
import { measureAttributes, type Pixels } from '../attributes.ts'
import { type ChangeName, changeNames, changeOf, withChange as withStep } from './changes.ts'
import { elementsOf, groundOf } from './elements.ts'
import { noiseAt } from './pixel-edits.ts'

const withChange = (picture: Pixels, change: ChangeName) => withStep(picture, { change, amount: 0.5 })

type Box = readonly [left: number, top: number, width: number, height: number]

const boxes: readonly Box[] = [
  [20, 16, 60, 8],
  [24, 40, 80, 10],
  [18, 64, 30, 24],
  [70, 66, 30, 24],
  [120, 64, 30, 26],
]

/** Boxes in several colours on a light page. */
function page(): Pixels {
  const [width, height] = [200, 140]
  const data = new Uint8Array(3 * width * height).fill(240)
  for (const [i, [left, top, boxWidth, boxHeight]] of boxes.entries()) {
    for (let y = top; y < top + boxHeight; y++) {
      for (let x = left; x < left + boxWidth; x++)
        data.set([200 - 40 * i, 40 + 30 * i, 60 + 10 * i], 3 * (y * width + x))
    }
  }
  return { width, height, data }
}

/** No two neighbouring pixels are alike. */
function photograph(): Pixels {
  const [width, height] = [120, 90]
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = 60 + 50 * Math.sin(x / 9) + 40 * Math.cos(y / 7) + 30 * noiseAt(x, y)
      data.set(
        [value + 30, value, value - 20].map((part) => Math.max(0, part)),
        3 * (y * width + x),
      )
    }
  }
  return { width, height, data }
}

const onlyForPages: readonly ChangeName[] = [
  ...(['more_space', 'less_space', 'fewer_elements', 'more_elements'] as const),
  ...(['larger_text', 'smaller_text', 'aligned', 'freer'] as const),
]

/** Like a Node buffer, with which decoders answer. */
class SharedBytes extends Uint8Array {
  override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(start, end) as Uint8Array<ArrayBuffer>
  }
}

const isSame = (one: Uint8Array, other: Uint8Array) => one.every((byte, i) => byte === other[i])

test.each(changeNames)('%s leaves the picture as it is and changes a copy of the same size', (name) => {
  for (const picture of [page(), photograph()]) {
    const before = picture.data.slice()
    const shared = new SharedBytes(picture.data)
    const edited = withChange({ ...picture, data: shared }, name)
    expect(isSame(shared, before)).toBe(true)
    if (!edited) continue
    expect(edited).toMatchObject({ width: picture.width, height: picture.height })
    expect(isSame(edited.data, before)).toBe(false)
    expect(edited.data).toHaveLength(before.length)
  }
})

test('changes of the layout mean nothing for a photograph, and a crop nothing for a page', () => {
  for (const name of onlyForPages) expect(withChange(photograph(), name), name).toBeUndefined()
  expect(withChange(page(), 'crop_closer')).toBeUndefined()
  expect(withChange(page(), 'straighter')).toBeUndefined()
})

test.each([
  ['lighter', 'brightness', 1],
  ['darker', 'brightness', -1],
  ['muted', 'saturation', -1],
  ['purer', 'saturation', 1],
  ['warmer', 'warmth', 1],
  ['cooler', 'warmth', -1],
  ['more_contrast', 'contrast', 1],
  ['less_contrast', 'contrast', -1],
  ['softer', 'sharpness', -1],
  ['more_texture', 'texture', 1],
] as const)('%s moves %s', (name, attribute, way) => {
  const edited = withChange(photograph(), name) as Pixels
  const moved = measureAttributes(edited)[attribute] - measureAttributes(photograph())[attribute]
  expect(Math.sign(moved)).toBe(way)
  expect(changeOf(name).moves).toHaveProperty(attribute, way)
})

const elementsIn = (picture: Pixels) => elementsOf(picture, groundOf(picture))

test('elements are found, removed, repeated, enlarged and aligned', () => {
  expect(elementsIn(page())).toHaveLength(boxes.length)
  const after = (name: ChangeName) => elementsIn(withChange(page(), name) as Pixels)
  expect(after('fewer_elements').length).toBe(2)
  expect(after('more_elements').length).toBeGreaterThan(boxes.length)
  const heightOf = (elements: ReturnType<typeof elementsIn>) => Math.min(...elements.map(({ height }) => height))
  expect(heightOf(after('larger_text'))).toBeGreaterThan(heightOf(elementsIn(page())))
  const leftEdges = (elements: ReturnType<typeof elementsIn>) =>
    elements
      .map(({ left }) => left)
      .sort((a, b) => a - b)
      .slice(0, 3)
  const spread = (lefts: readonly number[]) => (lefts.at(-1) ?? 0) - (lefts[0] ?? 0)
  expect(spread(leftEdges(after('aligned')))).toBeLessThan(spread(leftEdges(elementsIn(page()))))
  expect(groundOf(withChange(page(), 'more_space') as Pixels).share).toBeGreaterThan(groundOf(page()).share)
  expect(groundOf(withChange(page(), 'less_space') as Pixels).share).toBeLessThan(groundOf(page()).share)
})
