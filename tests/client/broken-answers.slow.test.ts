import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as realPause } from 'node:timers/promises'
import { type BatchLine, type Event, Palate } from '@palate/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lineCharactersMax } from '../../packages/client/src/streams/lines.ts'
import { freePort } from '../harness/free-port.ts'

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

/** How the server handles each successive request; the last handler is repeated. */
let behaviours: Behaviour[]
let got: { path: string; headers: IncomingMessage['headers'] }[]
let server: ReturnType<typeof createServer>
let url: string
beforeEach(async () => {
  got = []
  server = createServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    got.push({ path: `${request.method} ${request.url}`, headers: request.headers })
    const behave = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    behave?.(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

const client = (options = {}) => new Palate({ url, apiKey: 'plt_test', ...options })
const paths = () => got.map(({ path }) => path)
const answer =
  (body: unknown): Behaviour =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const breakOff: Behaviour = (response) => void response.socket?.destroy()

async function collect<Item>(items: AsyncIterable<Item>, max = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) {
    found.push(item)
    if (found.length === max) break
  }
  return found
}

/** Everything that reads a whole response. */
const whole: Readonly<Record<string, (palate: Palate, signal?: AbortSignal) => Promise<unknown>>> = {
  'a list': (palate, signal) => palate.projects(signal && { signal }),
  'a frame': (palate, signal) => palate.frames.get('f', signal && { signal }),
  'a thumbnail': (palate, signal) => palate.frames.thumbnail('f', {}, signal && { signal }),
  'the thumbnail at a path': (palate, signal) =>
    palate.frames.thumbnailAt('/v1/thumbnails/x', {}, signal && { signal }),
  'a profile that is changed': (palate, signal) =>
    palate.profiles.change('p', () => ({ result: 1 }), signal && { signal }),
}

describe.each(Object.entries(whole))('the body of %s', (_, read) => {
  const begin: Behaviour = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', etag: '"1"', 'content-length': '100' }).write('{')
  }

  test('that stalls ends at the time limit', async () => {
    behaviours = [begin]
    const reading = read(client({ timeoutMs: 200, retries: 0 }))
    await expect(reading).rejects.toMatchObject({ name: 'PalateError', code: 'timeout' })
  })

  test('that breaks off is requested again, and then is a PalateError', async () => {
    behaviours = [
      (response, request) => {
        begin(response, request)
        setTimeout(() => response.destroy(), 10)
      },
    ]
    const reading = read(client({ retries: 1 }))
    await expect(reading).rejects.toMatchObject({ name: 'PalateError', code: 'connection_failed' })
    expect(got).toHaveLength(2)
  })

  test('ends with the reason of its signal', async () => {
    behaviours = [begin]
    const controller = new AbortController()
    const reading = read(client(), controller.signal)
    await expect.poll(() => got.length).toBe(1)
    setTimeout(() => controller.abort(new Error('enough')), 50)
    await expect(reading).rejects.toThrow('enough')
  })
})

test('a profile that is not JSON is an unexpected response', async () => {
  behaviours = [(response) => void response.writeHead(200, { etag: '"1"' }).end('<html>')]
  const changing = client().profiles.change('p', () => ({ result: 1 }))
  await expect(changing).rejects.toMatchObject({ name: 'PalateError', code: 'unexpected_answer' })
})

const request = { profile_id: 'p', frames: [{ id: 'a', url: 'data:,' }], dimensions: ['aesthetics'] }
const batch = { type: 'batch', batch_id: 'b', profile_id: 'p', version_id: null, total: 2 }
const score = (seq: number) => ({ type: 'score', seq, index: seq - 1, frame_id: 'a', aesthetics: 0.5, attempts: 1 })
const done = { type: 'done', status: 'completed', counts: {}, latency_ms: 1 }
const event = (id: string) => ({ id, type: 'profile.created', data: {} })

const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const ndjson =
  (text: string, finish: (response: ServerResponse) => void = (response) => response.end()): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write(text)
    finish(response)
  }
const sse =
  (text: string): Behaviour =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
const sent = (events: readonly object[]) => events.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')

const streams: Readonly<Record<string, (palate: Palate) => AsyncGenerator<BatchLine | Event>>> = {
  scoreBatch: (palate) => palate.scoreBatch(request),
  'batches.results': (palate) => palate.batches.results('b'),
  'events.tail': (palate) => palate.events.tail({ after: 'evt_1' }),
}

describe.each(Object.entries(streams))('%s', (name, open) => {
  const isTail = name === 'events.tail'

  test('of an unreachable service fails like any other call', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const refused = { name: 'PalateError', code: 'connection_failed' }
    await expect(collect(open(client({ url: nowhere })))).rejects.toMatchObject(refused)
    behaviours = [breakOff]
    await expect(collect(open(client()))).rejects.toMatchObject(refused)
    expect(got).toHaveLength(3)
    await expect(collect(open(client({ retries: 0 })))).rejects.toMatchObject(refused)
    expect(got).toHaveLength(4)
  })

  test('requests nothing before it is read', async () => {
    open(client())
    await client({ retries: 0 })
      .projects()
      .catch(() => {})
    expect(paths()).toEqual(['GET /api/projects'])
  })

  test('closes its connection when its reader stops', async () => {
    let isClosed = false
    const items = isTail ? sent([event('evt_2'), event('evt_3')]) : textOf([batch, score(1)])
    behaviours = [
      (response) => {
        response.on('close', () => {
          isClosed = true
        })
        response.writeHead(200, { 'content-type': isTail ? 'text/event-stream' : 'application/x-ndjson' }).write(items)
      },
    ]
    expect(await collect(open(client()), 1)).toHaveLength(1)
    await expect.poll(() => isClosed).toBe(true)
    expect(got).toHaveLength(1)
  })

  test.each([
    ['a page of another service', 'text/html', '<html>\n</html>\n'],
    ['a line that is not JSON', 'stream', 'nonsense\n\n'],
    ['a line that is not an object', 'stream', '5\n\n'],
    ['a line without end', 'stream', 'x'.repeat(lineCharactersMax + 1)],
  ])('fails immediately with %s, without a retry', async (_, type, text) => {
    const mediaType = isTail ? 'text/event-stream' : 'application/x-ndjson'
    const body = type === 'stream' && isTail ? `data: ${text}` : text
    behaviours = [
      (response) => void response.writeHead(200, { 'content-type': type === 'stream' ? mediaType : type }).end(body),
    ]
    const failed = { name: 'PalateError', code: 'unexpected_answer', status: 200 }
    await expect(collect(open(client()))).rejects.toMatchObject(failed)
    expect(got).toHaveLength(1)
  })

  test('that always breaks off after its first line is given up', async () => {
    behaviours = [isTail ? sse(': open\n\n') : ndjson(textOf([batch]))]
    const failed = collect(open(client({ timeoutMs: 1e9, silenceMs: 1e9 }))).catch((error) => error)
    expect(await withoutPauses(failed)).toMatchObject({ name: 'PalateError', code: 'connection_failed' })
    expect(got).toHaveLength(10)
  })
})

