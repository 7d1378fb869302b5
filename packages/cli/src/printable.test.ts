import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, style, withoutStyles, withStyles } from './printable.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b', '\u009b', '\u0007', '\u202e', '##[', '::', '\n'),
  ),
})
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be left
const obeyed = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/

test('nothing that a terminal obeys is left of a text', () => {
  expect(printable('\u001b]0;title\u0007 \u009b2J\u007f a\nb \u202eba\tc')).toBe(
    '\\u001b]0;title\\u0007 \\u009b2J\\u007f a\\u000ab \\u202eba\tc',
  )
  fc.assert(
    fc.property(text, (given) => {
      expect(printable(given)).not.toMatch(obeyed)
      expect(withStyles(printable(given))).not.toMatch(obeyed)
    }),
  )
})

test('what can be shown stays as it is: accents, emoji, scripts from right to left', () => {
  for (const given of ['Überblick', '👩🏽‍🎨', 'عربي', 'عِبْرִית', '日本語', '\\u001b'])
    expect(printable(given)).toBe(given)
})

test('our own styles work, and no text can bring one along', () => {
  const red = `${style(31)}${'a\u001b[8mb'}${style(39)}`
  expect(withStyles(printable(red))).toBe('\u001b[31ma\\u001b[8mb\u001b[39m')
  expect(withoutStyles(printable(red))).toBe('a\\u001b[8mb')
})

test('JSON means the same as before', () => {
  fc.assert(
    fc.property(fc.record({ name: text }), fc.constantFrom('true', undefined), (value, isWorkflow) => {
      const line = printable(JSON.stringify(value), { GITHUB_ACTIONS: isWorkflow })
      expect(JSON.parse(line)).toEqual(value)
    }),
  )
})

test('GitHub Actions finds no command in a line', () => {
  const env = { GITHUB_ACTIONS: 'true' }
  expect(printable('::error::x', env)).toBe('\\u003a:error::x')
  expect(printable(' \t::stop-commands::x', env)).toBe(' \t\\u003a:stop-commands::x')
  expect(printable('a ##[error]x', env)).toBe('a #\\u0023[error]x')
  expect(printable('a::b', env)).toBe('a::b')
  fc.assert(
    fc.property(text, (given) => {
      expect(printable(given, env)).not.toMatch(/^\s*::|##\[/)
    }),
  )
})
