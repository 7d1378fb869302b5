import { describe, expect, test } from 'vitest'
import { formatKey, isWellFormedKey, visiblePrefix } from './format.ts'

/** Checksums computed with another implementation of CRC-32. */
const known = [
  'plt_000000000000000000000000000000003DOjZC',
  'plt_0123456789ABCDEFGHIJKLMNOPQRSTUV1Wf27d',
  'plt_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz4ZfBFw',
  'plt_00000000000000000000000000022754000ono',
] as const

describe('the form of a key', () => {
  test.each(known)('a key ends with a CRC-32 of the part before it, in six base62 digits: %s', (key) => {
    expect(isWellFormedKey(key)).toBe(true)
  })

  test('bytes become the characters 0-9A-Za-z in this order', () => {
    expect(formatKey(Array.from({ length: 32 }, (_, i) => i))).toBe(known[1])
    expect(formatKey(Array.from({ length: 32 }, () => 61))).toBe(known[2])
    expect(formatKey(Array.from({ length: 32 }, () => 62))).toBe(known[0])
  })

  test('bytes that would make some characters more likely are skipped', () => {
    const biased = [248, 249, 250, 251, 252, 253, 254, 255]
    expect(formatKey([...biased, ...Array.from({ length: 32 }, (_, i) => i)])).toBe(known[1])
    expect(formatKey(Array.from({ length: 32 }, () => 247))).toBe(known[2])
  })

  test('bytes beyond the needed ones change nothing', () => {
    expect(formatKey([...Array.from({ length: 32 }, (_, i) => i), 7, 8, 9])).toBe(known[1])
  })

  test('too few random bytes are refused', () => {
    expect(() => formatKey(Array.from({ length: 31 }, () => 1))).toThrow(RangeError)
    expect(() => formatKey(Array.from({ length: 256 }, () => 250))).toThrow(RangeError)
  })

  test('one wrong character anywhere is detected', () => {
    for (let at = 0; at < known[1].length; at++) {
      const other = known[1][at] === 'x' ? 'y' : 'x'
      expect(isWellFormedKey(known[1].slice(0, at) + other + known[1].slice(at + 1))).toBe(false)
    }
  })

  test.each([
    ['', 'nothing'],
    ['plt_', 'the prefix alone'],
    [known[0].slice(0, -1), 'one character too few'],
    [`${known[0]}0`, 'one character too many'],
    [` ${known[0]}`, 'a space before it'],
    [`${known[0]}\n`, 'a line end after it'],
    [known[0].replace('plt_', 'PLT_'), 'another prefix'],
    [known[0].replace('plt_0', 'plt_-'), 'a character that is not base62'],
  ])('%j is not a key: %s', (text) => {
    expect(isWellFormedKey(text)).toBe(false)
  })

  test('the visible prefix is the first 12 characters', () => {
    expect(visiblePrefix(known[1])).toBe('plt_01234567')
  })
})
