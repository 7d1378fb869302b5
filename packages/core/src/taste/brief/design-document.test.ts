import { lint } from '@google/design.md/linter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brief } from '../examples.ts'
import { designDocument } from './design-document.ts'

const colours = {
  background: { hex: '#f4ead8', pictures: 8 },
  accents: [
    { hex: '#5b3a29', pictures: 9 },
    { hex: '#d03a20', pictures: 6 },
  ],
  pictures: 9,
}
const tokens = {
  ...{ screens: 7, body: 16, heading: 40, spacing: [8, 16, 32] as const },
  ...{ radius: 8, hasPills: true },
}
const measured = { colours, tokens }
const withoutScreens = { colours, tokens: undefined }

/** What the format's own linter has against a document, apart from typography, which photographs do not have. */
function complaintsOf(document: string) {
  const { findings } = lint(document)
  return findings.filter(({ severity, message }) => severity !== 'info' && !message.includes('typography'))
}

test('the linter of the format accepts a brief as a DESIGN.md document, with its colours and sizes', () => {
  const document = designDocument(brief, measured)
  const { findings, designSystem } = lint(document)
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect([...designSystem.colors].map(([name, { hex }]) => [name, hex])).toEqual([
    ['neutral', '#f4ead8'],
    ['primary', '#5b3a29'],
    ['secondary', '#d03a20'],
  ])
  expect([...designSystem.typography].map(([name, { fontSize }]) => [name, fontSize?.value])).toEqual([
    ['h1', 40],
    ['body', 16],
  ])
  expect([...designSystem.spacing].map(([name, { value }]) => [name, value])).toEqual([
    ['sm', 8],
    ['md', 16],
    ['lg', 32],
  ])
  expect([...designSystem.rounded].map(([name, { value }]) => [name, value])).toEqual([
    ['md', 8],
    ['full', 9999],
  ])
  expect(document).toContain(
    '- **secondary (#d03a20):** drawn on the background in 6 of 9 pictures that the owner likes.\n',
  )
  expect(document).toContain('- Do aim for warm colours (9 of 10 good ones, 2 of 8 bad ones).\n')
})

test('what was not measured is left out, and nothing is guessed', () => {
  const document = designDocument(brief, withoutScreens)
  expect(complaintsOf(document)).toEqual([])
  expect(document).not.toMatch(/typography|spacing|rounded|Layout|Shapes/)
  const little = { ...tokens, heading: undefined, spacing: undefined, radius: undefined, hasPills: false }
  const { designSystem } = lint(designDocument(brief, { colours, tokens: little }))
  expect([[...designSystem.typography.keys()], designSystem.spacing.size, designSystem.rounded.size]).toEqual([
    ['body'],
    0,
    0,
  ])
})

test('a single colour is the primary one', () => {
  const document = designDocument(brief, { ...measured, colours: { ...colours, accents: [] } })
  expect(complaintsOf(document)).toEqual([])
})

test('a document without colours or words is accepted', () => {
  const nothing = { palette: [], aim: [], avoid: [], thresholds: {}, summary: '' }
  const document = designDocument({ ...brief, ...nothing }, { colours: undefined, tokens: undefined })
  expect(complaintsOf(document)).toEqual([])
})

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[-#>{}<>`~*_:|\\[\]()"'!&%@$\n\r\t -]{0,40}$/),
  fc.constantFrom(
    '---\ncolors:\n  primary: red',
    '## Colors',
    '<script>',
    '{colors.primary}',
    '```\n## Colors',
    '=====',
    'export const x = 1',
    'import x from "x"',
    '# ',
  ),
)

test('whatever the texts contain, the document stays the same document', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, summary, phrase) => {
      const document = designDocument({ ...brief, name, summary, aim: [phrase], avoid: [phrase] }, withoutScreens)
      expect(complaintsOf(document)).toEqual([])
      const { designSystem, sections } = lint(document)
      expect([designSystem.name, sections.filter((title) => title !== '')]).toEqual([
        name,
        ['Overview', 'Colors', "Do's and Don'ts"],
      ])
    }),
    { numRuns: 200 },
  )
})
