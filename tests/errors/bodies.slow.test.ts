import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'
import { openOnWire, sendOnWire } from '../harness/wire.ts'

const mebibyte = 1024 * 1024

// Bodies are read before the store is queried.
describe('bodies', () => {
  const service = useService('sqlite')
  let profile: string
  let document: object
  beforeAll(async () => {
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'large' } })
    profile = `/v1/profiles/${body.id}`
    document = (await service.call('GET', `${profile}/export`)).body
  })

  const headers = () => ({ authorization: `Bearer ${service.key}`, 'content-type': 'application/json' })
  /** A JSON text of exactly this many bytes, padded with leading blanks. */
  const padded = (value: unknown, bytes: number) => Buffer.from(JSON.stringify(value).padStart(bytes), 'utf8')
  const post = (raw: string | Uint8Array<ArrayBuffer>) => service.call('POST', '/v1/profiles', { raw })

  test('a body of 1 MiB is accepted and one byte more is 413 body_too_large', async () => {
    expect((await post(padded({ projectId: 'p', name: 'exactly' }, mebibyte))).status).toBe(201)
    const over = await post(padded({ projectId: 'p', name: 'over' }, mebibyte + 1))
    expect(expectProblem(over, 413, 'body_too_large').detail).toBe('the body is limited to 1 MiB')
    expect((await post('{"projectId":"p","name":"over"}')).status).toBe(201)
  })

  test('the limit applies to a body without a declared length', async () => {
    const body = padded({ projectId: 'p', name: 'chunked' }, mebibyte)
    const pieces = [body.subarray(0, 100), body.subarray(100, mebibyte / 2), body.subarray(mebibyte / 2)]
    const url = `${service.url}/v1/profiles`
    const over = await sendOnWire(url, 'POST', { headers: headers(), chunks: [...pieces, ' '] })
    expectProblem(over, 413, 'body_too_large')
    expect((await sendOnWire(url, 'POST', { headers: headers(), chunks: pieces })).status).toBe(201)
  })

  test('a PATCH of a profile may have 32 MiB and not one byte more', async () => {
    const patch = (bytes: number) => service.call('PATCH', profile, { raw: padded({ seed: `${bytes}` }, bytes) })
    expect((await patch(32 * mebibyte)).body.seed).toBe(String(32 * mebibyte))
    expectProblem(await patch(32 * mebibyte + 1), 413, 'body_too_large')
    expect((await service.call('GET', profile)).body.seed).toBe(String(32 * mebibyte))
  })

  test('an import of a profile may have 32 MiB and not one byte more', async () => {
    const send = (bytes: number) =>
      service.call('POST', '/v1/profiles/import', { raw: padded({ ...document, name: `import ${bytes}` }, bytes) })
    expect((await send(32 * mebibyte)).status).toBe(201)
    expectProblem(await send(32 * mebibyte + 1), 413, 'body_too_large')
  })

  test('a body declared far too large is refused before it is sent', async () => {
    const length = { 'content-length': String(1024 * mebibyte) }
    const { sent, answer } = openOnWire(`${service.url}/v1/profiles`, 'POST', { ...headers(), ...length })
    expectProblem(await answer, 413, 'body_too_large')
    sent.destroy()
  })

  test('the key is checked before the body', async () => {
    const answer = await service.call('POST', '/v1/profiles', { key: null, raw: '{' })
    expectProblem(answer, 401, 'missing_api_key')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json'])(
    'a body of type %s is 415 unsupported_media_type',
    async (type) => {
      const raw = '{"projectId":"p","name":"type"}'
      const answer = await service.call('POST', '/v1/profiles', { raw, headers: { 'content-type': type } })
      expectProblem(answer, 415, 'unsupported_media_type')
    },
  )

  test('a body under a Content-Encoding is 415 unsupported_media_type', async () => {
    const raw = gzipSync('{"projectId":"p","name":"packed"}')
    for (const encoding of ['gzip', 'br']) {
      const answer = await service.call('POST', '/v1/profiles', { raw, headers: { 'content-encoding': encoding } })
      expectProblem(answer, 415, 'unsupported_media_type')
    }
  })

  test('a missing body needs no type, and an operation without a body ignores what is sent', async () => {
    const made = (await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'no body' } })).body
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const refreshed = await service.call('POST', `/v1/profiles/${made.id}/refresh`, { raw: '', headers: form })
    expect(refreshed.status).toBe(200)
    expectProblem(await service.call('POST', '/v1/profiles', { raw: '', headers: form }), 400, 'invalid_json')
    const gone = await service.call('DELETE', `/v1/profiles/${made.id}`, { raw: '{bad' })
    expect(gone.status).toBe(200)
  })

  test('the connection is closed after the 413 if an undeclared body goes far past the limit', async () => {
    const pieces = Array.from({ length: 66 }, () => Buffer.alloc(mebibyte, ' '))
    const answer = await sendOnWire(`${service.url}/v1/profiles`, 'POST', { headers: headers(), chunks: pieces })
    expectProblem(answer, 413, 'body_too_large')
    expect(answer.headers.get('connection')).toBe('close')
  })

  test('a body without a type is 415 unsupported_media_type', async () => {
    const { authorization } = headers()
    const chunks = ['{"projectId":"p","name":"no type"}']
    const answer = await sendOnWire(`${service.url}/v1/profiles`, 'POST', { headers: { authorization }, chunks })
    expectProblem(answer, 415, 'unsupported_media_type')
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])(
    'a body of type %s is JSON',
    async (type) => {
      const raw = JSON.stringify({ projectId: 'p', name: type })
      const answer = await service.call('POST', '/v1/profiles', { raw, headers: { 'content-type': type } })
      expect(answer.status).toBe(201)
    },
  )

  test('a DELETE may carry Content-Type: application/json and no body', async () => {
    const made = await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'typed delete' } })
    const path = `/v1/profiles/${made.body.id}`
    const answer = await service.call('DELETE', path, { headers: { 'content-type': 'application/json' } })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
  })

  test.each(['', '{', 'nonsense', "{'a':1}", '{"a":1}{"b":2}', 'NaN'])('%j is 400 invalid_json', async (raw) => {
    expectProblem(await post(raw), 400, 'invalid_json')
  })

  test('text that is not UTF-8 is 400 invalid_json', async () => {
    const raw = Buffer.concat([Buffer.from('{"projectId":"p","name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    expectProblem(await post(raw), 400, 'invalid_json')
  })

  test.each(['null', '[]', '"text"', '5'])('a body that is %s is 400 invalid_request', async (raw) => {
    expectInvalidAt(await post(raw), '')
  })

  test('nesting 64 deep is accepted and 65 deep is 400 invalid_request', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    // The body itself is the first level.
    const body = (depth: number) => `{"projectId":"p","name":"depth ${depth}","extra":${nested(depth - 1)}}`
    expect((await post(body(64))).status).toBe(201)
    expectInvalidAt(await post(body(65)), `/extra${'/0'.repeat(63)}`)
  })

  test('unlimited nesting is 400 invalid_request', async () => {
    expectProblem(await post('['.repeat(400_000) + ']'.repeat(400_000)), 400, 'invalid_request')
    expectProblem(await post('['.repeat(400_000)), 400, 'invalid_json')
  })

  test('unknown members of a body are ignored', async () => {
    const body = { projectId: 'p', name: 'more', seed: 's', id: 'mine', extra: { deep: [1] }, constructor: 'x' }
    const made = await service.call('POST', '/v1/profiles', { body })
    expect(made).toMatchObject({ status: 201, body: { name: 'more', seed: 's' } })
    const { projectId, name, seed, ...rest } = made.body
    expect({ projectId, name, seed, others: Object.keys(rest).sort() }).toEqual({
      projectId: 'p',
      name: 'more',
      seed: 's',
      others: ['createdAt', 'id', 'updatedAt'],
    })
    expect(made.body.id).toMatch(/^prof_[0-9a-f]{32}$/)
  })
})
