import { expect, test } from 'vitest'
import { describeBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KiB'],
  [1.5 * 2 ** 20, '1.5 MiB'],
  [20 * 2 ** 30, '20.0 GiB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(describeBytes(bytes)).toBe(shown)
})