/** Shortens the pauses between attempts. Network timers are unchanged. */
async function withoutPauses<Result>(waiting: Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isOver = false
  const over = () => {
    isOver = true
  }
  waiting.then(over, over)
  while (!isOver) {
    await realPause(5)
    await vi.advanceTimersByTimeAsync(5000)
  }
  vi.useRealTimers()
  return waiting
}

describe('a batch', () => {
  const half = textOf([batch, score(1)]) + JSON.stringify(score(2)).slice(0, 20)
  const rest = textOf([batch, score(2), done])

  test.each<[string, (response: ServerResponse) => void]>([
    ['breaks off in the middle of a line', (response) => setTimeout(() => response.destroy(), 10)],
    ['ends in the middle of a line', (response) => response.end()],
    ['falls silent', () => {}],
  ])('continues after the last complete result when the stream %s', async (_, finish) => {
    behaviours = [ndjson(half, finish), ndjson(rest)]
    const lines = await collect(client({ silenceMs: 500 }).scoreBatch(request))
    expect(lines).toEqual([batch, score(1), score(2), done])
    expect(paths()).toEqual(['POST /v1/score/batch', 'GET /v1/score/batch/b/results?after=1'])
  })

  test('is submitted again with the same key if the connection breaks before its id is known', async () => {
    behaviours = [ndjson('{"type":'), ndjson(textOf([batch, score(1), done]))]
    expect(await collect(client().scoreBatch(request))).toHaveLength(3)
    expect(paths()).toEqual(['POST /v1/score/batch', 'POST /v1/score/batch'])
    expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('is not given up while results arrive, however often the connection breaks', async () => {
    const count = 15
    const seqs = Array.from({ length: count }, (_, i) => i + 1)
    behaviours = [...seqs.map((seq) => ndjson(textOf([batch, score(seq)]))), ndjson(textOf([batch, done]))]
    const lines = await withoutPauses(collect(client({ timeoutMs: 1e9, silenceMs: 1e9 }).scoreBatch(request)))
    expect(lines).toEqual([batch, ...seqs.map(score), done])
  })
})

describe('a tail', () => {
  test('continues after its last event', async () => {
    behaviours = [sse(`: open\n\n${sent([event('evt_2')])}data: {"id":`), sse(sent([event('evt_3')]))]
    expect(await collect(client().events.tail({ after: 'evt_1' }), 2)).toEqual([event('evt_2'), event('evt_3')])
    expect(got.map(({ headers }) => headers['last-event-id'])).toEqual(['evt_1', 'evt_2'])
  })

  test('without a starting point remembers where it started, so that it misses nothing', async () => {
    behaviours = [answer({ events: [event('evt_1')] }), sse(': open\n\n'), sse(sent([event('evt_2')]))]
    expect(await collect(client().events.tail({ type: 'profile.*' }), 1)).toEqual([event('evt_2')])
    expect(got.map(({ path, headers }) => [path, headers['last-event-id']])).toEqual([
      ['GET /v1/events?type=profile.*&limit=1', undefined],
      ['GET /v1/events?type=profile.*', 'evt_1'],
      ['GET /v1/events?type=profile.*', 'evt_1'],
    ])
  })

  test('that started with an empty log reads what was recorded while its connection was broken', async () => {
    const log = { events: [event('evt_2'), event('evt_1')] }
    behaviours = [answer({ events: [] }), sse(': open\n\n'), answer(log), sse(sent([event('evt_3')]))]
    const events = await collect(client().events.tail(), 3)
    expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2', 'evt_3'])
    expect(got.at(-1)?.headers['last-event-id']).toBe('evt_2')
  })

  test('is not given up while the service is reachable, even if nothing happens', async () => {
    const quiet = Array.from({ length: 15 }, () => sse(': open\n\n: keep-alive\n\n'))
    behaviours = [...quiet, sse(sent([event('evt_2')]))]
    const palate = client({ timeoutMs: 1e9, silenceMs: 1e9 })
    const events = await withoutPauses(collect(palate.events.tail({ after: 'evt_1' }), 1))
    expect(events).toEqual([event('evt_2')])
  })
})
