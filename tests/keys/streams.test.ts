import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { path as batches, submitAsync, useStage } from '../batches/batch-service.ts'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { startService, type TestService } from '../harness/service.ts'
import { invite, signInPerson } from '../people/sign-in-person.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'

type Headers = Readonly<Record<string, string>>

describe('streams of a revoked or expired key', () => {
  const stage = useStage('sqlite')
  /** Another process on the same store. Keys are revoked there. */
  let other: TestService
  beforeAll(async () => {
    other = await startService('sqlite', loopbackAllowed, stage.service.home, { isWorker: false })
  })
  afterAll(() => other.stop())

  const newKey = async (body: object = {}) =>
    (await other.call('POST', '/api/api-keys', { body: { name: 'stream', ...body } })).body
  const revoke = (id: string) => other.call('DELETE', `/api/api-keys?id=${id}`)
  const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` })
  const ndjson = { accept: 'application/x-ndjson' }
  const events = { accept: 'text/event-stream' }
  /** One frame that is scored, and one that never answers. */
  const unfinished = (name: string) => stage.request([`now/${name}`, `held/${name}`])

  const streams: Record<string, (auth: Headers) => Promise<Stream>> = {
    'scores as lines': (auth) => open(stage.service, '/v1/score', { ...ndjson, ...auth }, unfinished('score')),
    'a batch that was submitted': (auth) => open(stage.service, batches, auth, unfinished('batch')),
    async 'the results of a batch'(auth) {
      const { batch_id } = await submitAsync(stage.service, unfinished('results'))
      return open(stage.service, `${batches}/${batch_id}/results`, auth)
    },
    async 'the results of a batch as events'(auth) {
      const { batch_id } = await submitAsync(stage.service, unfinished('events'))
      return open(stage.service, `${batches}/${batch_id}/results`, { ...events, ...auth })
    },
    'the event stream': (auth) => open(stage.service, '/v1/events', { ...events, ...auth }),
  }

  test.each(Object.keys(streams))('%s: ends early when the key is revoked in another process', async (name) => {
    const { id, key } = await newKey()
    const stream = await streams[name]?.(bearer(key))
    await eventually(() => expect(stream?.text()).not.toBe(''))
    await revoke(id)
    // Only event streams end like a complete response.
    expect(await stream?.end).toBe(name.includes('event') ? 'ended' : 'broken off')
    expect(stream?.text()).not.toContain('done')
  })

  test('a stream ends when its key expires or its session ends; those of other keys continue', async () => {
    const expiring = await newKey({ expiresInDays: 1 })
    const signedIn = await other.call('POST', '/api/session', { key: null, body: { key: other.key } })
    const session = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-palate-request': '1' }
    const scores = streams['scores as lines'] as (auth: Headers) => Promise<Stream>
    const follow = streams['the event stream'] as (auth: Headers) => Promise<Stream>
    const [ofExpiring, ofSession] = [await follow(bearer(expiring.key)), await scores(session)]
    const going = await follow(bearer(other.key))
    await eventually(() => expect(ofSession.text()).not.toBe(''))
    await other.call('DELETE', '/api/session', { key: null, headers: session })
    expect(await ofSession.end).toBe('broken off')
    stage.service.clock.skipMs = 25 * 3600_000
    expect(await ofExpiring.end).toBe('ended')
    stage.service.clock.skipMs = 0
    const before = going.text().length
    await newKey()
    await eventually(() => expect(going.text().length).toBeGreaterThan(before))
    going.leave()
  })

  test.each([
    ['is suspended', (id: string) => other.call('PATCH', `/api/people/${id}`, { body: { status: 'suspended' } })],
    ['is removed', (id: string) => other.call('DELETE', `/api/people/${id}`)],
    ['gets another role', (id: string) => other.call('PATCH', `/api/people/${id}`, { body: { role: 'viewer' } })],
  ])('the streams of a person, by session and by key, end when the person %s in another process', async (_, change) => {
    await invite(other, { role: 'owner' })
    const page = await signInPerson(other, { role: 'owner' })
    const { key } = (await page.call('POST', '/api/api-keys', { body: { name: 'Laptop' } })).body
    const follow = streams['the event stream'] as (auth: Headers) => Promise<Stream>
    const results = streams['the results of a batch'] as (auth: Headers) => Promise<Stream>
    const opened = [await follow({ cookie: page.cookie }), await results(bearer(key))]
    for (const stream of opened) await eventually(() => expect(stream.text()).not.toBe(''))
    expect((await change(page.id)).status).toBe(200)
    expect(await Promise.all(opened.map(({ end }) => end))).toEqual(['ended', 'broken off'])
  })

  test('a stream that has not started is answered with 401, and its work stops', async () => {
    const { id, key } = await newKey()
    const { waiting } = stage.host
    const answer = stage.service.call('POST', '/v1/score', {
      key,
      body: stage.request([`held/first`]),
      headers: ndjson,
    })
    await eventually(() => expect(stage.host.requestsFor(`held/first`)).toBe(1))
    await revoke(id)
    const { status, body } = await answer
    expect([status, body.code]).toEqual([401, 'revoked_api_key'])
    await eventually(() => expect(stage.host.waiting).toBeLessThanOrEqual(waiting))
  })
})

interface Stream {
  text(): string
  readonly end: Promise<'ended' | 'broken off'>
  leave(): void
}

async function open({ url }: Client, path: string, headers: Headers, body?: object): Promise<Stream> {
  const leaving = new AbortController()
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    signal: leaving.signal,
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  let text = ''
  const read = async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  }
  return {
    text: () => text,
    end: read().then(
      () => 'ended',
      () => 'broken off',
    ),
    leave: () => leaving.abort(),
  }
}
