import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueAtRank } from './attributes/kinds.ts'
import { stripes } from './attributes/paint.ts'
import { attributes, type Measured, measureAttributes } from './attributes.ts'
import { phraseCharactersMax, wishesFor } from './constraints/ranges.ts'
import { read } from './constraints/read.ts'
import { complaints, vocabulary } from './constraints/vocabulary.ts'
import {
  answerText,
  textCharactersReadMax,
  understand,
  type Wish,
  wishesPerAnswerMax,
  wishUtility,
  wishUtilityMax,
} from './constraints.ts'

/** The wishes in short form: `+clutter` for a lower bound, `-clutter` for an upper one, `=clutter` for both. */
function gist(answer: string, question?: string): readonly string[] {
  return understand(question === undefined ? { answer } : { question, answer }).wishes.map(sign)
}

function sign({ attribute, low, high }: Wish): string {
  if (low > 0 && high < 1) return `=${attribute}`
  return low > 0 ? `+${attribute}` : `-${attribute}`
}

const strongest = (answer: string) => understand({ answer }).wishes[0]

test('the vocabulary has more than four hundred words and phrases, and covers every attribute', () => {
  expect(Object.keys(vocabulary).length).toBeGreaterThan(400)
  const spoken = new Set(Object.values(vocabulary).flatMap((targets) => targets.map((target) => target.slice(1))))
  expect(attributes.map(({ name }) => name).filter((name) => !spoken.has(name))).toEqual([])
})

test('every word of the vocabulary is understood by itself, as the table says', () => {
  for (const [phrase, targets] of Object.entries(vocabulary)) {
    expect(understand({ answer: phrase }).notUnderstood, phrase).toEqual([])
    const [wanted, rejected] = [targets, targets.map((target) => (target[0] === '+' ? '-' : '+') + target.slice(1))]
    expect(gist(phrase), phrase).toEqual(complaints.has(phrase) ? rejected : wanted)
  }
})

test.each([
  ['slightly warm', ['=warmth']],
  ['very minimal', ['-clutter', '+white_space', '-palette_size']],
  ['lots of white space', ['+white_space']],
  ['high contrast but muted colours', ['+contrast', '-saturation']],
  ['brighter', ['+brightness']],
  ['busier', ['+clutter']],
  ['bluish', ['=blues']],
  ['Color that pops', ['+contrast', '+saturation']],
  ['soft contrast', ['-contrast']],
  ['minimal text', ['-text_density']],
  ['dramatic shadows', ['+shadows']],
  ['moderate contrast', ['=contrast']],
])('degrees: %s', (answer, wishes) => {
  expect(gist(answer)).toEqual(wishes)
})

test.each([
  ['not too busy', ['-clutter']],
  ['avoid neon', ['-neon']],
  ['less cluttered', ['-clutter']],
  ['no harsh shadows', ['-shadows', '-contrast']],
  ['too dark', ['+brightness']],
  ['low saturation', ['-saturation']],
  ['clutter-free', ['-clutter']],
  ['free of clutter', ['-clutter']],
  ['not without texture', ['+texture']],
  ['I do not want it to be dark', ['+brightness']],
  ['it should never feel cluttered', ['-clutter']],
  ['too much going on', ['-clutter', '-edge_density']],
  ['warm rather than blue', ['+warmth', '-blues']],
  ['more blue than green', ['+blues', '-greens']],
])('negation: %s', (answer, wishes) => {
  expect(gist(answer)).toEqual(wishes)
})

test.each([
  ['avoid neon, clutter and text', ['-neon', '-clutter', '-text_density']],
  ['no blue, green or red', ['-blues', '-greens', '-reds']],
  ['no clutter, warm', ['-clutter', '+warmth']],
  ['not busy but warm', ['-clutter', '+warmth']],
  ['not busy. Warm', ['-clutter', '+warmth']],
  ["I don't like clutter, I prefer symmetry", ['-clutter', '+symmetry']],
  ["don't like pages with clutter", ['-clutter']],
  ['not dark and red', ['+brightness', '-reds']],
])('the scope of a negation: %s', (answer, wishes) => {
  expect(gist(answer)).toEqual(wishes)
})

