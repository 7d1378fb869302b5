import { base64UrlPrefix, parseReference } from '@palate/core/profile/text-blobs.ts'
import { expect, test } from 'vitest'
import { sha256 } from '../../platform/hash.ts'
import { createShortener, objectNameOf, referencesIn, splitAtReferences, type TextBlobs } from './text-blobs.ts'

const base64 = 'QUJD'.repeat(3000)
const dataUrl = `${base64UrlPrefix}${base64}`

function shorten(text: string) {
  const texts: TextBlobs = new Map()
  const shortened = createShortener(texts)(text)
  return { texts, shortened, reference: parseReference(shortened) }
}

test('short texts, and references, stay as they are', () => {
  for (const text of ['', 'x'.repeat(8192), shorten(base64).shortened]) {
    expect(shorten(text)).toEqual({ texts: new Map(), shortened: text, reference: parseReference(text) })
  }
})

test('the hash is that of the URL under which the picture was pinned, bare base64 or not', () => {
  const pinned = sha256(dataUrl).toString('hex')
  expect([shorten(base64), shorten(dataUrl)].map(({ reference }) => reference?.hash)).toEqual([pinned, pinned])
})

test('a text and its data URL are two objects', () => {
  const names = [base64, dataUrl].map((text) => {
    const { texts, reference } = shorten(text)
    expect([...texts.values()]).toEqual([text])
    return reference && objectNameOf(reference)
  })
  expect(new Set(names).size).toBe(2)
})

test('JSON is split only at references, whatever client texts look like', () => {
  const { shortened, reference } = shorten(base64)
  const quoted = JSON.stringify(shortened)
  const lookalikes = [quoted, quoted.slice(1, -1), `\\${quoted}`, shortened.slice(1), `"${shortened.slice(1)}"`]
  const json = JSON.stringify({ lookalikes, own: shortened, 'a"b': [shortened] })
  const parts = splitAtReferences(json)
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([reference, reference])
  expect(parts.map((part) => (typeof part === 'string' ? part : quoted)).join('')).toBe(json)
  expect([...referencesIn([json]).values()]).toEqual([reference])
})
