import { expect, test } from 'vitest'
import { quantileOf, quantiles } from '../attributes/quantiles.ts'
import { attributes, type Measured } from '../attributes.ts'
import { groupOf, tendencies, tendenciesOf } from './tendencies.ts'

const usual = Object.fromEntries(attributes.map(({ name }) => [name, quantiles[name][2]])) as Measured

function picture(brightness: number): Measured {
  const values = attributes.map(({ name }) => [name, name === 'brightness' ? brightness : quantileOf(name, 0.5)])
  return Object.fromEntries(values) as Measured
}

test('every attribute has the means of good and bad pictures and the median of pictures in general', () => {
  const found = tendenciesOf([picture(0.1), picture(0.2), picture(0.2)], [picture(0.9)])
  expect(found.pictures).toEqual({ good: 3, bad: 1 })
  expect(found.attributes.map(({ attribute }) => attribute)).toEqual(attributes.map(({ name }) => name))
  const [brightness] = found.attributes
  expect(brightness).toEqual({ attribute: 'brightness', good: 0.1667, bad: 0.9, general: 0.553 })
})

test('the mean of an empty group is null', () => {
  const { pictures, attributes: found } = tendenciesOf([], [])
  expect(pictures).toEqual({ good: 0, bad: 0 })
  expect(found[0]).toEqual({ attribute: 'brightness', good: null, bad: null, general: 0.553 })
})

test('tendencies are how liked pictures differ, the largest first, and few pictures count less than many', () => {
  const liked = { ...usual, warmth: 0.756, contrast: 0.538 }
  const many = tendencies({ count: 36, means: liked }, { count: 36, means: usual })
  const few = tendencies({ count: 4, means: liked }, { count: 36, means: usual })
  expect(many).toEqual([
    { attribute: 'warmth', effect: expect.closeTo(0.36, 6), word: 'warm' },
    { attribute: 'contrast', effect: expect.closeTo(0.18, 6), word: 'high-contrast' },
  ])
  expect(few).toEqual([{ attribute: 'warmth', effect: expect.closeTo(0.2, 6), word: 'warm' }])
  expect(tendencies(undefined, undefined)).toEqual([])
})

test('disliked pictures alone suggest their opposite', () => {
  expect(tendencies(undefined, { count: 12, means: { ...usual, clutter: 0.786 } })).toEqual([
    { attribute: 'clutter', effect: expect.closeTo(-0.3, 6), word: 'uncluttered' },
  ])
})

test('a group has the means of its pictures, and without pictures there is no group', () => {
  expect(
    groupOf([
      { ...usual, neon: 0.2 },
      { ...usual, neon: 0.4 },
    ]),
  ).toMatchObject({
    count: 2,
    means: { neon: expect.closeTo(0.3, 9) },
    spreads: { neon: expect.closeTo(0.0111, 4), reds: 0 },
  })
  expect(groupOf([])).toBeUndefined()
})
