import { expect, test } from 'vitest'
import { idCharactersMax } from '../ids.ts'
import { cleanFileName } from './file-name.ts'
import { comparedIdOf, frameIdOfUrl, frameIdsIn, frameUrl } from './references.ts'

const id = `frm_${'0123456789abcdef'.repeat(2)}`

test('frame ids in a text are found, both bare and in URLs, without duplicates', () => {
  const elements = [{ url: frameUrl(id) }, { frameA: id, frameB: `x${id}` }, { note: `${id.slice(0, -1)}` }]
  expect(frameIdsIn(JSON.stringify(elements))).toEqual([id])
  expect(frameIdsIn('{"frm_":1}')).toEqual([])
})

test('only a frame: URL names a frame id', () => {
  expect(frameIdOfUrl(frameUrl(id))).toBe(id)
  expect([frameIdOfUrl('https://a.test/frame:x'), frameIdOfUrl('data:,frame:x')]).toEqual([undefined, undefined])
})

test('the name of a file has no path and nothing that cannot be shown', () => {
  expect(['a/b\\c.png', ' x ', '\0\u0007', '', undefined, 'a\ud800b'].map(cleanFileName)).toEqual([
    ...['c.png', 'x', undefined, undefined, undefined, 'a\ufffdb'],
  ])
})

test('a comparison names a picture by its id in the library, its URL, or a hash of a long one', () => {
  const longUrl = `https://pictures.test/${'x'.repeat(idCharactersMax)}`
  expect(comparedIdOf(frameUrl(id))).toBe(id)
  expect(comparedIdOf(longUrl.slice(0, idCharactersMax))).toBe(longUrl.slice(0, idCharactersMax))
  expect(comparedIdOf(longUrl)).toMatch(/^url-[0-9a-z]{22}$/)
  expect(comparedIdOf(longUrl)).not.toBe(comparedIdOf(`${longUrl}x`))
})
