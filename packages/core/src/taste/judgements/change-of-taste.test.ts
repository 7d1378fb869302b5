import { expect, test } from 'vitest'
import { numbersFrom } from '../suggest/seeded.ts'
import { changeOfTaste, type DatedLabel, describeChange, mayHaveChanged } from './change-of-taste.ts'

const random = numbersFrom('change of taste')

/** A picture with random attributes, labelled by the sign of the first, or against it. */
function labelled(turned: boolean): DatedLabel {
  const ranks = Float64Array.from({ length: 8 }, () => 2 * random() - 1)
  const axes = Float32Array.from({ length: 6 }, () => random() - 0.5)
  return { ranks, coordinates: { axes, directions: new Float32Array(0) }, good: (ranks[0] as number) > 0 !== turned }
}

const many = (count: number, turned = false) => Array.from({ length: count }, () => labelled(turned))
const goodFirst = (labels: readonly DatedLabel[]) => labels.toSorted((a, b) => Number(b.good) - Number(a.good))

test('a taste that turns round is noticed where it turned', () => {
  for (let round = 0; round < 10; round++) {
    const first = changeOfTaste([...many(32), ...many(20, true)])
    expect(first).toBeGreaterThan(28)
    expect(first).toBeLessThan(36)
  }
})

test('of more labels than are looked at, the change is found all the same', () => {
  const first = changeOfTaste([...many(300), ...many(300, true)])
  expect(first).toBeGreaterThan(250)
  expect(first).toBeLessThan(350)
})

test('a taste that stays has not changed, whether good and bad ones come in turn, sorted or in runs', () => {
  for (let round = 0; round < 20; round++) {
    const labels = many(48)
    expect(changeOfTaste(labels)).toBeUndefined()
    expect(changeOfTaste(goodFirst(labels))).toBeUndefined()
    expect(changeOfTaste([...goodFirst(labels.slice(0, 24)), ...goodFirst(labels.slice(24))])).toBeUndefined()
  }
})

test('random labels show no change', () => {
  for (let round = 0; round < 20; round++) {
    expect(changeOfTaste(many(48).map((label) => ({ ...label, good: random() > 0.5 })))).toBeUndefined()
  }
})

test('with few labels of a side nothing can be said', () => {
  expect(changeOfTaste([])).toBeUndefined()
  expect(mayHaveChanged([...Array(7).fill({ good: true }), ...Array(20).fill({ good: false })])).toBe(false)
  expect(mayHaveChanged([...Array(8).fill({ good: true }), ...Array(8).fill({ good: false })])).toBe(true)
})

test('a change is described with its day, where it is known', () => {
  expect(describeChange(undefined, 32, '2026-03-03T10:00:00.000Z')).toMatch(
    /changed around 3 March 2026: the 32 labels/,
  )
  expect(describeChange('per_1', 32, undefined)).toMatch(/^The taste of one person seems to have changed: /)
})
