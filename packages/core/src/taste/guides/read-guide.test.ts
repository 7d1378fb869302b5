import { expect, test } from 'vitest'
import { understand } from '../constraints.ts'
import { proseOf } from './markdown-prose.ts'
import { guideBytesMax, readGuide } from './read-guide.ts'

const design = `---
name: Heritage
description: >
  Warm and minimal.
  Nothing neon.
colors:
  primary: "#1A1C1E"
---
<!-- dark
-->
# Heritage

Architectural minimalism meets **journalistic gravitas**. The UI has a [calm](https://example.com/bright) look.

## Colors

| token | value |
| --- | --- |
| primary | dark red |

\`\`\`css
.dark { background: black }
\`\`\`

- **Primary (#1A1C1E):** Deep ink for headlines.
- Muted tones,
  with \`neon\` nowhere.

Do's and Don'ts
---------------

- Do use plenty of white space.
- Don't use gradients or clutter.

Avoid:

1. heavy shadows
2. [ ] busy backgrounds

The symmetric grid comes back here.

    indented { code: bright }

### What to avoid

> Saturated colours. Ornament!
`

test('the prose of a guide is its sentences, without code, tables, tokens and comments', () => {
  const passages = proseOf(design)
  expect(passages.map(({ heading, sentences }) => [heading, ...sentences])).toEqual([
    ['', 'Warm and minimal.', 'Nothing neon.'],
    ['Heritage', 'Architectural minimalism meets journalistic gravitas.', 'The UI has a calm look.'],
    ['Colors', 'Primary (#1A1C1E): Deep ink for headlines.'],
    ['Colors', 'Muted tones, with nowhere.'],
    ["Do's and Don'ts", 'Do use plenty of white space.'],
    ["Do's and Don'ts", "Don't use gradients or clutter."],
    ['Avoid', 'heavy shadows'],
    ['Avoid', 'busy backgrounds'],
    ["Do's and Don'ts", 'The symmetric grid comes back here.'],
    ['What to avoid', 'Saturated colours.', 'Ornament!'],
  ])
})

test('a guide becomes two answers, and sentences that say nothing about looks are listed', () => {
  const { answers, understood, notUnderstood } = readGuide(`${design}\n## Voice\n\nOur readers are lawyers in Berlin.`)
  expect(answers.map(({ kind }) => kind)).toEqual(['wanted', 'unwanted'])
  const [wanted, unwanted] = answers
  expect(wanted?.answer.split('\n')).toContain('Do use plenty of white space.')
  expect(unwanted?.answer.split('\n')).toEqual(expect.arrayContaining(['heavy shadows', 'Saturated colours.']))
  expect(notUnderstood).toContain('Our readers are lawyers in Berlin.')
  expect(understood).not.toContain('Our readers are lawyers in Berlin.')
  const wishes = answers.flatMap(({ question, answer }) => understand({ question, answer }).wishes)
  const upper = (attribute: string) => wishes.filter((wish) => wish.attribute === attribute).map(({ high }) => high < 1)
  for (const attribute of ['clutter', 'neon', 'saturation', 'shadows']) {
    expect(upper(attribute).length, attribute).toBeGreaterThan(0)
    expect(upper(attribute).every(Boolean), attribute).toBe(true)
  }
})

test('each sentence is given with what it was taken as', () => {
  const { taken } = readGuide('Dark.\n\n## Avoid\n\n- neon')
  expect(
    taken.map(({ sentence, wishes }) => [sentence, ...wishes.map((one) => `${one.direction} ${one.attribute}`)]),
  ).toEqual([
    ['Dark.', 'less brightness'],
    ['neon', 'less neon'],
  ])
  expect(readGuide(design).taken.map(({ sentence }) => sentence)).toEqual(readGuide(design).understood)
})

test.each([
  'The quick brown fox',
  'The quick brown fox jumps over the lazy dog.',
  'Our trusted green grocer starts at nine.',
])('a sentence about some thing says nothing about looks: %s', (sentence) =>
  expect(readGuide(sentence)).toMatchObject({ answers: [], taken: [], notUnderstood: [sentence] }),
)

test.each([
  'Brown.',
  'The brown is warm.',
  'Thick black outlines around panels.',
  'The cards sit on warm paper.',
  'The header uses bold brown type.',
  'A brown palette.',
  'The look is quiet, dark and slow.',
])('a sentence about looks keeps its wishes: %s', (sentence) => {
  expect(readGuide(sentence).understood).toEqual([sentence])
})

test('joined sentences mean what each means alone', () => {
  const { answers, understood } = readGuide(design)
  const together = answers.flatMap(({ question, answer }) => understand({ question, answer }).wishes)
  const alone = answers.flatMap(({ question, answer }) =>
    answer.split('\n').flatMap((sentence) => understand({ question, answer: sentence }).wishes),
  )
  expect(together).toEqual(alone)
  expect(understood.length).toBeGreaterThan(6)
})

test.each([
  ['nothing', ''],
  ['an open fence', '```\ndark'],
  ['an open comment', '<!-- dark'],
  ['open front matter', '---\ndescription: x'],
  ['brackets', '['.repeat(guideBytesMax)],
  ['angle brackets', '<'.repeat(guideBytesMax)],
  ['back-ticks and stars', '`*_{'.repeat(guideBytesMax / 4)],
  ['comments', '<!--'.repeat(guideBytesMax / 4)],
  ['short lines', '- a\n'.repeat(guideBytesMax / 4)],
])('a document of %s is read', (_, text) => {
  expect(readGuide(text).answers).toEqual([])
})
