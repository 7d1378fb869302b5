import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankedPicture } from '../attributes/ranked-picture.ts'
import { attributes } from '../attributes.ts'
import { vocabulary } from '../constraints/vocabulary.ts'
import { understand } from '../constraints.ts'
import { tendenciesOf } from '../tendencies/tendencies.ts'
import { adviceFrom, aimAndAvoid } from './aim-and-avoid.ts'
import { phrasesFor } from './phrases.ts'

function said(answer: string, question = '') {
  return aimAndAvoid({ wishes: understand({ question, answer }).wishes })
}

type Ranks = Readonly<Record<string, number>>

/** Makes as many good and bad pictures as given. */
function shown(good: readonly Ranks[], bad: readonly Ranks[] = []) {
  return tendenciesOf([
    ...good.map((ranks) => ({ attributes: rankedPicture(ranks), preference: 1 })),
    ...bad.map((ranks) => ({ attributes: rankedPicture(ranks), preference: -1 })),
  ])
}

function times(count: number, ranks: Ranks = {}): readonly Ranks[] {
  return Array.from({ length: count }, () => ranks)
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

test('what is typical of good pictures is an aim, and what is typical of bad ones is to be avoided', () => {
  const tendencies = shown(times(8, { warmth: 0.9 }), times(8, { clutter: 0.9, warmth: 0.4, greens: 0.9 }))
  expect(aimAndAvoid({ wishes: [], tendencies })).toEqual({ aim: ['warm colours'], avoid: ['greens', 'a busy look'] })
})

test('each phrase that pictures show has its evidence', () => {
  const tendencies = shown(
    [...times(7, { warmth: 0.9 }), { warmth: 0.3 }],
    [...times(7, { warmth: 0.2 }), { warmth: 0.9 }],
  )
  const { wishes } = understand({ answer: 'dark' })
  expect(adviceFrom({ wishes, tendencies })).toEqual([
    { attribute: 'brightness', phrase: 'dark tones', isAim: true },
    {
      ...{ attribute: 'warmth', phrase: 'warm colours', isAim: true },
      evidence: { good: { count: 7, of: 8 }, bad: { count: 1, of: 8 } },
    },
  ])
})

test('a difference that could be chance is not mentioned', () => {
  const [one, other] = [{ warmth: 0.95 }, { warmth: 0.35 }]
  expect(aimAndAvoid({ wishes: [], tendencies: shown([one, other], times(2)) })).toEqual({ aim: [], avoid: [] })
  const many = Array.from({ length: 30 }, (_, i) => (i % 2 ? one : other))
  expect(aimAndAvoid({ wishes: [], tendencies: shown(many, times(30, { warmth: 0.4 })) }).aim).toEqual(['warm colours'])
})

test('a lack that is unwanted is an aim: “Avoid hardly any text” is no sentence', () => {
  const tendencies = shown(times(8), times(8, { edge_density: 0.05 }))
  expect(aimAndAvoid({ wishes: [], tendencies })).toEqual({ aim: ['some detail'], avoid: [] })
})

test('a subject is not both in the centre and on the thirds', () => {
  const { aim } = aimAndAvoid({ wishes: [], tendencies: shown(times(8, { centre_focus: 0.95, thirds_energy: 0.93 })) })
  expect(aim).toEqual(['a centred subject'])
})

test('what was said outranks what pictures show', () => {
  const { wishes } = understand({ answer: 'bright' })
  const tendencies = shown(times(20, { brightness: 0.1 }))
  expect(aimAndAvoid({ wishes, tendencies })).toEqual({ aim: ['bright tones'], avoid: [] })
})

test('what says the same or the opposite is mentioned once, for the stronger', () => {
  const tendencies = shown(
    times(20, { saturation: 0.1, colourfulness: 0.2, neon: 0.1, clutter: 0.15, edge_density: 0.2 }),
  )
  const { aim, avoid } = aimAndAvoid({ wishes: [], tendencies })
  expect(aim).toEqual(['muted colours', expect.stringMatching(/uncluttered|calm/)])
  expect(avoid).toEqual([])
  expect(said('very dark, bright shadows, saturated, desaturated grey').aim).not.toContain('bright tones')
})

test('no phrase occurs twice or on both sides, whatever was said and shown', () => {
  const words = fc.constantFrom(...Object.keys(vocabulary))
  const ranks = fc.dictionary(
    fc.constantFrom(...attributes.map(({ name }) => name)),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  const group = fc.array(ranks, { maxLength: 6 })
  const answers = fc.array(fc.tuple(fc.constantFrom('', 'no ', 'very ', 'slightly '), words), { maxLength: 8 })
  fc.assert(
    fc.property(answers, group, group, (answer, good, bad) => {
      const { wishes } = understand({ answer: answer.map((parts) => parts.join('')).join('. ') })
      const tendencies = shown(good, bad)
      const { aim, avoid } = aimAndAvoid({ wishes, tendencies })
      const bare = [...aim, ...avoid].map((phrase) => phrase.replace(/very |slightly /, ''))
      expect(new Set(bare).size).toBe(bare.length)
      const ofAttribute = bare.map(
        (phrase) => attributes.find(({ name }) => phraseMatches(phrasesFor(name, tendencies.kind), phrase))?.name,
      )
      expect(ofAttribute).not.toContain(undefined)
      expect(new Set(ofAttribute).size).toBe(ofAttribute.length)
    }),
  )
})

function phraseMatches(sides: ReturnType<typeof phrasesFor>, phrase: string): boolean {
  return Object.values(sides).some((side) => side.replace('*', '') === phrase)
}
