import { expect, test } from 'vitest'
import { quantileOf } from './attributes/quantiles.ts'
import { attributes, type Measured } from './attributes.ts'
import { tendenciesOf } from './tendencies.ts'

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
