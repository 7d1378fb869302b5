import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSecretBox, isSealed, keyIdOf, sealingKeyId } from './secret-box.ts'

const [old = '', current = ''] = [1, 2].map(() => randomBytes(32).toString('base64'))
const box = createSecretBox([current, old])

describe('a secret box', () => {
  test('opens what it sealed, in the same place only', () => {
    const sealed = box.seal('whsec_ä', 'a/1')
    expect(sealed).not.toContain('whsec_')
    expect(box.open(sealed, 'a/1')).toBe('whsec_ä')
    expect(box.open(sealed, 'a/2')).toBeUndefined()
  })

  test('seals the same text differently each time, with the id of the current key', () => {
    const sealed = box.seal('text', 'place')
    expect(box.seal('text', 'place')).not.toBe(sealed)
    expect(sealed.startsWith(box.currentPrefix ?? '-')).toBe(true)
    expect(sealingKeyId(sealed)).toBe(keyIdOf(current))
  })

  test('opens with an old key, and not without it', () => {
    const sealed = createSecretBox([old]).seal('text', 'place')
    expect(box.open(sealed, 'place')).toBe('text')
    expect(createSecretBox([current]).open(sealed, 'place')).toBeUndefined()
    expect(createSecretBox([]).open(sealed, 'place')).toBeUndefined()
  })

  test('refuses a text in which any byte was changed or that was cut', () => {
    const sealed = box.seal('text', 'place')
    const start = box.currentPrefix?.length ?? 0
    const bytes = Buffer.from(sealed.slice(start), 'base64')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(box.open(box.currentPrefix + changed.toString('base64'), 'place')).toBeUndefined()
      expect(box.open(box.currentPrefix + bytes.subarray(0, i).toString('base64'), 'place')).toBeUndefined()
    }
  })

  test('without a key leaves texts as they are', () => {
    const plain = createSecretBox([])
    expect(plain.seal('text', 'place')).toBe('text')
    expect(plain.open('text', 'place')).toBe('text')
    expect(isSealed('text')).toBe(false)
  })
})
