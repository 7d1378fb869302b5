import { lint } from '@google/design.md/linter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brief } from '../examples.ts'
import { designDocument } from './design-document.ts'

/** What the format's own linter has against a document, apart from what nobody can measure on pictures. */
function complaintsOf(document: string) {
  const { findings } = lint(document)
  return findings.filter(({ severity, message }) => severity !== 'info' && !message.includes('typography'))
}

test('the linter of the format accepts a brief as a DESIGN.md document, with its colours', () => {
  const document = designDocument(brief)
  expect(complaintsOf(document)).toEqual([])
  const { colors } = lint(document).designSystem
  expect([...colors].map(([name, { hex }]) => [name, hex])).toEqual([
    ['neutral', '#f4ead8'],
    ['primary', '#5b3a29'],
  ])
  expect(document).toContain('- Do aim for warm colours (9 of 10 good ones, 2 of 8 bad ones).\n')
})

test('a single colour is the primary one', () => {
  const document = designDocument({ ...brief, palette: [{ hex: '#f4ead8', share: 1 }] })
  expect(complaintsOf(document)).toEqual([])
})

test('a document without colours or words is accepted', () => {
  const nothing = { palette: [], aim: [], avoid: [], thresholds: {}, summary: '' }
  expect(complaintsOf(designDocument({ ...brief, ...nothing }))).toEqual([])
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
      const document = designDocument({ ...brief, name, summary, aim: [phrase], avoid: [phrase] })
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
