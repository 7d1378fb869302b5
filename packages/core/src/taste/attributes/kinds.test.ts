import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributes, type Measured } from '../attributes.ts'
import { unusualAttributes } from './extremes.ts'
import { kindOf, rankAmongKind, screenProbability, valueAtRank } from './kinds.ts'
import { rankedPicture } from './ranked-picture.ts'
import { describe as describeAttribute } from './words.ts'

const photograph = rankedPicture({})
const screen = rankedPicture({}, 'screen')

test('pictures are taken for what most of them are', () => {
  expect(screenProbability(photograph)).toBeLessThan(0.05)
  expect(screenProbability(screen)).toBeGreaterThan(0.95)
  expect(kindOf([photograph, photograph, screen])).toBe('photograph')
  expect(kindOf([screen, photograph, screen])).toBe('screen')
  expect(kindOf([])).toBeUndefined()
})

test('a bright photograph is darker than most websites', () => {
  expect(rankAmongKind('brightness', { ...photograph, brightness: 0.62 })).toBeGreaterThan(0.8)
  expect(rankAmongKind('brightness', { ...screen, brightness: 0.62 })).toBeLessThan(0.4)
})

test('more of an attribute never lowers its rank, and the value at a rank has that rank', () => {
  const anyPicture = fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: attributes.length, maxLength: attributes.length })
    .map((values) => Object.fromEntries(attributes.map(({ name }, i) => [name, values[i]])) as Measured)
  const name = fc.constantFrom(...attributes.map((one) => one.name))
  fc.assert(
    fc.property(anyPicture, name, fc.double({ min: 0, max: 1, noNaN: true }), (picture, attribute, value) => {
      const [less, more] = [picture[attribute], value].sort((a, b) => a - b)
      const rankWith = (amount = 0) => rankAmongKind(attribute, { ...picture, [attribute]: amount })
      expect(rankWith(less)).toBeLessThanOrEqual(rankWith(more) + 1e-9)
      const at = valueAtRank(attribute, value, picture)
      expect(rankAmongKind(attribute, { ...picture, [attribute]: at })).toBeCloseTo(value, 6)
    }),
  )
})

test('words are those of the kind, strong ones only for extremes, and none for what is usual', () => {
  const wordOf = (
    ranks: Readonly<Record<string, number>>,
    kind: 'photograph' | 'screen',
    name: 'colourfulness' | 'white_space',
  ) => describeAttribute(name, rankedPicture(ranks, kind))?.word
  expect(wordOf({ colourfulness: 0.05 }, 'photograph', 'colourfulness')).toBe('nearly colourless')
  expect(wordOf({ colourfulness: 0.3 }, 'photograph', 'colourfulness')).toBe('restrained in colour')
  expect(wordOf({ colourfulness: 0.45 }, 'photograph', 'colourfulness')).toBeUndefined()
  expect(wordOf({ white_space: 0.9 }, 'screen', 'white_space')).toBe('spacious')
  expect(wordOf({ white_space: 0.7 }, 'photograph', 'white_space')).toBe('with empty areas')
})

test('plaster is not called text-heavy', () => {
  const plaster = { ...photograph, text_density: 0.25 }
  expect(unusualAttributes(plaster).map(({ name }) => name)).not.toContain('text_density')
})
