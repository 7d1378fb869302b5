import { frameBytesMax } from '@palate/core/frames/size.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { frameOf, getBytes, upload, uploadForm } from './frame-requests.ts'

describe.each(engines)('the frame library on %s', (engine) => {
  const service = useService(engine)
  let png: Buffer
  let wide: Buffer
  beforeAll(async () => {
    png = await paint({ mood: 'warm', seed: 1 })
    wide = await paint({ mood: 'cold', seed: 2, format: 'jpeg', width: 600, height: 300 })
  })

  it('an upload returns the frame', async () => {
    const { status, body, headers } = await upload(service, wide, { type: 'image/jpeg' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^frm_[0-9a-f]{32}$/),
      url: `frame:${body.id}`,
      projectId: 'studio',
      width: 600,
      height: 300,
      bytes: wide.length,
      contentType: 'image/jpeg',
      createdAt: expect.any(String),
    })
    expect(headers.get('location')).toBe(`/api/frames/${body.id}`)
  })

  it('the same bytes are one frame per project', async () => {
    const first = await upload(service, png)
    const again = await uploadForm(service, [{ name: 'other-name.png', bytes: png }])
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    const elsewhere = await upload(service, png, { project: 'elsewhere' })
    expect(elsewhere.status).toBe(201)
    expect(elsewhere.body.id).not.toBe(first.body.id)
  })

  it('a frame larger than a picture that may be fetched is scored, shown and taught', async () => {
    const bytes = Buffer.concat([png, Buffer.alloc(frameBytesMax, 7)])
    const { url, id } = (await upload(service, bytes)).body
    const made = await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'Large' } })
    const profileId = made.body.id
    const exemplars = [{ label: 'good', url }]
    await service.call('POST', `/v1/profiles/${profileId}/annotations`, { body: { exemplars } })
    const frames = [{ id: 'large', url }]
    const request = { profile_id: profileId, frames, dimensions: ['aesthetics'], include_working: true }
    const scored = await service.call('POST', '/v1/score', { body: request })
    expect(scored.body.scores).toEqual([{ frame_id: 'large', aesthetics: expect.any(Number) }])
    expect((await service.call('GET', `/api/frames/${id}/thumbnail?size=512`)).status).toBe(200)
    const { body } = await service.call('GET', `/v1/profiles/${profileId}/pictures?include_working=true`)
    expect(body.pictures).toMatchObject([{ status: 'read' }])
  })

  it('concurrent uploads of the same bytes create one frame', async () => {
    const bytes = await paint({ mood: 'grey', seed: 3 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(service, bytes)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
  })

  it('the media type follows the bytes, not the declared type', async () => {
    const { body } = await upload(service, await paint({ mood: 'grey', seed: 4, format: 'webp' }), {
      type: 'image/png',
    })
    expect(body.contentType).toBe('image/webp')
  })

  it.each([
    ['hero.png', 'hero.png'],
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\\\pictures\\\\hero.png', 'hero.png'],
    ['..', undefined],
    ['/', undefined],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['tab\there.png', 'tabhere.png'],
    ['ä 🖼.png', 'ä 🖼.png'],
    ['x'.repeat(300), 'x'.repeat(255)],
    // As browsers send a quotation mark.
    ['a %22quoted%22 100%.png', 'a "quoted" 100%.png'],
  ])('a file named %j is stored as %j', async (sent, stored) => {
    const bytes = Buffer.concat([png, Buffer.from(sent)])
    const { status, body } = await uploadForm(service, [{ name: sent, bytes }])
    expect(status).toBe(201)
    expect(body.name).toBe(stored)
  })

  it('the bytes are returned as uploaded, cacheable forever and never executable', async () => {
    const { id } = await frameOf(service, png)
    const { status, headers, bytes } = await getBytes(service, `/api/frames/${id}`)
    expect(status).toBe(200)
    expect(bytes.equals(png)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
    const again = await getBytes(service, `/api/frames/${id}`, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  it('thumbnails are WebP with the requested longer side, and never larger than the picture', async () => {
    const { id } = await frameOf(service, wide)
    const sizeOf = async (query: string) => {
      const { status, headers, bytes } = await getBytes(service, `/api/frames/${id}/thumbnail${query}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
      const { width, height } = await sharp(bytes).metadata()
      return [width, height]
    }
    expect(await sizeOf('')).toEqual([256, 128])
    expect(await sizeOf('?size=64')).toEqual([64, 32])
    expect(await sizeOf('?size=512')).toEqual([512, 256])
    expect(await sizeOf('?size=1024')).toEqual([600, 300])
    const small = await frameOf(service, png)
    const { bytes, headers } = await getBytes(service, `/api/frames/${small.id}/thumbnail?size=500`)
    expect((await sharp(bytes).metadata()).width).toBe(96)
    const tag = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await getBytes(service, `/api/frames/${small.id}/thumbnail?size=500`, tag)).status).toBe(304)
    for (const size of ['63', '1025', 'x', '']) {
      expectProblem(await service.call('GET', `/api/frames/${id}/thumbnail?size=${size}`), 400, 'invalid_request')
    }
  })

  it('lists are newest first, page by page, of one project or of all', async () => {
    const owner = service.as(await service.newAccount())
    const made: string[] = []
    for (let i = 0; i < 3; i++) made.unshift((await frameOf(owner, Buffer.concat([png, Buffer.from([i])]), 'a')).id)
    const other = await frameOf(owner, png, 'b')
    const list = async (query: string) => (await owner.call('GET', `/api/frames${query}`)).body
    const idsOf = ({ frames }: { frames: { id: string }[] }) => frames.map(({ id }) => id)
    expect(idsOf(await list('?projectId=a'))).toEqual(made)
    expect(idsOf(await list(''))).toEqual([other.id, ...made])
    const first = await list('?projectId=a&limit=2')
    expect(idsOf(first)).toEqual(made.slice(0, 2))
    const rest = await list(`?projectId=a&limit=2&cursor=${first.nextCursor}`)
    expect([idsOf(rest), rest.nextCursor]).toEqual([made.slice(2), undefined])
    expect(await list('?projectId=nobody')).toEqual({ frames: [] })
    expectProblem(await owner.call('GET', '/api/frames?cursor=nonsense'), 400, 'invalid_request')
    expectProblem(await owner.call('GET', '/api/frames?limit=0'), 400, 'invalid_request')
  })

  it('a deleted frame no longer exists, and the same bytes can be uploaded again', async () => {
    const bytes = await paint({ mood: 'grey', seed: 5 })
    const { id } = await frameOf(service, bytes)
    const twin = await frameOf(service, bytes, 'twin')
    expect((await service.call('DELETE', `/api/frames?id=${id}`)).body).toEqual({ success: true })
    for (const path of [`/api/frames/${id}`, `/api/frames/${id}/thumbnail`]) {
      expectProblem(await service.call('GET', path), 404, 'frame_not_found')
    }
    expectProblem(await service.call('DELETE', `/api/frames?id=${id}`), 404, 'frame_not_found')
    expect((await getBytes(service, `/api/frames/${twin.id}`)).bytes.equals(bytes)).toBe(true)
    const again = await frameOf(service, bytes)
    expect(again.id).not.toBe(id)
    expect((await getBytes(service, `/api/frames/${again.id}`)).bytes.equals(bytes)).toBe(true)
  })

  it('of parallel deletions of a frame exactly one succeeds, and is in the audit log', async () => {
    const { id } = await frameOf(service, await paint({ mood: 'grey', seed: 6 }))
    const answers = await Promise.all(Array.from({ length: 9 }, () => service.call('DELETE', `/api/frames?id=${id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(8).fill(404)])
    const { entries } = (await service.call('GET', '/v1/audit?action=frame.deleted')).body
    expect(entries.filter(({ target }: { target: { id: string } }) => target.id === id)).toHaveLength(1)
  })

  it('an upload needs a project, and a key that can access it', async () => {
    const { body } = await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'mine' } })
    const scoped: Client = service.as(body.key)
    expectProblem(await upload(scoped, png, { project: 'studio' }), 403, 'project_forbidden')
    const ask = { raw: new Uint8Array(png), headers: { 'content-type': 'image/png' } }
    expect((await scoped.call('POST', '/api/frames/upload', ask)).body.projectId).toBe('mine')
    expectProblem(await service.call('POST', '/api/frames/upload', ask), 400, 'invalid_request')
  })

  it('an Idempotency-Key returns the same response for the same file, whatever the encoding', async () => {
    const bytes = Buffer.concat([png, Buffer.from('idempotent')])
    const headers = { 'idempotency-key': 'upload' }
    const first = await upload(service, bytes, { headers })
    const again = await upload(service, bytes, { headers })
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
    expect(again.body).toEqual(first.body)
    expectProblem(await upload(service, png, { headers }), 409, 'idempotency_conflict')
    const inForm = { 'idempotency-key': 'form' }
    const part = { name: 'a.png', bytes }
    expect((await uploadForm(service, [part], { headers: inForm })).status).toBe(200)
    const field = { field: 'note', bytes: Buffer.from('another form with the same file') }
    const repeated = await uploadForm(service, [field, part], { headers: inForm })
    expect(repeated.headers.get('idempotency-replayed')).toBe('true')
  })
})
