import { expect, test } from 'vitest'
import type { Element } from '../../profile/schema.ts'
import { quantileOf } from '../attributes/quantiles.ts'
import { type AttributeName, attributes, type Measured } from '../attributes.ts'
import { understoodAnswers } from '../summary/understood-answers.ts'
import { phrases } from '../verdict/phrases.ts'
import { measuredTendenciesOf } from './measured-tendencies.ts'
import { wordsAgainstPictures } from './words-against-pictures.ts'

function judged(preference: number, ranks: Partial<Record<AttributeName, number>>, thumbnail = '/t') {
  const values = attributes.map(({ name }) => [name, quantileOf(name, ranks[name] ?? 0.5)])
  return { attributes: Object.fromEntries(values) as Measured, preference, thumbnail }
}

const bright = [0.9, 0.8, 0.95, 0.85, 0.7, 0.92, 0.88, 0.75].map((brightness, i) =>
  judged(1, { brightness }, `/good-${i}`),
)
const dark = Array.from({ length: 8 }, () => judged(-1, { brightness: 0.1 }, '/bad'))
const pictures = [...bright, ...dark]
const answer = (text: string, more: object = {}) =>
  ({ id: 'q', question: 'How bright?', answer: text, ...more }) as unknown as Element
const asked = (constraints: readonly Element[], seed: string | null = null, shown = pictures) =>
  wordsAgainstPictures({
    understood: understoodAnswers(seed, constraints),
    constraints,
    claims: measuredTendenciesOf(shown).claims,
    pictures: shown,
  })

test('words that ask for the opposite of what separates the pictures are a question, with the three clearest good ones', () => {
  expect(asked([answer('dark')])).toEqual([
    {
      answer: 'q',
      phrase: 'dark',
      attribute: 'brightness',
      direction: 'more',
      statement: 'You asked for “dark”. Your good pictures are brighter than your bad ones.',
      good: { count: 8, of: 8 },
      bad: { count: 0, of: 8 },
      pictures: ['/good-2', '/good-5', '/good-0'],
    },
  ])
  expect(asked([], 'Dark.').map((question) => question.answer)).toEqual(['seed'])
  expect(asked([answer('dark')], null, bright)[0]?.statement).toContain('than most pictures.')
})

test('words that agree, that ask for both sides or that were confirmed are no question, nor is what separates nothing', () => {
  expect(asked([answer('bright')])).toEqual([])
  expect(asked([answer('dark'), { ...answer('bright'), id: 'r' } as Element])).toEqual([])
  expect(asked([answer('dark', { confirmed: ['brightness'] })])).toEqual([])
  expect(asked([answer('dark', { confirmed: 'brightness' })])).toHaveLength(1)
  expect(asked([answer('dark')], null, [judged(1, {}), judged(-1, {})])).toEqual([])
})

test('every attribute makes a sentence', () => {
  for (const name of Object.keys(phrases) as AttributeName[]) {
    const claim = {
      ...{ attribute: name, direction: 'more' as const, word: '', opposite: '', ranks: { good: 1, bad: 0 } },
      ...{ good: { count: 1, of: 1 }, bad: { count: 1, of: 1 } },
    }
    const wish = { attribute: name, direction: 'less' as const, low: 0, high: 0, strength: 1, phrase: 'it' }
    const understood = [{ id: 'q', wishes: [wish], notUnderstood: [] }]
    const [question] = wordsAgainstPictures({ understood, constraints: [], claims: [claim], pictures: [] })
    expect(question?.statement).toMatch(
      /^You asked for “it”\. Your good pictures (are|have|clash|separate) [a-z -]+ than your bad ones\.$/,
    )
  }
})