test('a stronger word asks for more and counts for more', () => {
  const [slightly, plainly, very] = ['slightly bright', 'bright', 'very bright'].map(strongest)
  expect(slightly).toEqual({
    attribute: 'brightness',
    low: 0.553,
    high: 0.78,
    strength: 0.7,
    phrase: 'slightly bright',
  })
  expect(plainly).toEqual({ attribute: 'brightness', low: 0.626, high: 1, strength: 1, phrase: 'bright' })
  expect(very).toEqual({ attribute: 'brightness', low: 0.7395, high: 1, strength: 1.4, phrase: 'very bright' })
})

test('“not too” leaves more room than “not”, and “not” more than “avoid”', () => {
  const highs = ['not too busy', 'not busy', 'avoid busy'].map((answer) => strongest(answer)?.high ?? 0)
  expect(highs).toEqual([0.6415, 0.5585, 0.5155])
})

test('a style shares its strength among its parts, and each part counts less if the style is negated', () => {
  const strengths = (answer: string, question = '') =>
    understand({ question, answer }).wishes.map((wish) => wish.strength)
  expect(strengths('minimal')).toEqual([0.5774, 0.5774, 0.5774])
  expect(strengths('not minimal')).toEqual([0.3118, 0.3118, 0.3118])
  expect(strengths('8/10', 'How minimal?')).toEqual([0.4619, 0.4619, 0.4619])
})

test('each item of a list is shown with the negation that applies to it', () => {
  const { wishes } = understand({ answer: "I don't like neon, clutter or too dark" })
  expect(wishes.map(({ phrase }) => phrase)).toEqual(["don't like neon", "don't like clutter", "don't like too dark"])
})

test('what is not understood is listed as written, with its negation', () => {
  expect(understand({ answer: 'Wes Anderson vibes, symmetrical, no skeuomorphism' })).toMatchObject({
    wishes: [{ attribute: 'symmetry' }],
    notUnderstood: ['Wes Anderson', 'no skeuomorphism'],
  })
  expect(understand({ answer: 'less noise in the sidebar' }).notUnderstood).toEqual(['sidebar'])
  expect(understand({ answer: '🔥🔥' }).notUnderstood).toEqual(['🔥🔥'])
  expect(understand({ answer: 'yes' }).notUnderstood).toEqual(['yes'])
  expect(understand({ answer: 'Минимализм' }).notUnderstood).toEqual(['Минимализм'])
  expect(understand({ answer: '' })).toEqual({ wishes: [], notUnderstood: [] })
})

test('a complaint is a negative wish by itself, and avoiding it is the same wish', () => {
  expect(gist('the text is hard to read')).toEqual(['+figure_ground_contrast'])
  expect(gist('never hard to read')).toEqual(['+figure_ground_contrast'])
  expect(understand({ answer: 'Stay away from stock photos, lens flares and tacky' })).toMatchObject({
    wishes: [{ phrase: 'Stay away from tacky' }, { phrase: 'Stay away from tacky' }],
    notUnderstood: ['Stay away from stock', 'Stay away from lens flares'],
  })
})

test('"nothing to add" is understood and expresses no wish', () => {
  expect(understand({ question: 'Any colours to avoid?', answer: 'None.' })).toEqual({ wishes: [], notUnderstood: [] })
  expect(understand({ question: 'Any colours to avoid?', answer: 'no' })).toEqual({ wishes: [], notUnderstood: [] })
  expect(understand({ question: 'Like the Bauhütte?', answer: 'no' })).toEqual({ wishes: [], notUnderstood: ['no'] })
})

test('having no preference is understood and expresses no wish', () => {
  expect(understand({ question: 'How warm?', answer: "I don't mind" })).toEqual({ wishes: [], notUnderstood: [] })
})

test('yes and no are read together with the question', () => {
  const question = 'Should it feel warm?'
  expect(gist('yes', question)).toEqual(['+warmth'])
  expect(gist('Yes, but not too bright', question)).toEqual(['+warmth', '-brightness'])
  expect(gist('no', question)).toEqual(['-warmth'])
  expect(gist('Not really, I want green', question)).toEqual(['-warmth', '+greens'])
  expect(gist('no clutter', question)).toEqual(['-clutter'])
  expect(gist('yes', 'Do you dislike clutter?')).toEqual(['-clutter'])
})

test('a choice is answered by its name or its number, not by yes', () => {
  const question = 'Warm or blue colours?'
  expect(gist('warm', question)).toEqual(['+warmth'])
  expect(gist('the second', question)).toEqual(['+blues'])
  expect(gist('both', question)).toEqual(['+warmth', '+blues'])
  expect(gist('neither', question)).toEqual(['-warmth', '-blues'])
  expect(understand({ question, answer: 'yes' })).toEqual({ wishes: [], notUnderstood: ['yes'] })
})

