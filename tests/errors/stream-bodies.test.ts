import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { operations } from '@palate/core/operations.ts'
import type { ByteStream, Route } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createApp } from '@palate/server/http/app.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { hashKey } from '@palate/server/keys/secret.ts'
import { createKeyFinder } from '@palate/server/keys/store.ts'
import { type Call, type Handler, longRunning, type Operation } from '@palate/server/operations.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { createMetrics } from '@palate/server/platform/metrics.ts'
import { openStore } from '@palate/server/store/open.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { createHome } from '../harness/service.ts'
import { openOnWire, sendOnWire, unchecked } from '../harness/wire.ts'

const mebibyte = 1024 * 1024
const bytesMax = 100_000

/** The progress of the upload handler. */
interface Upload {
  size: number
  error?: unknown
}

describe('bodies of bytes', () => {
  const uploads: Upload[] = []
  let app: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    app = await startApp(uploads)
  })
  afterAll(() => app.stop())

  const png = () => ({ authorization: `Bearer ${app.key}`, 'content-type': 'image/png' })
  const send = (path: string, chunks: readonly Uint8Array[], headers: Record<string, string> = {}) =>
    sendOnWire(`${app.url}${path}`, 'POST', { headers: { ...png(), ...headers }, chunks, check: unchecked })
  const half = Buffer.alloc(bytesMax / 2, 7)
  const sum = (bytes: number) => ({ mediaType: 'image/png', size: bytes, sum: 7 * bytes })

  describe.each(['/upload', '/upload-in-transaction'])('at %s', (path) => {
    test('reach the handler as they arrive, with and without a declared length', async () => {
      const length = { 'content-length': String(2 * half.length) }
      expect((await send(path, [half, half], length)).body).toEqual(sum(bytesMax))
      expect((await send(path, [half, half.subarray(1)])).body).toEqual(sum(bytesMax - 1))
    })

    test('are 413 body_too_large one byte past the limit, declared or not', async () => {
      const over = [half, half, Buffer.from([7])]
      const { detail } = expectProblem(await send(path, over), 413, 'body_too_large')
      expect(detail).toBe('the body is limited to 97.7 KiB')
      expectProblem(await send(path, over, { 'content-length': '100001' }), 413, 'body_too_large')
    })

    test('far past the limit are answered, and the connection is closed', async () => {
      const pieces = Array.from({ length: 66 }, () => Buffer.alloc(mebibyte))
      const answer = await send(path, pieces)
      expectProblem(answer, 413, 'body_too_large')
      expect(answer.headers.get('connection')).toBe('close')
    })

    test.each(['text/plain', 'application/json', 'imagery/png', 'video/png'])(
      'of type %s are 415 unsupported_media_type',
      async (type) => {
        const { detail } = expectProblem(
          await send(path, [half], { 'content-type': type }),
          415,
          'unsupported_media_type',
        )
        expect(detail).toBe('send the body as Content-Type: image/*, application/x-frame')
      },
    )

    test('without a type, or under a Content-Encoding, are 415 unsupported_media_type', async () => {
      const { authorization } = png()
      const untyped = await sendOnWire(`${app.url}${path}`, 'POST', {
        headers: { authorization },
        chunks: [half],
        check: unchecked,
      })
      expectProblem(untyped, 415, 'unsupported_media_type')
      expectProblem(await send(path, [half], { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type')
    })

    test.each(['IMAGE/PNG', 'image/png; name=x', 'application/x-frame'])('of type %s are accepted', async (type) => {
      const { status, body } = await send(path, [half], { 'content-type': type })
      expect([status, body.mediaType]).toEqual([200, type.split(';')[0]?.toLowerCase()])
    })

    test('that are missing are 400 invalid_request', async () => {
      expectProblem(await send(path, [], { 'content-length': '0' }), 400, 'invalid_request')
    })

    test('that break off end the handler with a fault, and the service keeps running', async () => {
      const { sent, answer } = openOnWire(`${app.url}${path}`, 'POST', { ...png(), 'content-length': '100' }, unchecked)
      sent.on('error', () => {}).write(Buffer.alloc(50))
      await new Promise((resolve) => setTimeout(resolve, 50))
      sent.destroy()
      await expect(answer).rejects.toThrow()
      expect((await send(path, [half])).body).toEqual(sum(half.length))
    })

    test('are the same request under one Idempotency-Key only if the bytes are the same', async () => {
      const key = { 'idempotency-key': `bytes ${path}` }
      const before = uploads.length
      expect((await send(path, [half, half], key)).body).toEqual(sum(bytesMax))
      const again = await send(path, [half, half], key)
      expect(again.body).toEqual(sum(bytesMax))
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expectProblem(await send(path, [half], key), 409, 'idempotency_conflict')
      expect(uploads.length).toBe(before + 1)
    })
  })

  test('are streamed: the handler sees the first bytes before the last are sent, and an abort if they break off', async () => {
    const { sent } = openOnWire(`${app.url}/upload`, 'POST', { ...png(), 'content-length': '100' }, unchecked)
    const before = uploads.length
    sent.on('error', () => {}).write(Buffer.alloc(60))
    await expect.poll(() => uploads[before]).toEqual({ size: 60 })
    sent.destroy()
    await expect.poll(() => uploads[before]?.error).toMatchObject({ code: 'invalid_request' })
  })

  test('that a handler does not read are discarded, and the connection serves the next request', async () => {
    const { port } = new URL(app.url)
    const head = `POST /ignore HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${app.key}\r\ncontent-type: image/png\r\n`
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.setEncoding('latin1')
    const body = Buffer.alloc(90_000)
    for (let i = 0; i < 2; i++) {
      socket.write(`${head}content-length: ${body.length}\r\n\r\n`)
      socket.write(body)
      expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 200 ')
    }
    socket.destroy()
  })
})

async function startApp(uploads: Upload[]) {
  const home = await createHome('sqlite')
  const config = readConfig({ ...home.env, PALATE_LOG_LEVEL: 'silent', PALATE_RATE_LIMIT: '1000000' })
  const store = await openStore(config)
  const clock = () => new Date()
  const newId = createIdSource(clock)
  const key = (await createAccount(store, { clock, newId }, 'uploads')) ?? ''
  const services = { config, store, log: pino({ level: 'silent' }), metrics: createMetrics(), clock, newId }
  const app = createApp(testOperations(uploads), services, {
    hashKey,
    findKey: createKeyFinder(store),
    count: () => 1,
    watch: () => () => {},
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    key,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async stop() {
      await app.close()
      await store.close()
      await home.remove()
    },
  }
}

function testOperations(uploads: Upload[]): readonly Operation[] {
  const readAll = async ({ body }: { readonly body: unknown }) => {
    const { mediaType, chunks } = body as ByteStream
    const upload: Upload = { size: 0 }
    uploads.push(upload)
    let sum = 0
    try {
      for await (const chunk of chunks) {
        upload.size += chunk.length
        for (const byte of chunk) sum += byte
      }
    } catch (error) {
      upload.error = error
      throw error
    }
    return { body: { mediaType, size: upload.size, sum } as never }
  }
  const ignoring = async (_: Call<OperationId>) => ({ body: { ignored: true } as never })
  return [
    testOperation('/upload', longRunning<OperationId>(readAll)),
    testOperation('/upload-in-transaction', (call) => readAll(call)),
    testOperation('/ignore', longRunning<OperationId>(ignoring)),
  ]
}

function testOperation(path: string, handler: Handler<OperationId>): Operation {
  const route: Route = {
    method: 'POST',
    path,
    tag: 'Service',
    access: 'key',
    scopes: ['write'],
    body: { kind: 'stream', mediaTypes: ['image/*', 'application/x-frame'], bytesMax },
    status: 200,
  }
  return { id: path, route, schemas: operations.health, handler }
}
