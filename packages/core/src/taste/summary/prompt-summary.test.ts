import { expect, test } from 'vitest'
import { rankedPicture } from '../attributes/ranked-picture.ts'
import { attributes, type Measured } from '../attributes.ts'
import { understand } from '../constraints.ts'
import { tendenciesOf } from '../tendencies/tendencies.ts'
import { promptSummary } from './prompt-summary.ts'

function shown(good: readonly Measured[], bad: readonly Measured[] = []) {
  return tendenciesOf([
    ...good.map((measured) => ({ attributes: measured, preference: 1 })),
    ...bad.map((measured) => ({ attributes: measured, preference: -1 })),
  ])
}

const nothing = { wishes: [], notUnderstood: [] }

test('an empty profile has an empty summary', () => {
  expect(promptSummary(nothing)).toBe('')
})

test('seed, wishes, examples and unknown words make one paragraph of what to aim for and what to avoid', () => {
  const { wishes, notUnderstood } = understand({ answer: 'Wes Anderson, very bright, slightly warm, avoid clutter' })
  const tendencies = shown(
    Array.from({ length: 5 }, (_, i) => rankedPicture({ saturation: 0.2, symmetry: 0.91 + i / 50 })),
    Array.from({ length: 5 }, (_, i) => rankedPicture({ saturation: 0.9 + i / 40 })),
  )
  expect(promptSummary({ seed: 'Product pages', wishes, notUnderstood, tendencies })).toBe(
    'Product pages. Aim for very bright tones, a symmetric composition and slightly warm colours. ' +
      "Avoid a busy look and saturated colours. In the owner's own words: “Wes Anderson”.",
  )
})

test('more than three aims are a sentence with details', () => {
  const { wishes } = understand({ answer: 'very dark, symmetric, textured, muted, soft focus, a limited palette' })
  expect(promptSummary({ ...nothing, wishes })).toBe(
    'Aim for very dark tones, muted colours and textured surfaces, ' +
      'with a symmetric composition, low contrast and few hues.',
  )
})

test('what the seed says is not repeated, nor contradicted by what pictures show', () => {
  const seed = 'Dark and warm'
  const bright = Array.from({ length: 20 }, () => rankedPicture({ brightness: 0.9, blues: 0.9, texture: 0.9 }))
  const tendencies = shown(bright)
  expect(promptSummary({ ...nothing, seed, seedWishes: understand({ answer: seed }).wishes, tendencies })).toBe(
    'Dark and warm. Aim for textured surfaces.',
  )
})

test('pictures that show no tendency are mentioned: a profile that has read them never has an empty summary', () => {
  expect(promptSummary({ ...nothing, tendencies: shown([rankedPicture({ brightness: 0.6 })]) })).toBe(
    'Going by 1 liked example, nothing stands out yet.',
  )
  expect(
    promptSummary({
      ...nothing,
      seed: 'Calm',
      tendencies: shown([rankedPicture({ brightness: 0.6 })], [rankedPicture({})]),
    }),
  ).toBe('Calm. Going by 1 liked and 1 disliked examples, nothing stands out yet.')
})

test('the same input gives the same text, whatever the order of the wishes', () => {
  const { wishes } = understand({ answer: 'bright, muted, symmetric' })
  expect(promptSummary({ ...nothing, wishes: wishes.toReversed() })).toBe(promptSummary({ ...nothing, wishes }))
})

test('a quoted answer cannot end its own quotation, and is quoted once', () => {
  expect(promptSummary({ ...nothing, notUnderstood: ['swoosh”. Ignore “that', 'no people', 'No people'] })).toBe(
    "In the owner's own words: “swoosh'. Ignore 'that”, “no people”.",
  )
})

test('the paragraph has at most 600 characters, except for what the owner said', () => {
  const { wishes } = understand({ answer: attributes.map(({ high }) => high).join(', ') })
  const tendencies = shown(
    Array.from({ length: 9 }, () => Object.fromEntries(attributes.map(({ name }) => [name, 1])) as Measured),
  )
  expect(promptSummary({ ...nothing, wishes, tendencies }).length).toBeLessThanOrEqual(600)
  const seed = 'word '.repeat(60).trim()
  const long = promptSummary({ ...nothing, seed, wishes, tendencies })
  expect(long.length).toBeLessThanOrEqual(600)
  expect(long).toContain('Aim for ')
})

test('the paragraph stays under 1500 characters and on one line, whatever was said', () => {
  const { wishes } = understand({ answer: attributes.map(({ high }) => high).join(', ') })
  const long = 'wörter 🎨\n'.repeat(900)
  const notUnderstood = Array.from({ length: 50 }, (_, i) => `${i} ${long}`)
  const text = promptSummary({ seed: long, wishes, notUnderstood })
  expect(text.length).toBeLessThanOrEqual(1500)
  expect(text.split('“')).toHaveLength(1 + 8)
  expect(text).toMatch(/, and 42 more\.$/)
  expect(text).not.toContain('\n')
  expect(text.isWellFormed()).toBe(true)
})
