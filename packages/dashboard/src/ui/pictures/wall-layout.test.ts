import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxesIn } from './use-marquee.ts'
import { layoutColumn, layoutWall, neighbourInRow } from './wall-layout.ts'

const options = { width: 1000, rowHeight: 200, gap: 10, captionHeight: 40 }

test('every row but the last fills the width, and pictures keep their proportions', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.5, max: 2.5, noNaN: true }), { maxLength: 200 }), (ratios) => {
      const { boxes, height } = layoutWall(ratios, options)
      expect(boxes.length).toBe(ratios.length)
      const rows = Map.groupBy(boxes, ({ y }) => y)
      const last = boxes.at(-1)?.y
      for (const [y, row] of rows) {
        const end = Math.max(...row.map((box) => box.x + box.width))
        expect(end).toBeLessThanOrEqual(1000)
        if (y !== last && (row[0]?.height ?? 0) < 280) expect(end).toBeGreaterThan(970)
      }
      for (const [i, box] of boxes.entries()) expect(box.width / box.height).toBeCloseTo(ratios[i] ?? 0, 1)
      expect(height).toBe(Math.max(0, ...boxes.map((box) => box.y + box.height + 50)))
    }),
  )
})

test('the line starts a new row', () => {
  const { boxes, lineY } = layoutWall([1, 1, 1], { ...options, line: { before: 1, height: 30 } })
  expect(boxes.map(({ y }) => y)).toEqual([0, 280, 280])
  expect(lineY).toBe(250)
})

test('up and down lead to the closest picture of the next row', () => {
  const { boxes } = layoutWall([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], { ...options, width: 1040 })
  expect([neighbourInRow(boxes, 1, 1), neighbourInRow(boxes, 6, -1), neighbourInRow(boxes, 1, -1)]).toEqual([6, 1, 1])
})

test('a column has one picture below the other, with the line between them', () => {
  const { boxes, lineY, height } = layoutColumn(3, { ...options, rowHeight: 80, line: { before: 2, height: 30 } })
  expect(boxes.map(({ y, width }) => [y, width])).toEqual([
    [0, 1000],
    [90, 1000],
    [210, 1000],
  ])
  expect([lineY, height]).toEqual([180, 300])
})

test('a drawn rectangle selects the pictures that it touches', () => {
  const { boxes } = layoutWall([1, 1, 1, 1, 1, 1], options)
  expect(boxesIn(boxes, { x: 100, y: 50, width: 200, height: 10 })).toEqual([0, 1])
  expect(boxesIn(boxes, { x: 0, y: 0, width: 1000, height: 1000 })).toEqual([0, 1, 2, 3, 4, 5])
})
