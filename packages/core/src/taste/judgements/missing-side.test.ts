import { expect, test } from 'vitest'
import { adviceOnMissingSide, standInLabels } from './missing-side.ts'

const labels = (good: number, bad: number) =>
  Array.from({ length: good + bad }, (_, i) => ({ good: i < good, weight: 1 }))

test.each([
  [0, 0, undefined],
  [8, 0, { good: false, weight: 5.6 }],
  [8, 2, { good: false, weight: 3.6 }],
  [8, 3, undefined],
  [2, 2, undefined],
  [0, 5, { good: true, weight: 3.5 }],
])('with %i good and %i bad labels, frames of the library stand in for what is missing', (good, bad, expected) => {
  const found = standInLabels(labels(good, bad))
  expect(found && { ...found, weight: Math.round(found.weight * 10) / 10 }).toEqual(expected)
})

test('labels without weight do not count', () => {
  const silent = labels(0, 5).map((label) => ({ ...label, weight: 0 }))
  expect(standInLabels([...labels(8, 0), ...silent])).toEqual(standInLabels(labels(8, 0)))
})

test('without a library, the owner is told what to add', () => {
  expect(adviceOnMissingSide(labels(8, 0), 0)).toMatch(/^Add a few you do not like/)
  expect(adviceOnMissingSide(labels(0, 8), 0)).toMatch(/^Add a few you like/)
  expect(adviceOnMissingSide(labels(8, 0), 24)).toBeUndefined()
  expect(adviceOnMissingSide(labels(8, 8), 0)).toBeUndefined()
})
