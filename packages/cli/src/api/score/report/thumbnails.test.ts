import { Palate } from '@palate/client'
import { expect, test } from 'vitest'
import { readThumbnails, reportPictureCharactersMax } from './thumbnails.ts'

/** The far end sends thumbnails of this size. */
function clientOf(bytes: number): Palate {
  const body = new Uint8Array(bytes)
  return new Palate({
    apiKey: 'plt_x',
    fetch: async () => new Response(body, { headers: { 'content-type': 'image/webp' } }),
  })
}

const inputs = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}.png`, url: `frame:frm_${i}` }))

test('a report holds pictures up to a size, the first ones, and says how many are left out', async () => {
  const each = Math.floor(reportPictureCharactersMax / 4) * 0.75 - 100
  const { pictures, note } = await readThumbnails(clientOf(each), inputs(6), 'studio')
  const shown = pictures.filter((url) => url !== undefined)
  expect(shown.length).toBe(4)
  expect(shown.join('').length).toBeLessThanOrEqual(reportPictureCharactersMax)
  expect(note).toBe('2 pictures are not shown: a report includes at most 16 MiB of pictures, best first.')
})

test('a report with all its pictures has no note', async () => {
  const { pictures, note } = await readThumbnails(clientOf(3), inputs(2), 'studio')
  expect(pictures).toEqual(['data:image/webp;base64,AAAA', 'data:image/webp;base64,AAAA'])
  expect(note).toBeUndefined()
})

test('an address is looked for among the frames that were scored lately, until the service has stored it', async () => {
  const requests: string[] = []
  const fetch = async (address: string | URL | Request) => {
    const { pathname } = new URL(String(address))
    requests.push(pathname)
    if (pathname !== '/v1/frames/recent') return new Response('abc', { headers: { 'content-type': 'image/webp' } })
    const thumbnail = requests.length > 1 ? '/v1/thumbnails/0a' : null
    return Response.json({ frames: [{ id: 'https://example.com/a.png', thumbnail }] })
  }
  const palate = new Palate({ apiKey: 'plt_x', fetch: fetch as typeof globalThis.fetch })
  const url = 'https://example.com/a.png'
  const { pictures } = await readThumbnails(palate, [{ id: url, url }], 'studio')
  expect(pictures).toEqual(['data:image/webp;base64,YWJj'])
  expect(requests).toEqual(['/v1/frames/recent', '/v1/frames/recent', '/v1/thumbnails/0a'])
})
