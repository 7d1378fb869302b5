import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantileOf } from '../attributes/quantiles.ts'
import { attributes, type Measured } from '../attributes.ts'
import { vocabulary } from '../constraints/vocabulary.ts'
import { understand } from '../constraints.ts'
import { aimAndAvoid } from './aim-and-avoid.ts'
import { phrases } from './phrases.ts'
import { groupOf } from './tendencies.ts'

function said(answer: string, question = '') {
  return aimAndAvoid({ wishes: understand({ question, answer }).wishes })
}

/** A picture that is typical except for some percentile ranks. */
function picture(ranks: Readonly<Record<string, number>>): Measured {
  return Object.fromEntries(attributes.map(({ name }) => [name, quantileOf(name, ranks[name] ?? 0.5)])) as Measured
}

function pictures(count: number, ranks: Readonly<Record<string, number>>) {
  return groupOf(Array.from({ length: count }, () => picture(ranks)))
}

test.each([
  ['dark', ['dark tones'], []],
  ['not dark', [], ['dark tones']],
  ['very warm, slightly textured', ['very warm colours', 'slightly textured surfaces'], []],
  ['no neon, avoid clutter', [], ['a busy look', 'neon colours']],
  ['neon', ['neon colours'], []],
  ['warm. cool. dark', ['dark tones'], []],
  ['moderate contrast', [], []],
])('“%s”', (answer, aim, avoid) => {
  expect(said(answer)).toEqual({ aim, avoid })
})

test('a colour that is unwanted is avoided, whatever the question', () => {
  expect(said('red', 'Which colours must never appear?')).toEqual({ aim: [], avoid: ['reds'] })
  expect(said('no', 'Should it be dark?')).toEqual({ aim: [], avoid: ['dark tones'] })
})

test('what is typical of liked pictures is an aim, and what is typical of disliked ones is to be avoided', () => {
  const liked = pictures(8, { warmth: 0.9 })
  const disliked = pictures(8, { clutter: 0.9, warmth: 0.4, greens: 0.9 })
  expect(aimAndAvoid({ wishes: [], liked, disliked })).toEqual({
    aim: ['warm colours'],
    avoid: ['greens', 'a busy look'],
  })
})

test('a difference that could be chance is not mentioned', () => {
  const [one, other] = [picture({ warmth: 0.95 }), picture({ warmth: 0.35 })]
  const wishes: readonly [] = []
  expect(aimAndAvoid({ wishes, liked: groupOf([one, other]), disliked: pictures(2, {}) })).toEqual({
    aim: [],
    avoid: [],
  })
  const many = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other))
  expect(aimAndAvoid({ wishes, liked: groupOf(many), disliked: pictures(20, {}) }).aim).toEqual(['warm colours'])
})

test('what was said outranks what pictures show', () => {
  const { wishes } = understand({ answer: 'bright' })
  expect(aimAndAvoid({ wishes, liked: pictures(20, { brightness: 0.1 }) })).toEqual({
    aim: ['bright tones'],
    avoid: [],
  })
})

test('what says the same or the opposite is mentioned once, for the stronger', () => {
  const liked = pictures(20, { saturation: 0.1, colourfulness: 0.2, neon: 0.1, clutter: 0.15, edge_density: 0.2 })
  expect(aimAndAvoid({ wishes: [], liked })).toEqual({ aim: ['muted colours', 'an uncluttered look'], avoid: [] })
  expect(said('very dark, bright shadows, saturated, desaturated grey').aim).not.toContain('bright tones')
})

test('no phrase occurs twice or on both sides, whatever was said and shown', () => {
  const words = fc.constantFrom(...Object.keys(vocabulary))
  const ranks = fc.dictionary(
    fc.constantFrom(...attributes.map(({ name }) => name)),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  const group = fc.array(ranks.map(picture), { maxLength: 6 }).map(groupOf)
  const answers = fc.array(fc.tuple(fc.constantFrom('', 'no ', 'very ', 'slightly '), words), { maxLength: 8 })
  fc.assert(
    fc.property(answers, group, group, (answer, liked, disliked) => {
      const { wishes } = understand({ answer: answer.map((parts) => parts.join('')).join('. ') })
      const { aim, avoid } = aimAndAvoid({ wishes, liked, disliked })
      const bare = [...aim, ...avoid].map((phrase) => phrase.replace(/very |slightly /, ''))
      expect(new Set(bare).size).toBe(bare.length)
      const ofAttribute = bare.map((phrase) => attributes.find(({ name }) => phraseMatches(name, phrase))?.name)
      expect(ofAttribute).not.toContain(undefined)
      expect(new Set(ofAttribute).size).toBe(ofAttribute.length)
    }),
  )
})

function phraseMatches(name: keyof typeof phrases, phrase: string): boolean {
  return Object.values(phrases[name]).some((side) => side.replace('*', '') === phrase)
}
