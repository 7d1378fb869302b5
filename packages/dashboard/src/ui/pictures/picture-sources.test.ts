import { expect, test } from 'vitest'
import { sourceSetOf } from './picture-sources.ts'

const prefixed = (src: string) => `/palate${src}`

test('a library thumbnail has three sizes, under the path prefix', () => {
  expect(sourceSetOf('/api/frames/frm_1/thumbnail', prefixed)).toBe(
    '/palate/api/frames/frm_1/thumbnail 256w, /palate/api/frames/frm_1/thumbnail?size=512 512w, /palate/api/frames/frm_1/thumbnail?size=1024 1024w',
  )
})

test('a thumbnail of another picture has two, and asks for none that its host would have to serve', () => {
  expect(sourceSetOf('/v1/thumbnails/ab12', prefixed)).toBe(
    '/palate/v1/thumbnails/ab12 192w, /palate/v1/thumbnails/ab12?size=medium 512w',
  )
})

test('whole pictures and local files have one size', () => {
  for (const src of ['/api/frames/frm_1', '/v1/thumbnails/ab12?size=large', 'blob:x', 'data:image/png;base64,AA'])
    expect(sourceSetOf(src, prefixed)).toBeUndefined()
})
