import { quantileOf } from '@palate/core/taste/attributes/quantiles.ts'
import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { tendenciesOf } from '@palate/core/taste/summary/tendencies.ts'
import { expect, test } from 'vitest'
import { shownTendencies } from './tendencies.ts'

/** A picture that is typical except for some attributes. */
function picture(ranks: Readonly<Record<string, number>>): Measured {
  const values = attributes.map(({ name }) => [name, quantileOf(name, ranks[name] ?? 0.5)])
  return Object.fromEntries(values) as Measured
}

test('the attribute in which good and bad differ most comes first, as percentile ranks among pictures in general', () => {
  const good = Array.from({ length: 8 }, () => picture({ warmth: 0.9, brightness: 0.7 }))
  const bad = Array.from({ length: 8 }, () => picture({ warmth: 0.1, brightness: 0.5 }))
  const [first, second, ...rest] = shownTendencies(tendenciesOf(good, bad), [])
  expect(first).toMatchObject({ attribute: 'warmth', word: 'warm', low: 'cool', high: 'warm' })
  expect(first?.good).toBeCloseTo(0.9)
  expect(first?.bad).toBeCloseTo(0.1)
  expect(second).toMatchObject({ attribute: 'brightness', word: 'bright' })
  expect(rest).toEqual([])
})

test('an answer adds its requested range', () => {
  const good = Array.from({ length: 8 }, () => picture({ warmth: 0.9 }))
  const wish = {
    attribute: 'warmth',
    direction: 'more' as const,
    low: quantileOf('warmth', 0.7),
    high: 1,
    strength: 1,
    phrase: 'warm',
  }
  const [first] = shownTendencies(tendenciesOf(good, []), [{ id: 'q', wishes: [wish], notUnderstood: [] }])
  expect(first?.bad).toBeUndefined()
  expect(first?.wish?.[0]).toBeCloseTo(0.7)
  expect(first?.wish?.[1]).toBe(1)
})

test('typical pictures have no tendency', () => {
  expect(shownTendencies(tendenciesOf([picture({})], [picture({})]), [])).toEqual([])
  expect(shownTendencies(tendenciesOf([], []), [])).toEqual([])
})

test('a trait has the good picture that shows it most', () => {
  const good = [0.8, 0.95, 0.9].map((warmth) => picture({ warmth, brightness: 0.2 }))
  const shown = shownTendencies(tendenciesOf(good, [], ['/a', '/b', '/c']), [])
  expect(shown.find(({ attribute }) => attribute === 'warmth')?.example).toBe('/b')
})
