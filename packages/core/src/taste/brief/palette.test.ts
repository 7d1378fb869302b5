import { expect, test } from 'vitest'
import { readPalette } from '../attributes/palette.ts'
import { readPlanes } from '../attributes/planes.ts'
import { designColoursOf, paletteColoursMax, paletteOf } from './palette.ts'

type Colour = readonly [number, number, number]

/** The colours of vertical stripes. */
function striped(...colours: readonly Colour[]) {
  const [width, height] = [colours.length * 8, 16]
  const data = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) data.set(colours[(pixel % width) >> 3] as Colour, pixel * 3)
  return readPalette(readPlanes({ width, height, data }))
}

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]
const red: Colour = [222, 41, 33]

test('the palette has the colours of all pictures by share, neutral ones included', () => {
  const palette = paletteOf([striped(white, white, white, red), striped(white, black)])
  expect(palette).toEqual([
    { hex: '#ffffff', share: 0.625 },
    { hex: '#000000', share: 0.25 },
    { hex: expect.stringMatching(/^#d[d-f]2[0-9a-f]2[0-9a-f]$/), share: 0.125 },
  ])
})

test('every picture counts the same, whatever its size', () => {
  const large = striped(...Array.from({ length: 20 }, () => white))
  expect(paletteOf([large, striped(black)]).map(({ share }) => share)).toEqual([0.5, 0.5])
})

test('similar shades count as one colour', () => {
  expect(paletteOf([striped([200, 40, 30], [206, 46, 36], [198, 38, 34])])).toHaveLength(1)
})

test('a palette has at most eight colours and none that covers less than 2 %', () => {
  const hues: readonly Colour[] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
    [0, 255, 255],
    [255, 0, 255],
    [128, 128, 128],
    [128, 0, 0],
    black,
    white,
  ]
  expect(paletteOf([striped(...hues)])).toHaveLength(paletteColoursMax)
  const rare = striped(...Array.from({ length: 60 }, (_, i) => (i === 0 ? red : white)))
  expect(paletteOf([rare])).toHaveLength(1)
  expect(paletteOf([])).toEqual([])
})

test('accents are ranked by how many pictures use them and how much they stand out, not by area', () => {
  const many = (colour: Colour, count: number) => Array.from({ length: count }, () => colour)
  const pale: Colour = [222, 230, 238]
  const pictures = [1, 2, 3].map(() => striped(...many(white, 30), ...many(pale, 15), red))
  const found = designColoursOf([...pictures, striped(...many(black, 30), red)])
  expect(found?.background).toEqual({ hex: '#ffffff', pictures: 3 })
  expect(found?.accents).toEqual([{ hex: expect.stringMatching(/^#d[d-f]2[0-9a-f]2[0-9a-f]$/), pictures: 4 }])
  expect(designColoursOf([])).toBeUndefined()
})
