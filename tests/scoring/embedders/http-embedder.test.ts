import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { RemoteEmbedder } from '@palate/server/pictures/embedders/embedder.ts'
import { openHttpEmbedder, picturesPerRequestMax } from '@palate/server/pictures/embedders/http-embedder.ts'
import { batch, realtimeOf } from '@palate/server/work/work-context.ts'
import { afterEach, describe, expect, test } from 'vitest'

interface Request {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly modality: string }
}

/** What the endpoint does with a request; undefined leaves it open. */
type Answer = { readonly status?: number; readonly body: unknown } | undefined

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function startEndpoint(answer: (request: Request, response: ServerResponse) => Answer) {
  const requests: Request[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Request['body']
    const received = { path: request.url ?? '', authorization: request.headers.authorization, body }
    requests.push(received)
    const answered = answer(received, response)
    if (!answered) return
    response.writeHead(answered.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`, requests }
}

async function open(url: string, options: { timeoutMs?: number; model?: string; token?: string } = {}) {
  const { timeoutMs, model = 'clip', ...settings } = options
  // Long enough that pictures that are sent at once are always together.
  const embedder = await openHttpEmbedder(
    { kind: 'http', url, model, ...settings },
    { batchWaitMs: 20, ...(timeoutMs !== undefined && { timeoutMs }) },
  )
  closers.push(embedder.close)
  return embedder
}

/** The picture of this name, as a thread encodes it. */
const picture = (name: string) => new Uint8Array(Buffer.from(JSON.stringify(`data:image/png;base64,${name}`)))
const nameIn = (input: string) => input.slice('data:image/png;base64,'.length)
const embeddingOf = (input: string) => [...createHash('sha256').update(input).digest().subarray(0, 2)]
const vectorOf = (name: string) => Float32Array.from(embeddingOf(`data:image/png;base64,${name}`))
const vectorsOf = (input: readonly string[]) => input.map((one, index) => ({ index, embedding: embeddingOf(one) }))
const answerAll = ({ body }: Request): Answer => ({ body: { model: 'org/clip', data: vectorsOf(body.input) } })

const names = (count: number) => Array.from({ length: count }, (_, i) => `picture${i}`)
const embedAll = (embedder: RemoteEmbedder, wanted: readonly string[], account = 'a') =>
  Promise.allSettled(wanted.map((name) => embedder.embed(picture(name), realtimeOf(account))))
const valuesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))

/** The pictures of each request after the probes. */
const sentIn = (requests: readonly Request[]) =>
  requests
    .slice(2)
    .map(({ body }) => body.input.map(nameIn))
    .toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1))

test('gets pictures as data URLs, with the model and the token, and answers with their embeddings', async () => {
  const { url, requests } = await startEndpoint(answerAll)
  const embedder = await open(url, { token: 'secret' })
  expect(embedder.dimensions).toBe(2)
  expect(await embedder.embed(picture('one'))).toEqual(vectorOf('one'))
  const { path, authorization, body } = requests.at(-1) as Request
  expect([path, authorization]).toEqual(['/v1/embeddings', 'Bearer secret'])
  expect(body).toEqual({
    model: 'clip',
    input: ['data:image/png;base64,one'],
    modality: 'image',
    encoding_format: 'float',
  })
})

test('has an id made of its URL, its model and its answer', async () => {
  const { url } = await startEndpoint(({ body }) => ({
    body: { data: body.input.map(() => ({ embedding: body.model === 'long' ? [1, 2, 3] : [1, 2] })) },
  }))
  const idOf = async (model: string) => (await open(url, { model })).id
  const id = await idOf('a')
  expect(id).toMatch(/^http-[0-9a-f]{16}$/)
  expect(await idOf('a')).toBe(id)
  expect(new Set([id, await idOf('b'), await idOf('long')]).size).toBe(3)
})

describe('an endpoint is refused at the start that', () => {
  const noEmbedding = 'did not return exactly one embedding for each picture'
  test.each([
    ['answers with an error', { status: 503, body: {} }, 'answered with status 503'],
    ['answers with something other than JSON', { body: '<html>' }, noEmbedding],
    ['answers with no embedding', { body: { data: [] } }, noEmbedding],
    ['answers with something other than numbers', { body: { data: [{ embedding: ['x'] }] } }, noEmbedding],
  ])('%s', async (_, answer, message) => {
    const { url } = await startEndpoint(() => answer)
    await expect(open(url)).rejects.toMatchObject({
      name: 'ScoringUnavailable',
      message: `the embedder at ${new URL(url).host} ${message}`,
    })
  })

  test('cannot be reached', async () => {
    await expect(open('http://127.0.0.1:1/')).rejects.toThrow(/^the embedder at 127\.0\.0\.1:1 cannot be reached$/)
  })
})

describe('pictures that arrive together', () => {
  test(`are sent in requests of up to ${picturesPerRequestMax}, and each gets its own embedding in any order`, async () => {
    const { url, requests } = await startEndpoint(({ body }) => ({
      body: { data: vectorsOf(body.input).toReversed() },
    }))
    const wanted = names(40)
    expect(valuesOf(await embedAll(await open(url), wanted))).toEqual(wanted.map(vectorOf))
    expect(sentIn(requests)).toEqual([wanted.slice(0, 32), wanted.slice(32)])
  })

  test('are sent in smaller requests if they are large', async () => {
    const { url, requests } = await startEndpoint(answerAll)
    const wanted = names(3).map((name) => name.padEnd(3 * 1024 * 1024, 'x'))
    expect(valuesOf(await embedAll(await open(url), wanted))).toEqual(wanted.map(vectorOf))
    expect(sentIn(requests)).toEqual([wanted.slice(0, 2), wanted.slice(2)])
  })

  test('of several accounts, or of a batch, are sent separately', async () => {
    const { url, requests } = await startEndpoint(answerAll)
    const embedder = await open(url)
    await Promise.all([
      embedAll(embedder, ['a1', 'a2'], 'a'),
      embedAll(embedder, ['b1', 'b2'], 'b'),
      embedder.embed(picture('a3'), { ...batch, accountId: 'a' }),
    ])
    expect(sentIn(requests)).toEqual([['a1', 'a2'], ['a3'], ['b1', 'b2']])
  })

  test('are sent one by one to an endpoint that takes no lists', async () => {
    const { url, requests } = await startEndpoint(({ body }) => ({
      body: { data: vectorsOf(body.input.slice(0, 1)) },
    }))
    const wanted = names(5)
    expect(valuesOf(await embedAll(await open(url), wanted))).toEqual(wanted.map(vectorOf))
    expect(sentIn(requests)).toEqual(wanted.map((name) => [name]))
  })

  test('are not sent if nobody waits for them any more', async () => {
    const { url, requests } = await startEndpoint(answerAll)
    const embedder = await open(url)
    const abort = new AbortController()
    const left = embedder.embed(picture('left'), { ...realtimeOf('a'), signal: abort.signal })
    const stayed = embedder.embed(picture('stayed'), realtimeOf('a'))
    abort.abort(new Error('the client left'))
    await expect(left).rejects.toThrow('the client left')
    expect(await stayed).toEqual(vectorOf('stayed'))
    expect(sentIn(requests)).toEqual([['stayed']])
  })
})

describe('a list that the endpoint refuses', () => {
  test('fails only the picture at fault', async () => {
    const { url } = await startEndpoint((request) =>
      request.body.input.some((one) => nameIn(one) === 'picture3') ? { status: 422, body: {} } : answerAll(request),
    )
    const wanted = names(6)
    const results = await embedAll(await open(url), wanted)
    expect(valuesOf(results)).toEqual(
      wanted.map((name) => (name === 'picture3' ? 'FrameFault: the embedder refuses this picture' : vectorOf(name))),
    )
    expect(results[3]).toMatchObject({ reason: { code: 'not_an_image', retryable: false } })
  })

  test.each([
    ['fewer embeddings', (request: Request) => ({ body: { data: vectorsOf(request.body.input.slice(1)) } })],
    ['nonsense', () => ({ body: '<html>' })],
    [
      'two embeddings of one picture',
      (request: Request) => ({
        body: { data: vectorsOf(request.body.input).map((one) => ({ ...one, index: 0 })) },
      }),
    ],
    ['status 500', () => ({ status: 500, body: {} })],
  ])('with %s is sent again in halves', async (_, refuse) => {
    let probes = 2
    const { url } = await startEndpoint((request) => {
      probes -= 1
      return probes < 0 && request.body.input.length > 2 ? refuse(request) : answerAll(request)
    })
    const wanted = names(7)
    expect(valuesOf(await embedAll(await open(url), wanted))).toEqual(wanted.map(vectorOf))
  })

  test.each([429, 503])('with status %i is not sent again', async (status) => {
    let probes = 2
    const { url, requests } = await startEndpoint((request) => {
      probes -= 1
      return probes < 0 ? { status, body: {} } : answerAll(request)
    })
    const failed = `ScoringUnavailable: the embedder at ${new URL(url).host} answered with status ${status}`
    expect(valuesOf(await embedAll(await open(url), names(4)))).toEqual(Array(4).fill(failed))
    expect(sentIn(requests)).toHaveLength(1)
  })

  test.each([400, 401, 500])('because it refuses everything with status %i blames no picture', async (status) => {
    let probes = 2
    const { url } = await startEndpoint((request) => {
      probes -= 1
      return probes < 0 ? { status, body: {} } : answerAll(request)
    })
    const failed = `ScoringUnavailable: the embedder at ${new URL(url).host} answered with status ${status}`
    expect(valuesOf(await embedAll(await open(url), names(2)))).toEqual([failed, failed])
  })

  test('is not lost if the length of an embedding changes', async () => {
    const { url } = await startEndpoint(({ body }) => ({
      body: {
        data: body.input.map((one) => ({ embedding: nameIn(one) === 'long' ? [1, 2, 3] : embeddingOf(one) })),
      },
    }))
    const [long, fine] = await embedAll(await open(url), ['long', 'fine'])
    expect(long).toMatchObject({ reason: { message: expect.stringMatching(/changed the length of its embeddings$/) } })
    expect(fine).toMatchObject({ value: vectorOf('fine') })
  })
})

describe('an endpoint that hangs', () => {
  test.each([
    ['before its answer', () => {}],
    ['in the middle of its answer', (response: ServerResponse) => response.writeHead(200).write('{"data":[')],
  ])('%s is given up, and answers the next request', async (_, hang) => {
    let hangs = false
    const { url } = await startEndpoint((request, response) => {
      if (!hangs) return answerAll(request)
      hang(response)
      return undefined
    })
    const embedder = await open(url, { timeoutMs: 300 })
    hangs = true
    const failed = `ScoringUnavailable: the embedder at ${new URL(url).host} did not answer within 0.3 s`
    expect(valuesOf(await embedAll(embedder, names(3)))).toEqual([failed, failed, failed])
    hangs = false
    expect(valuesOf(await embedAll(embedder, ['next']))).toEqual([vectorOf('next')])
  })

  test('on the pictures of one account does not delay those of another', async () => {
    const { url, requests } = await startEndpoint((request) =>
      request.body.input.some((one) => nameIn(one).startsWith('slow')) ? undefined : answerAll(request),
    )
    const embedder = await open(url)
    const slow = embedAll(
      embedder,
      names(200).map((name) => `slow${name}`),
      'slow',
    )
    await expect.poll(() => sentIn(requests).length).toBe(2)
    for (const wanted of [names(3), names(40)]) {
      expect(valuesOf(await embedAll(embedder, wanted, 'other'))).toEqual(wanted.map(vectorOf))
    }
    // Two requests of the slow account are under way, and the others wait.
    expect(sentIn(requests).filter(([first]) => first?.startsWith('slow'))).toHaveLength(2)
    await embedder.close()
    expect((await slow).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('and is closed rejects the pictures that wait', async () => {
    const { url } = await startEndpoint(answerAll)
    const embedder = await open(url)
    const waiting = embedAll(embedder, ['one'])
    await embedder.close()
    expect(valuesOf(await waiting)).toEqual([
      `ScoringUnavailable: the embedder at ${new URL(url).host} is no longer needed`,
    ])
  })
})
