import { quantileOf } from '@palate/core/taste/attributes/quantiles.ts'
import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { measuredTendenciesOf } from '@palate/core/taste/tendencies/measured-tendencies.ts'
import { expect, test } from 'vitest'
import { describeRanks, shownTendencies } from './tendencies.ts'

function judged(preference: number, ranks: Readonly<Record<string, number>>, thumbnail = '/t') {
  const values = attributes.map(({ name }) => [name, quantileOf(name, ranks[name] ?? 0.5)])
  return { attributes: Object.fromEntries(values) as Measured, preference, thumbnail }
}

function times(count: number, preference: number, ranks: Readonly<Record<string, number>>) {
  return Array.from({ length: count }, () => judged(preference, ranks))
}

test('what the service claims is shown with its evidence, and nothing else', () => {
  const measured = measuredTendenciesOf([
    ...times(8, 1, { greens: 0.9, blues: 0.55 }),
    ...times(8, -1, { greens: 0.1, blues: 0.5 }),
  ])
  const shown = shownTendencies(measured, [])
  expect(shown).toMatchObject([
    {
      attribute: 'greens',
      word: 'green',
      low: 'without green',
      high: 'green',
      evidence: '8 of 8 good ones, 0 of 8 bad ones',
    },
  ])
  expect(shown[0]?.good).toBeCloseTo(0.9)
  expect(shown[0]?.bad).toBeCloseTo(0.1)
})

test('an answer adds its requested range', () => {
  const wish = {
    ...{ attribute: 'greens', direction: 'more' as const, strength: 1, phrase: 'green' },
    ...{ low: quantileOf('greens', 0.7), high: 1 },
  }
  const answers = [{ id: 'q', wishes: [wish], notUnderstood: [] }]
  const [first] = shownTendencies(measuredTendenciesOf(times(8, 1, { greens: 0.9 })), answers)
  expect(first?.bad).toBeUndefined()
  expect(first?.wish?.[0]).toBeCloseTo(0.7)
  expect(first?.wish?.[1]).toBe(1)
})

test('usual pictures have no tendency', () => {
  expect(shownTendencies(measuredTendenciesOf([judged(1, {}), judged(-1, {})]), [])).toEqual([])
  expect(shownTendencies(measuredTendenciesOf([]), [])).toEqual([])
})

test('a trait has the good picture that shows it most', () => {
  const good = [0.8, 0.95, 0.9].flatMap((greens, i) => [judged(1, { greens }, `/${i}`), judged(1, { greens }, `/${i}`)])
  expect(shownTendencies(measuredTendenciesOf(good), [])[0]?.example).toBe('/1')
})

test('the chart in words is about the pole that is liked, the low one too', () => {
  const [colourless] = shownTendencies(
    measuredTendenciesOf([...times(8, 1, { greens: 0.1 }), ...times(8, -1, { greens: 0.9 })]),
    [],
  )
  expect(colourless).toMatchObject({ word: 'without green', low: 'without green' })
  expect(colourless && describeRanks(colourless)).toBe(
    'The good pictures are more so than 90 % of pictures of their kind. The bad pictures are more so than 10 % of pictures of their kind.',
  )
})

test('a trait is what can be said of the good pictures: not what only the bad ones are, nor the opposite of the words', () => {
  const claimed = (good: number, bad: number, direction?: 'more' | 'less') => {
    const measured = measuredTendenciesOf([...times(8, 1, { greens: good }), ...times(8, -1, { greens: bad })])
    const wish = { attribute: 'greens', direction: direction ?? ('more' as const), low: 0, high: 1, strength: 1 }
    const answers = [{ id: 'q', wishes: [{ ...wish, phrase: 'it' }], notUnderstood: [] }]
    return shownTendencies(measured, direction ? answers : []).map(({ attribute, isTrait }) => [attribute, isTrait])
  }
  expect(claimed(0.9, 0.2)).toEqual([['greens', true]])
  expect(claimed(0.53, 0.1)).toEqual([['greens', false]])
  expect([claimed(0.9, 0.2, 'more'), claimed(0.9, 0.2, 'less')]).toEqual([[['greens', true]], [['greens', false]]])
})
