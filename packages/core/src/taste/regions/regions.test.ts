import { expect, test } from 'vitest'
import { measureAttributes, type Pixels } from '../attributes.ts'
import { gridFor, withCellHidden } from './hidden-cell.ts'
import { type CellHidden, regionsOf } from './regions.ts'

const grid = { rows: 4, columns: 4 }

/** Grey, with another colour in some places. */
function picture(width: number, height: number, colourAt: (x: number, y: number) => number | undefined): Pixels {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.fill(colourAt(x, y) ?? 128, 3 * (y * width + x), 3 * (y * width + x) + 3)
  }
  return { width, height, data }
}

test.each([
  [[300, 300], { rows: 4, columns: 4 }],
  [[1920, 1080], { rows: 4, columns: 7 }],
  [[390, 780], { rows: 8, columns: 4 }],
  [[1, 1], { rows: 4, columns: 4 }],
  [[8000, 100], { rows: 4, columns: 8 }],
  [[100, 8000], { rows: 8, columns: 4 }],
] as const)('a picture of %j has the grid %j', ([width, height], expected) => {
  expect(gridFor(width, height)).toEqual(expected)
})

test('a hidden cell shows its surroundings and nothing of itself, and the rest stays', () => {
  const isInside = (x: number, y: number) => x >= 40 && x < 60 && y >= 40 && y < 60
  const page = picture(80, 80, (x, y) => (isInside(x, y) ? 255 : undefined))
  const hidden = withCellHidden(page, { ...grid, cell: 10 }) as Pixels
  expect(hidden.data).toEqual(picture(80, 80, () => undefined).data)
  const other = withCellHidden(page, { ...grid, cell: 0 }) as Pixels
  expect(other.data).toEqual(page.data)
  expect(withCellHidden(page, { ...grid, cell: 6 })?.data).not.toEqual(page.data)
})

test('a hidden cell blends what is on its sides', () => {
  const ramp = picture(80, 80, (x) => 2 * x)
  const hidden = withCellHidden(ramp, { ...grid, cell: 5 }) as Pixels
  const furthest = hidden.data.reduce((most, part, i) => Math.max(most, Math.abs(part - (ramp.data[i] as number))), 0)
  expect(furthest).toBeLessThan(20)
})

test('of a part of the picture, only the cells that it shows are hidden', () => {
  const middle = picture(80, 80, (x, y) => x + y)
  const shown = { left: 0.25, top: 0, right: 0.75, bottom: 1 }
  expect(withCellHidden(middle, { ...grid, cell: 0 }, shown)).toBeUndefined()
  expect(withCellHidden(middle, { ...grid, cell: 3 }, shown)).toBeUndefined()
  const hidden = withCellHidden(middle, { ...grid, cell: 1 }, shown) as Pixels
  const isChanged = (x: number, y: number) => hidden.data[3 * (y * 80 + x)] !== middle.data[3 * (y * 80 + x)]
  expect([isChanged(30, 12), isChanged(50, 12), isChanged(30, 30)]).toEqual([true, false, false])
})

/** A score for each cell that is hidden, of a picture that has a busy dark square in its cell 2. */
function cellsOf(scoreOf: (cell: number) => number) {
  const page = picture(160, 160, (x, y) =>
    x >= 85 && x < 115 && y >= 5 && y < 35 ? ((x >> 1) + (y >> 1)) % 2 && 60 : undefined,
  )
  const cells = Array.from({ length: 16 }, (_, cell): CellHidden => {
    const hidden = withCellHidden(page, { ...grid, cell }) as Pixels
    return { score: scoreOf(cell), attributes: measureAttributes(hidden) }
  })
  return { whole: { score: 0.5, attributes: measureAttributes(page) }, cells }
}

test('effects say how much of the score is due to each cell, and words name the worst', () => {
  const { whole, cells } = cellsOf((cell) => (cell === 2 ? 0.7 : cell === 7 ? 0.46 : 0.5))
  const liked = [{ attribute: 'clutter' as const, wantsMore: false }]
  const { effects, words, ...shape } = regionsOf(grid, whole, cells, liked)
  expect(shape).toEqual(grid)
  expect(effects).toEqual([0, 0, -0.2, 0, 0, 0, 0, 0.04, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(words).toBe('mostly the top: busy')
})

test('what a cell is like is never what the profile wants more of', () => {
  const { whole, cells } = cellsOf((cell) => (cell === 2 ? 0.7 : 0.5))
  const wanted = (['clutter', 'edge_density'] as const).map((attribute) => ({ attribute, wantsMore: true }))
  expect(regionsOf(grid, whole, cells, wanted).words).toMatch(/^mostly the top(?!: busy)/)
  const disliked = [{ attribute: 'brightness' as const, wantsMore: true }]
  expect(regionsOf(grid, whole, cells, disliked).words).toBe('mostly the top: dark')
})

test('without a cell that stands out, or if all cells raise the score, there are no words', () => {
  for (const scoreOf of [() => 0.5, () => 0.6, (cell: number) => (cell === 2 ? 0.3 : 0.45), () => 0.505]) {
    const { whole, cells } = cellsOf(scoreOf)
    expect(regionsOf(grid, whole, cells, [])).not.toHaveProperty('words')
  }
})

test.each([
  [0, 'upper left'],
  [3, 'upper right'],
  [4, 'left'],
  [10, 'centre'],
  [11, 'right'],
  [13, 'bottom'],
  [12, 'lower left'],
  [15, 'lower right'],
])('cell %i is in the %s', (worst, place) => {
  const { whole, cells } = cellsOf((cell) => (cell === worst ? 0.8 : 0.5))
  expect(regionsOf(grid, whole, cells, []).words?.split(':')[0]).toBe(`mostly the ${place}`)
})
