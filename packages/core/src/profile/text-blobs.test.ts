import { expect, test } from 'vitest'
import { findUnstorable } from '../json.ts'
import { formatReference, isUrl, mapTexts, parseReference, referenceAtEnd } from './text-blobs.ts'

const reference = { hash: 'a'.repeat(64), isUrl: false, bytes: 40_000 }

test('a reference can be written and read back', () => {
  for (const one of [reference, { ...reference, isUrl: true }]) {
    expect(parseReference(formatReference(one))).toEqual(one)
    expect(isUrl(formatReference(one))).toBe(one.isUrl)
  }
})

test('a reference cannot be sent: every body with one is refused', () => {
  const body = { exemplars: [{ imageData: formatReference(reference) }] }
  expect(findUnstorable(body, JSON.stringify(body))?.path).toBe('/exemplars/0/imageData')
})

test('no other text is read as a reference', () => {
  const text = formatReference(reference)
  for (const other of [text.slice(1), ` ${text}`, `${text} `, text.replace('text', 'html'), text.toUpperCase(), '']) {
    expect(parseReference(other)).toBeUndefined()
  }
})

test('a URL may end with a reference', () => {
  const address = `data:;base64,${formatReference(reference)}`
  expect(referenceAtEnd(address)).toEqual({ before: 'data:;base64,', reference })
  expect(referenceAtEnd('https://pictures.test/1.png')).toBeUndefined()
})

test('texts are replaced at any depth, and unchanged values are not copied', () => {
  const kept = { id: 'b', list: ['x', 1, null, true] }
  const elements = [{ id: 'a', deep: { list: [{ text: 'long' }] } }, kept]
  const changed = mapTexts(elements, (text) => (text === 'long' ? 'short' : text))
  expect(changed).toEqual([{ id: 'a', deep: { list: [{ text: 'short' }] } }, kept])
  expect(changed[1]).toBe(kept)
  expect(elements[0]).toEqual({ id: 'a', deep: { list: [{ text: 'long' }] } })
  expect(mapTexts(elements, (text) => text)).toBe(elements)
})