test('a question about what to avoid negates its answer', () => {
  expect(gist('clutter and neon', 'What should we avoid?')).toEqual(['-clutter', '-neon'])
  expect(gist('clutter', 'What do you not like?')).toEqual(['-clutter'])
  expect(gist('neon', 'Which colours should be avoided?')).toEqual(['-neon'])
  expect(gist('neon', 'Which colours do you like least?')).toEqual(['-neon'])
  expect(gist('clutter', 'What do you like?')).toEqual(['+clutter'])
})

test.each([
  ['8/10', 'How bright should it be?', '+brightness'],
  ['20%', 'How bright should it be?', '-brightness'],
  ['7', 'How bright should it be?', '=brightness'],
  ['5', 'How much contrast (1-5)?', '+contrast'],
  ['1', 'How much contrast (1-5)?', '-contrast'],
  ['3', 'How much contrast (1-5)?', '=contrast'],
  ['very', 'How bright should it be?', '+brightness'],
  ['low', 'How much contrast?', '-contrast'],
  ['strongly agree', 'I like symmetry', '+symmetry'],
  ['love them', 'How do you feel about shadows?', '+shadows'],
  ["I don't like them", 'How do you feel about shadows?', '-shadows'],
  ['sparingly', 'Should we use texture?', '-texture'],
  ['9', 'From 1 (dark) to 10 (warm)?', '+brightness'],
])('a point on a scale: %s to “%s”', (answer, question, first) => {
  expect(gist(answer, question)[0]).toBe(first)
})

test('a bare number without a scale is not guessed', () => {
  expect(understand({ question: 'How bright should it be?', answer: '3' })).toEqual({
    wishes: [],
    notUnderstood: ['3'],
  })
})

test('hostile text is read in linear time and returned whole', () => {
  const texts = [
    'not '.repeat(2500),
    'a'.repeat(10_000),
    '(a+)+$'.repeat(1600),
    'ﷺ'.repeat(10_000),
    'e\u0301\u200d'.repeat(3000),
  ]
  for (const answer of texts) {
    const { wishes, notUnderstood } = understand({ question: answer, answer })
    expect(wishes).toEqual([])
    expect(notUnderstood.length).toBeGreaterThan(0)
  }
  expect(read('neon, '.repeat(1600)).mentions).toHaveLength(1600)
})

test('a text a hundred times as long as allowed is still read, since no part of it is read more than a few times', () => {
  const answer = 'not too , busy or avoid, no x y z ((a+)+)+$ '.repeat(12_000)
  expect(read(answer).mentions).toHaveLength(12_000)
})

test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'prototype'])(
  'a word that objects know (%s) is a word like any other',
  (word) => {
    expect(understand({ question: `Is it ${word}?`, answer: `warm and ${word}` }).wishes).toHaveLength(1)
    expect(understand({ answer: word }).notUnderstood).not.toEqual([])
  },
)

test('any text is read without an error, and every range is valid', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 60 }), (answer, question) => {
      const { wishes, notUnderstood } = understand({ question, answer })
      for (const { low, high, strength } of wishes) {
        expect(low).toBeLessThan(high)
        expect(strength).toBeGreaterThan(0)
      }
      if (wishes.length === 0 && answer.trim() !== '') expect(notUnderstood).not.toEqual([])
    }),
  )
})

test('answers that are not text are converted to text', () => {
  expect(
    [true, false, 7, ['warm', ' dark'], { label: 'Warm' }, { value: 4 }, null, undefined, {}].map((v) => answerText(v)),
  ).toEqual(['yes', 'no', '7', 'warm,  dark', 'Warm', '4', '', '', ''])
})

const whitePage = measureAttributes(stripes([[255, 255, 255]]))
const redNight = measureAttributes(
  stripes([
    [90, 0, 0],
    [0, 0, 0],
  ]),
)

test('without wishes there is no utility', () => {
  expect(wishUtility([], whitePage)).toEqual({ utility: 0, parts: [] })
})

test('a wish that is met adds utility, and the same wish missed subtracts as much', () => {
  const { wishes } = understand({ answer: 'bright' })
  expect(wishUtility(wishes, whitePage).utility).toBeGreaterThan(0.6)
  expect(wishUtility(wishes, redNight).utility).toBeLessThan(-0.6)
})

