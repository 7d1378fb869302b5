import { expect, test } from 'vitest'
import { attributes } from '../attributes.ts'
import { brief, threshold } from '../examples.ts'
import { briefMarkdown } from './markdown.ts'

test('a brief lists the summary, aims, what to avoid, the palette, thresholds and how well the profile predicts', () => {
  expect(briefMarkdown(brief)).toBe(`# Evening issue

calm and warm. Aim for an uncluttered look. Avoid neon colours.

## Aim for

- warm colours (9 of 10 good ones, 2 of 8 bad ones)
- an uncluttered look

## Avoid

- neon colours

## Palette, by share

- \`#f4ead8\` 0.41
- \`#5b3a29\` 0.22

## Threshold

- aesthetics: A score of 0.58 passes 9 of the 10 pictures the owner likes and 1 of the 8 that the owner does not, each held out while the model learned. This threshold was learned from the labels.

## How far to trust it

The profile predicts its owner's held-out judgements with an accuracy of 0.83, after learning from 40.
`)
})

test('names and texts of clients are shown as they are, without becoming markup', () => {
  const text = briefMarkdown({ ...brief, name: '*Night*\n# shift', summary: '## <b>1</b>' })
  expect(text).toMatch(/^# \\\*Night\\\* # shift\n\n\\## \\<b\\>1\\<\/b\\>\n/)
})

test('the longest brief has at most 4,000 characters and is whole', () => {
  const long = attributes.map(({ high }) => high).sort((a, b) => b.length - a.length)
  const evidence = { good: { total: 600, passed: 599 }, bad: { total: 600, passed: 599 } }
  const text = briefMarkdown({
    ...brief,
    name: '*'.repeat(255),
    summary: '😀'.repeat(749) + '*'.repeat(2),
    aim: [...long.slice(0, 7).map((word) => `rather ${word}`), ...long.slice(0, 7)],
    avoid: long.slice(0, 7),
    belief: 'x'.repeat(200),
    evidence: long
      .slice(0, 14)
      .map((phrase) => ({ phrase, good: { count: 599, of: 600 }, bad: { count: 599, of: 600 } })),
    palette: Array.from({ length: 8 }, () => ({ hex: '#ffffff', share: 0.125 })),
    thresholds: Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `${i}`.padStart(64, '*'),
        { ...threshold, pass: 0.1234, fail: 0.1234, evidence },
      ]),
    ),
  })
  expect(text.length).toBeLessThanOrEqual(4000)
  expect(text).toMatch(/after learning from 40\.\n$/)
  expect(text.isWellFormed()).toBe(true)
})
