import { isDataUrl } from '@palate/core/picture-url.ts'
import { describe, expect, test } from 'vitest'
import type { FrameFault } from '../picture-faults.ts'
import { readDataUrl } from './data-url.ts'

const bytesMax = 1000

function read(url: string): string {
  return Buffer.from(readDataUrl(url, bytesMax).bytes).toString('latin1')
}

function codeOf(url: string): string {
  try {
    readDataUrl(url, bytesMax)
    return 'read'
  } catch (error) {
    return (error as FrameFault).code
  }
}

describe('a data URL', () => {
  test('is recognized by its scheme in any case', () => {
    expect(['data:,', 'DATA:,', ' \ndata:,', 'https://data:1/', 'dat:a'].map(isDataUrl)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  test('is decoded from base64, padded or not, wrapped or escaped', () => {
    expect(readDataUrl('data:image/png;base64,iVBORw==', bytesMax)).toEqual({
      bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]),
      contentType: 'image/png',
      isPlain: true,
    })
    expect(read('data:;base64,aGVsbG8')).toBe('hello')
    expect(read('data:image/png; BASE64,aGVs\n bG8=')).toBe('hello')
    expect(read('data:;base64,aGVsbG8%3D#fragment')).toBe('hello')
    expect(read('data:;base64,')).toBe('')
  })

  test('reports whether its text is plain base64', () => {
    const isPlain = (url: string) => readDataUrl(url, bytesMax).isPlain
    expect(['data:;base64,aGVsbG8=', 'data:;base64,aGVsbG8'].map(isPlain)).toEqual([true, true])
    const others = ['data:,hello', 'data:;base64,aGV sbG8=', 'data:;base64,aGVsbG8%3D', 'data:;base64,aGVsbG8=#f']
    expect(others.map(isPlain)).toEqual([false, false, false, false])
  })

  test('is decoded from percent encoding, and keeps a lone percent sign', () => {
    expect(read('data:,%89PNG%0d%0A')).toBe('\x89PNG\r\n')
    expect(read('data:text/plain,100%,%4')).toBe('100%,%4')
  })

  test('owns the whole buffer of its bytes', () => {
    for (const url of ['data:;base64,aGVsbG8=', 'data:,hello', 'data:;base64,aGV sbG8=']) {
      expect(readDataUrl(url, bytesMax).bytes.buffer.byteLength).toBe(5)
    }
  })

  test('that is too large is refused before it is decoded', () => {
    expect(codeOf(`data:;base64,${Buffer.alloc(bytesMax).toString('base64')}`)).toBe('read')
    expect(codeOf(`data:;base64,${Buffer.alloc(bytesMax + 1).toString('base64')}`)).toBe('image_too_large')
    expect(codeOf(`data:;base64,${' '.repeat(bytesMax * 4 + 1)}`)).toBe('image_too_large')
    expect(codeOf(`data:,${'%00'.repeat(bytesMax)}`)).toBe('read')
    expect(codeOf(`data:,${'%00'.repeat(bytesMax)}x`)).toBe('image_too_large')
    expect(codeOf(`data:,${'x'.repeat(bytesMax + 1)}`)).toBe('image_too_large')
  })

  test('without a comma is not a URL; with broken base64 it is not a picture', () => {
    expect(codeOf('data:image/png;base64')).toBe('url_forbidden')
    expect(codeOf('data:;base64,a')).toBe('not_an_image')
    expect(codeOf('data:;base64,aGVs*G8=')).toBe('not_an_image')
    expect(codeOf('data:;base64,aG=VsbG8')).toBe('not_an_image')
  })
})
