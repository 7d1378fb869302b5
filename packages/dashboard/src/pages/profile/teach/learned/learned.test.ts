import { expect, test } from 'vitest'
import { describeTraits } from './learned.ts'

const warmer = [0, 1, 2, 3, 4, 5].map((i) => ({ change: 0.02 * (i - 2), measured: { warmth: i / 10, clutter: 0.3 } }))

test('risen pictures are described by the traits that fallen ones lack', () => {
  expect(describeTraits(warmer)).toBe('It now leans more towards pictures that are warm.')
  const cooler = warmer.map(({ change, measured }) => ({
    change: -change,
    measured: { ...measured, clutter: 1 - change },
  }))
  expect(describeTraits(cooler)).toBe('It now leans more towards pictures that are cool and cluttered.')
})

test('few pictures, small changes and changes without a pattern are not described', () => {
  expect(describeTraits(warmer.slice(0, 5))).toBeUndefined()
  expect(describeTraits(warmer.map(({ measured }, i) => ({ change: 0.001 * i, measured })))).toBeUndefined()
  expect(
    describeTraits(warmer.map(({ measured }, i) => ({ change: [1, -1, 1, 1, -1, 1][i] ?? 0, measured }))),
  ).toBeUndefined()
})
