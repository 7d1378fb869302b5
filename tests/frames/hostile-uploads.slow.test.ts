import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { uploadBodyBytesMax } from '@palate/core/route.ts'
import { formPartsMax } from '@palate/server/frames/receive-upload.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { expectProblem } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'
import { openOnWire, sendOnWire, unchecked } from '../harness/wire.ts'
import { paint } from '../scoring/pictures.ts'
import { formOf, type Part, upload, uploadForm } from './frame-requests.ts'

const mebibyte = 1024 * 1024

describe('hostile uploads', () => {
  const service = useService('sqlite')
  let png: Buffer
  beforeAll(async () => {
    png = await paint({ mood: 'warm', seed: 1 })
  })

  const dataDir = () => service.home.env.PALATE_DATA_DIR ?? ''
  const incoming = () => filesIn(join(dataDir(), 'incoming'))
  afterEach(async () => {
    // A response may arrive before its file is removed.
    await eventually(() => expect(incoming().length).toBe(0))
  })

  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['text', () => Buffer.from('hello')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ['an SVG after a PNG signature', () => Buffer.concat([png.subarray(0, 8), Buffer.from('<svg/>')])],
    ['HTML in the head of a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['a TIFF', () => sharp(png).tiff().toBuffer()],
    ['half a picture', () => png.subarray(0, png.length / 2)],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj\n')],
  ])('%s is 415 unsupported_media_type, however it is sent', async (_, make) => {
    const bytes = await make()
    expectProblem(await upload(service, bytes), 415, 'unsupported_media_type')
    expectProblem(await uploadForm(service, [{ name: 'a.png', bytes }]), 415, 'unsupported_media_type')
  })

  it('a polyglot picture is stored as a picture, and served so that nothing in it runs', async () => {
    const { status, body } = await upload(service, Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
    expect([status, body.contentType]).toEqual([201, 'image/png'])
    const { headers } = await service.call('GET', `/api/frames/${body.id}`)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  // The picture is decoded before the store is queried.
  it('49 megapixels in a few kB are accepted, more than 50 are 413 body_too_large', async () => {
    const flat = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: '#246' } })
        .webp({ effort: 0 })
        .toBuffer()
    const taken = await upload(service, await flat(7000), { type: 'image/webp' })
    expect([taken.status, taken.body.width, taken.body.height]).toEqual([201, 7000, 7000])
    expectProblem(await upload(service, await flat(7072), { type: 'image/webp' }), 413, 'body_too_large')
  })

  it('exactly 32 MiB are accepted, one byte more is 413 body_too_large, also in a form', async () => {
    const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
    expect((await upload(service, padded(uploadBytesMax))).status).toBe(201)
    const refused = expectProblem(await upload(service, padded(uploadBytesMax + 1)), 413, 'body_too_large')
    expect(refused.detail).toBe('a frame may have 32 MiB at most')
    expectProblem(await uploadForm(service, [{ name: 'a', bytes: padded(uploadBytesMax + 1) }]), 413, 'body_too_large')
    expectProblem(await upload(service, padded(uploadBodyBytesMax + 1)), 413, 'body_too_large')
  })

  it('an endless body is answered with 413 and cut off', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'image/png' }
    const url = `${service.url}/api/frames/upload?projectId=studio`
    const { sent, answer } = openOnWire(url, 'POST', headers, unchecked)
    sent.on('error', () => {})
    const piece = Buffer.alloc(mebibyte, 1)
    let isAnswered = false
    answer.finally(() => {
      isAnswered = true
    })
    while (!isAnswered) {
      const hasRoom = sent.write(piece)
      if (!hasRoom) await Promise.race([answer, new Promise((resolve) => sent.once('drain', resolve))])
    }
    sent.destroy()
    expectProblem(await answer, 413, 'body_too_large')
  })

  it.each(['image/png', 'multipart/form-data; boundary=a-boundary'])(
    'an upload as %s that breaks off leaves nothing',
    async (type) => {
      const bytes = type.startsWith('multipart') ? formOf([{ name: 'a.png', bytes: png }]) : png
      const headers = { authorization: `Bearer ${service.key}`, 'content-type': type, 'content-length': '100000' }
      const url = `${service.url}/api/frames/upload?projectId=broken`
      const { sent } = openOnWire(url, 'POST', headers, unchecked)
      sent.on('error', () => {}).write(bytes.subarray(0, bytes.length - 50))
      await expect.poll(() => incoming().length).toBe(1)
      sent.destroy()
      await expect.poll(() => incoming().length).toBe(0)
      expect((await service.call('GET', '/api/frames?projectId=broken')).body).toEqual({ frames: [] })
    },
  )

  it.each<[string, () => readonly Part[]]>([
    ['without a file', () => [{ field: 'note', bytes: Buffer.from('x') }]],
    ['with no part', () => []],
    [
      'with two files',
      () => [
        { name: 'a', bytes: png },
        { name: 'b', bytes: png },
      ],
    ],
    ['with a file of another name', () => [{ field: 'picture', name: 'a', bytes: png }]],
    ['with a file that is a field', () => [{ bytes: png }]],
    [
      'with too many parts',
      () => Array.from({ length: formPartsMax + 1 }, () => ({ field: 'note', bytes: Buffer.from('x') })),
    ],
  ])('a form %s is 400 invalid_request', async (_, parts) => {
    expectProblem(await uploadForm(service, parts()), 400, 'invalid_request')
  })

  it.each([
    ['many headers', Array.from({ length: 40 }, (_, i) => `X-${i}: y\r\n`).join('')],
    ['a long header', `X-Long: ${'y'.repeat(20_000)}\r\n`],
  ])('a part with %s is read within its limits, or refused', async (_, extra) => {
    const form = Buffer.from(formOf([{ name: 'a.png', bytes: png }])).toString('latin1')
    const raw = Buffer.from(form.replace('Content-Type: image/png', `${extra}Content-Type: image/png`), 'latin1')
    const headers = { 'content-type': 'multipart/form-data; boundary=a-boundary' }
    const path = '/api/frames/upload?projectId=headers'
    const { status } = await service.call('POST', path, { raw: new Uint8Array(raw), headers })
    expect([200, 201, 400, 415]).toContain(status)
  })

  it('a form may have other fields, as long as they are few', async () => {
    const notes = Array.from({ length: formPartsMax - 1 }, () => ({ field: 'note', bytes: Buffer.alloc(70_000) }))
    const { status } = await uploadForm(service, [
      ...notes,
      { name: 'a', bytes: Buffer.concat([png, Buffer.from('!')]) },
    ])
    expect(status).toBe(201)
  })

  it.each<[string, Record<string, string>, number, string]>([
    ['no boundary', { 'content-type': 'multipart/form-data' }, 400, 'invalid_request'],
    ['another boundary', { 'content-type': 'multipart/form-data; boundary=other' }, 400, 'invalid_request'],
    ['another type', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['a type that is no picture', { 'content-type': 'text/html' }, 415, 'unsupported_media_type'],
    ['an encoding', { 'content-type': 'image/png', 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
  ])('a body with %s is refused', async (_, headers, status, code) => {
    const raw = formOf([{ name: 'a.png', bytes: png }])
    expectProblem(await service.call('POST', '/api/frames/upload?projectId=studio', { raw, headers }), status, code)
  })

  it('an empty body is 400, an empty file 415', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'image/png', 'content-length': '0' }
    const path = '/api/frames/upload?projectId=studio'
    expectProblem(await sendOnWire(`${service.url}${path}`, 'POST', { headers }), 400, 'invalid_request')
    const { 'content-length': _, ...chunked } = headers
    const empty = await sendOnWire(`${service.url}${path}`, 'POST', { headers: chunked, chunks: [] })
    expect([400, 415]).toContain(empty.status)
    expectProblem(await uploadForm(service, [{ name: 'a.png', bytes: Buffer.alloc(0) }]), 415, 'unsupported_media_type')
  })

  it('refused uploads leave neither a frame nor a file', async () => {
    const { frames } = (await service.call('GET', '/api/frames')).body
    const named = new Set(frames.map(({ id }: { id: string }) => id)).size
    expect(filesIn(join(dataDir(), 'frames')).length).toBe(named)
  })
})

function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  } catch {
    return []
  }
}
