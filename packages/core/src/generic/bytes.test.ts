import { expect, test } from 'vitest'
import { describeBytes, utf8Length } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [1.5 * 2 ** 20, '1.5 MiB'],
  [20 * 2 ** 30, '20 GiB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(describeBytes(bytes)).toBe(shown)
})

test.each([
  ['', 0],
  ['plain', 5],
  ['é', 2],
  ['€', 3],
  ['😀 and é', 11],
])('"%s" has %d bytes in UTF-8', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes)
})
