import { expect, test } from 'vitest'
import { type AttributeName, attributes } from './catalogue.ts'
import { unusualAttributes } from './extremes.ts'
import { quantileOf } from './quantiles.ts'

type Measured = Readonly<Record<AttributeName, number>>

function picture(values: Partial<Record<AttributeName, number>>, rank = 0.5): Measured {
  const all = attributes.map(({ name }) => [name, values[name] ?? quantileOf(name, rank)])
  return Object.fromEntries(all) as Measured
}

test('an ordinary picture has nothing unusual, even at the edge of what is common', () => {
  // The quantiles of single colours are set by hand, far above what most pictures have.
  const colours = { neon: 0.02, reds: 0.1, greens: 0.1, purples: 0.01 }
  for (const rank of [0.1, 0.3, 0.5, 0.7, 0.9]) expect(unusualAttributes(picture(colours, rank))).toEqual([])
})

test('the absence of what most pictures lack is not unusual', () => {
  const none = { neon: 0, reds: 0, yellows: 0, greens: 0, blues: 0, purples: 0, shadows: 0, white_space: 0 }
  expect(unusualAttributes(picture(none))).toEqual([])
})

test('at most three attributes are unusual, the most unusual first, with the word for their side', () => {
  const odd = picture({ brightness: 0.2, purples: 0.6, symmetry: 0.99, greens: 0.9 })
  expect(unusualAttributes(odd)).toEqual([
    { name: 'greens', value: 0.9, word: 'green' },
    { name: 'purples', value: 0.6, word: 'purple' },
    { name: 'symmetry', value: 0.99, word: 'symmetric' },
  ])
  expect(unusualAttributes(picture({ brightness: 0.1 }))).toEqual([{ name: 'brightness', value: 0.1, word: 'dark' }])
})
