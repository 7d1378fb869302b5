import { expect, test } from 'vitest'
import { pdfOf } from './pdf.ts'

test('every object of the file starts where its table says, and every stream is as long as it says', () => {
  const jpeg = Uint8Array.from({ length: 300 }, (_, i) => i % 256)
  const page = { width: 1000, height: 1414, jpeg }
  // Each byte one character, so that places in the text are places in the file.
  const text = String.fromCharCode(...pdfOf([page, page]))
  const [, table = ''] = /xref\n0 9\n([\s\S]+)trailer/.exec(text) ?? []
  const starts = table
    .trimEnd()
    .split(' \n')
    .slice(1)
    .map((line) => Number(line.slice(0, 10)))
  expect(starts.map((start) => text.slice(start, start + 7))).toEqual(
    Array.from({ length: 8 }, (_, i) => `${i + 1} 0 obj`),
  )
  expect(Number(/startxref\n(\d+)/.exec(text)?.[1])).toBe(text.indexOf('xref\n0 9'))
  for (const [, length, content] of text.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
    expect(content).toHaveLength(Number(length))
  }
  expect(text).toContain('/MediaBox [0 0 595 841]')
})