test('a phrase of more than 80 characters is shown without its end', () => {
  expect(phraseCharactersMax).toBe(80)
  const phraseOf = (answer: string) => understand({ answer }).wishes[0]?.phrase
  expect(phraseOf(`${'very '.repeat(15)}light`)).toBe(`${'very '.repeat(15)}light`)
  expect(phraseOf(`${'very '.repeat(15)}bright`)).toBe(`${'very '.repeat(15)}brig…`)
  expect(phraseOf(`${'very '.repeat(900)}minimal`)).toHaveLength(80)
  expect(wishesFor(['+warmth'], {}, '🙂'.repeat(81))[0]?.phrase).toBe(`${'🙂'.repeat(79)}…`)
  expect(wishesFor(['+warmth'], {}, '🙂'.repeat(80))[0]?.phrase).toBe('🙂'.repeat(80))
})

test('the parts name the phrase, the attribute and what was measured, and sum to the utility', () => {
  const { wishes } = understand({ answer: 'dark, not red' })
  const { utility, parts } = wishUtility(wishes, redNight)
  expect(parts.map(({ phrase, attribute, measured }) => [phrase, attribute, measured])).toEqual([
    ['dark', 'brightness', redNight.brightness],
    ['not red', 'reds', redNight.reds],
  ])
  expect(parts[0]?.contribution).toBeGreaterThan(0)
  expect(parts[1]?.contribution).toBeLessThan(0)
  expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(utility)
})

test('the utility stays below its bound for any number of wishes, and grows with their fit', () => {
  const { wishes } = understand({ answer: 'very bright, '.repeat(50) })
  const { utility } = wishUtility(wishes, whitePage)
  expect(utility).toBeGreaterThan(wishUtility(wishes.slice(0, 1), whitePage).utility)
  expect(utility).toBeLessThanOrEqual(wishUtilityMax)
})

test('a wish has no effect at the border of its range, and the utility is continuous', () => {
  const wish: Wish = { attribute: 'warmth', low: 0.528, high: 0.756, strength: 1, phrase: 'slightly warm' }
  const at = (warmth: number) => wishUtility([wish], { ...whitePage, warmth } as Measured).utility
  // Among pictures in general, the borders have the ranks 0.5 and 0.9.
  expect(at(valueAtRank('warmth', 0.5, whitePage))).toBeCloseTo(0, 2)
  expect(at(valueAtRank('warmth', 0.9, whitePage))).toBeCloseTo(0, 2)
  expect(at(valueAtRank('warmth', 0.7, whitePage))).toBeGreaterThan(0.4)
  for (let warmth = 0; warmth < 1; warmth += 0.001) expect(Math.abs(at(warmth + 0.001) - at(warmth))).toBeLessThan(0.03)
})

test('only the beginning of a long answer or question is read, up to the end of a word', () => {
  const filler = 'x '.repeat(textCharactersReadMax / 2 - 4)
  expect(gist(`${filler}bright warm`)).toEqual(gist('bright'))
  expect(gist(`${filler}colourful`)).toEqual([])
  expect(gist('bright', `${filler}What should we avoid?`)).toEqual(gist('bright'))
  const [word] = understand({ answer: 'y'.repeat(2 * textCharactersReadMax) }).notUnderstood
  expect(word).toBe('y'.repeat(textCharactersReadMax))
  const exactly = `${'x '.repeat(textCharactersReadMax / 2 - 3)}bright`
  expect(exactly).toHaveLength(textCharactersReadMax)
  expect(gist(exactly)).toEqual(gist('bright'))
})

test('an answer has a limited number of wishes, and of parts that were not understood', () => {
  expect(understand({ answer: 'neon, '.repeat(wishesPerAnswerMax + 1) }).wishes).toHaveLength(wishesPerAnswerMax)
  expect(understand({ answer: 'zorp. '.repeat(wishesPerAnswerMax + 1) }).notUnderstood).toHaveLength(wishesPerAnswerMax)
})

test('a text that was read recently is not read again, and many others make it forgotten', () => {
  const remembered = understand({ question: 'How?', answer: 'quiet and bright' })
  expect(understand({ question: 'How?', answer: 'quiet and bright' })).toBe(remembered)
  expect(understand({ question: 'How? quiet', answer: 'and bright' })).not.toBe(remembered)
  for (let i = 0; i < 300; i++) understand({ answer: `${i} ${'z'.repeat(4000)}` })
  const again = understand({ question: 'How?', answer: 'quiet and bright' })
  expect(again).not.toBe(remembered)
  expect(again).toEqual(remembered)
})
