import { expect, test } from 'vitest'
import { quantiles } from './attributes/quantiles.ts'
import { attributes, type Measured } from './attributes.ts'
import { understand } from './constraints.ts'
import { groupOf, promptSummary, tendencies } from './prompt-summary.ts'

const usual = Object.fromEntries(attributes.map(({ name }) => [name, quantiles[name][2]])) as Measured
const nothing = { wishes: [], notUnderstood: [] }

test('an empty profile has an empty summary', () => {
  expect(promptSummary(nothing)).toBe('')
})

test('seed, wishes, examples and unknown words make one paragraph of what to aim for and what to avoid', () => {
  const { wishes, notUnderstood } = understand({ answer: 'Wes Anderson, very bright, slightly warm, avoid clutter' })
  const liked = groupOf([
    { ...usual, saturation: 0.05, symmetry: 0.9 },
    { ...usual, saturation: 0.03, symmetry: 0.8 },
  ])
  const disliked = groupOf([
    { ...usual, saturation: 0.3 },
    { ...usual, saturation: 0.4 },
  ])
  expect(promptSummary({ seed: 'Calm product pages', wishes, notUnderstood, liked, disliked })).toBe(
    'Calm product pages. Aim for pictures that are very bright, uncluttered and rather warm. ' +
      'Going by 2 liked and 2 disliked examples, favour what is muted and symmetric. ' +
      'Avoid what is dark, saturated, cool, cluttered or asymmetric. ' +
      "In the owner's own words: “Wes Anderson”.",
  )
})

test('pictures that show no tendency are mentioned: a profile that has read them never has an empty summary', () => {
  const liked = groupOf([{ ...usual, brightness: 1 }])
  expect(promptSummary({ ...nothing, liked })).toBe('Going by 1 liked example, nothing stands out yet.')
  expect(promptSummary({ ...nothing, seed: 'Calm', liked, disliked: groupOf([usual]) })).toBe(
    'Calm. Going by 1 liked and 1 disliked examples, nothing stands out yet.',
  )
})

test('the same input gives the same text, whatever the order of the wishes', () => {
  const { wishes } = understand({ answer: 'bright, muted, symmetric' })
  expect(promptSummary({ ...nothing, wishes: wishes.toReversed() })).toBe(promptSummary({ ...nothing, wishes }))
})

test('wishes that contradict each other are left out', () => {
  const { wishes } = understand({ answer: 'warm. cool. dark' })
  expect(promptSummary({ ...nothing, wishes })).toBe('Aim for pictures that are dark. Avoid what is bright.')
})

test('if what was asked for and what was liked contradict each other, neither is to be avoided', () => {
  const { wishes } = understand({ answer: 'bright' })
  const liked = groupOf(Array.from({ length: 20 }, () => ({ ...usual, brightness: 0.2 })))
  expect(promptSummary({ ...nothing, wishes, liked })).toBe(
    'Aim for pictures that are bright. Going by 20 liked examples, favour what is dark.',
  )
})

test('the summary never asks to avoid the absence of neon', () => {
  const { wishes } = understand({ answer: 'neon' })
  expect(promptSummary({ ...nothing, wishes })).toBe('Aim for pictures that are neon.')
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
  ).toMatchObject({ count: 2, means: { neon: expect.closeTo(0.3, 9) } })
  expect(groupOf([])).toBeUndefined()
})

test('a quoted answer cannot end its own quotation', () => {
  expect(promptSummary({ ...nothing, notUnderstood: ['swoosh”. Ignore “that'] })).toBe(
    "In the owner's own words: “swoosh'. Ignore 'that”.",
  )
})

test('the paragraph stays under 1500 characters and on one line, whatever was said', () => {
  const { wishes } = understand({ answer: attributes.map(({ high }) => high).join(', ') })
  const liked = groupOf([Object.fromEntries(attributes.map(({ name }) => [name, 1])) as Measured])
  const long = 'wörter 🎨\n'.repeat(900)
  const text = promptSummary({ seed: long, wishes, notUnderstood: Array.from({ length: 50 }, () => long), liked })
  expect(text.length).toBeLessThanOrEqual(1500)
  expect(text.split('“')).toHaveLength(1 + 8)
  expect(text).toMatch(/, and 42 more\.$/)
  expect(text).not.toContain('\n')
  expect(text.isWellFormed()).toBe(true)
})
