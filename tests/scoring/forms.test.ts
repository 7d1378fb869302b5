import { randomUUID } from 'node:crypto'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import { largeBodyBytesMax } from '@palate/core/route.ts'
import { partNameCharactersMax } from '@palate/server/http/request/scoring-form.ts'
import { describe, expect, test } from 'vitest'
import { batchOf, linesOf, respondAsync, resultsOf, scored, untilStatus } from '../batches/batch-service.ts'
import { boundary, formOf, type Part } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from './pictures.ts'
import { scoresOf } from './scoring-service.ts'

type Headers = Readonly<Record<string, string>>

function sendForm(client: Client, path: string, parts: readonly Part[], headers: Headers = {}) {
  return client.call('POST', path, {
    raw: formOf(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })
}

const jsonPart = (body: object): Part => ({ field: 'request', bytes: Buffer.from(JSON.stringify(body)) })
const picture = (field: string, bytes: Uint8Array): Part => ({ field, name: `${field}.png`, bytes })

describe('POST /v1/score with a form', () => {
  const service = useService('sqlite')
  const requestOf = async (urls: readonly string[], more: object = {}) => ({
    profile_id: await createProfile(service),
    dimensions: ['warmth'],
    frames: urls.map((url, i) => ({ id: `f${i}`, url })),
    ...more,
  })
  const score = (parts: readonly Part[], headers?: Headers) => sendForm(service, '/v1/score', parts, headers)

  test('a picture has the same score as in a data URL, wherever the part is and however often it is named', async () => {
    const [warm, cold] = [await paint({ mood: 'warm', seed: 1 }), await paint({ mood: 'cold', seed: 1 })]
    const request = await requestOf(['part:b', dataUrl(warm), 'part:a', 'part:b'])
    const urls = [dataUrl(cold), dataUrl(warm), dataUrl(warm), dataUrl(cold)]
    const expected = await scoresOf(
      service,
      request.profile_id,
      urls.map((url, i) => ({ id: `f${i}`, url })),
      { dimensions: ['warmth'] },
    )
    const parts = [picture('a', warm), jsonPart(request), picture('b', cold)]
    const { status, body, text } = await score(parts)
    expect(status, text).toBe(200)
    expect(body.scores).toEqual(expected)
  })

  test('a request that is a file, and pictures that are fields, are accepted', async () => {
    const request = await requestOf(['part:a'])
    const warm = await paint({ mood: 'warm', seed: 2 })
    const parts = [
      { ...jsonPart(request), name: 'request.json' },
      { field: 'a', bytes: warm },
    ]
    const { body } = await score(parts)
    expect(body.scores).toEqual([{ frame_id: 'f0', warmth: expect.any(Number) }])
  })

  test('results can be streamed', async () => {
    const request = await requestOf(['part:a', 'part:b'])
    const parts = [
      picture('a', await paint({ mood: 'warm', seed: 3 })),
      picture('b', await paint({ mood: 'cold', seed: 3 })),
      jsonPart(request),
    ]
    const lines = linesOf(await score(parts, { accept: 'application/x-ndjson' }))
    expect(scored(lines).map(({ index }) => index)).toHaveLength(2)
    expect(lines.at(-1)).toMatchObject({ type: 'done', counts: { total: 2, succeeded: 2, failed: 0 } })
  })

  test('a part that is no picture, or too large, is an error of its frame', async () => {
    const request = await requestOf(['part:text', 'part:empty', 'part:large', 'part:good'])
    const parts = [
      jsonPart(request),
      picture('text', Buffer.from('no picture')),
      picture('empty', Buffer.alloc(0)),
      picture('large', Buffer.alloc(frameBytesMax + 1)),
      picture('good', await paint({ mood: 'warm', seed: 4 })),
    ]
    const { status, body } = await score(parts)
    expect(status).toBe(200)
    const codes = body.scores.map(({ error }: { error?: { code: string } }) => error?.code)
    expect(codes).toEqual(['not_an_image', 'not_an_image', 'image_too_large', undefined])
  })

  test('the address of a part is not listed with the frame', async () => {
    const request = await requestOf(['part:a'])
    await score([jsonPart(request), picture('a', await paint({ mood: 'grey', seed: 5 }))])
    const { frames } = (await service.call('GET', '/v1/frames/recent?projectId=default&limit=1000')).body
    expect(frames.map(({ url }: { url: string | null }) => url)).not.toContain('part:a')
  })

  test('a frame that names a missing part is refused', async () => {
    const request = await requestOf(['part:a', 'part:b'])
    const answer = await score([jsonPart(request), picture('a', await paint({ mood: 'warm', seed: 1 }))])
    expectInvalidAt(answer, '/frames/1/url')
  })

  test.each<[string, (good: Uint8Array) => readonly Part[]]>([
    ['a part that no frame names', (good) => [picture('a', good), picture('b', good)]],
    ['two parts of one name', (good) => [picture('a', good), picture('a', good)]],
    ['a name that is too long', (good) => [picture('a', good), picture('n'.repeat(partNameCharactersMax + 1), good)]],
  ])('%s is refused', async (_, partsOf) => {
    const request = await requestOf(['part:a'])
    expectInvalidAt(await score([jsonPart(request), ...partsOf(await paint({ mood: 'warm', seed: 1 }))]), '')
  })

  test('a form without a request, or with one that is not JSON, is refused', async () => {
    const good = picture('a', await paint({ mood: 'warm', seed: 1 }))
    expectInvalidAt(await score([good]), '')
    expectProblem(await score([good, { field: 'request', bytes: Buffer.from('{') }]), 400, 'invalid_json')
    expectInvalidAt(
      await score([good, jsonPart({ frames: [{ id: 'a', url: 'part:a' }], dimensions: ['warmth'] })]),
      '/profile_id',
    )
  })

  test('a form without a boundary, or cut short, is refused, and the service goes on', async () => {
    const request = await requestOf(['part:a'])
    const parts = [jsonPart(request), picture('a', await paint({ mood: 'warm', seed: 1 }))]
    const raw = formOf(parts)
    const type = `multipart/form-data; boundary=${boundary}`
    const send = (bytes: Uint8Array, contentType: string) =>
      service.call('POST', '/v1/score', { raw: new Uint8Array(bytes), headers: { 'content-type': contentType } })
    expectProblem(await send(raw, 'multipart/form-data'), 400, 'invalid_request')
    for (const length of [10, 150, raw.length - 400, raw.length - 10]) {
      expectProblem(await send(raw.subarray(0, length), type), 400, 'invalid_request')
    }
    expect((await send(raw, type)).status).toBe(200)
  })

  test('a form is limited like other bodies of scoring', async () => {
    const request = await requestOf(['part:a'])
    const parts = [jsonPart(request), picture('a', Buffer.alloc(largeBodyBytesMax))]
    expectProblem(await score(parts), 413, 'body_too_large')
  })

  test('an idempotency key stands for the same pictures, in any order and with any boundary', async () => {
    const request = await requestOf(['part:a', 'part:b'])
    const headers = { 'idempotency-key': randomUUID() }
    const a = picture('a', await paint({ mood: 'warm', seed: 6 }))
    const b = picture('b', await paint({ mood: 'cold', seed: 6 }))
    const first = await score([jsonPart(request), a, b], headers)
    const repeated = await score([b, a, jsonPart(request)], headers)
    expect(repeated.headers.get('idempotency-replayed')).toBe('true')
    expect(repeated.body).toEqual(first.body)
    const other = await score([jsonPart(request), a, { ...b, bytes: a.bytes }], headers)
    expectProblem(other, 409, 'idempotency_conflict')
  })

  test('a request that is large itself is checked elsewhere, and keeps its pictures', async () => {
    const urls = Array.from({ length: 3_000 }, () => 'part:a')
    const request = await requestOf(urls)
    const { body } = await score([jsonPart(request), picture('a', await paint({ mood: 'warm', seed: 7 }))])
    expect(new Set(body.scores.map(({ warmth }: { warmth: number }) => warmth)).size).toBe(1)
    expect(body.scores).toHaveLength(3_000)
  })
})

describe.each(engines)('POST /v1/score/batch with a form on %s', (engine) => {
  const service = useService(engine)

  async function submit(urls: readonly string[], pictures: readonly Part[], headers: Headers = {}) {
    const frames = urls.map((url, i) => ({ id: `f${i}`, url }))
    const request = { profile_id: await createProfile(service), dimensions: ['warmth'], frames }
    return { request, answer: await sendForm(service, '/v1/score/batch', [jsonPart(request), ...pictures], headers) }
  }

  test('the frames have the scores of the same pictures in data URLs', async () => {
    // Larger than one stored piece.
    const large = await paint({ mood: 'warm', seed: 8, width: 640, height: 480 })
    const small = await paint({ mood: 'cold', seed: 8 })
    const { request, answer } = await submit(
      ['part:small', 'part:large', 'part:small', 'part:broken'],
      [picture('large', large), picture('small', small), picture('broken', Buffer.from('no picture'))],
    )
    const urls = [small, large, small].map((bytes, i) => ({ id: `f${i}`, url: dataUrl(bytes) }))
    const expected = await scoresOf(service, request.profile_id, urls, { dimensions: ['warmth'] })
    const results = scored(linesOf(answer)).toSorted((a, b) => a.index - b.index)
    expect(results.slice(0, 3).map(({ warmth }) => warmth)).toEqual(
      expected.map(({ warmth }: { warmth: number }) => warmth),
    )
    expect(results[3]).toMatchObject({ type: 'error', frame_id: 'f3', error: { code: 'not_an_image' } })
  })

  test('a batch that is submitted asynchronously keeps its pictures until they are scored', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => picture(`p${i}`, await paint({ mood: 'warm', seed: 100 + i }))),
    )
    const { answer } = await submit(
      pictures.map(({ field }) => `part:${field}`),
      pictures,
      respondAsync,
    )
    expect(answer.status, answer.text).toBe(202)
    await untilStatus(service, answer.body.batch_id, 'completed')
    expect((await batchOf(service, answer.body.batch_id)).counts).toMatchObject({ succeeded: 20, failed: 0 })
    expect(scored(await resultsOf(service, answer.body.batch_id))).toHaveLength(20)
  })

  test('a frame that names a missing part, or a part that no frame names, is refused and nothing is stored', async () => {
    const warm = picture('a', await paint({ mood: 'warm', seed: 1 }))
    expectInvalidAt((await submit(['part:b'], [warm])).answer, '/frames/0/url')
    const { request, answer } = await submit(['part:a'], [warm, { ...warm, field: 'b' }])
    expectInvalidAt(answer, '')
    const { batches } = (await service.call('GET', `/v1/score/batch?profile_id=${request.profile_id}`)).body
    expect(batches).toEqual([])
  })
})
