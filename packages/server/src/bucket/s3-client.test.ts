import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { parseObjectHome } from '../config/object-home.ts'
import type { CredentialProvider } from './credentials.ts'
import { createS3Client, promptS3Times, type S3Times } from './s3-client.ts'

const credentials: CredentialProvider = {
  get: async () => ({ accessKeyId: 'id', secretAccessKey: 'secret' }),
  renew: async () => false,
}
const patient: S3Times = {
  ...{ operationMsMax: 60_000, attemptMsMax: 60_000, silenceMsMax: 60_000, bodyBytesPerSecondMin: 2 ** 20 },
}
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function clientOf(answer: RequestListener, times: Partial<S3Times>, provider = credentials) {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const home = parseObjectHome(`s3://bucket?endpoint=http://127.0.0.1:${port}`)
  return createS3Client(home, provider, { ...patient, ...times })
}

const unreachable = expect.objectContaining({ name: 'StoreUnavailableError', reason: 'bucket_unreachable' })

test('an operation has a few seconds, with all attempts', () => {
  expect(promptS3Times.operationMsMax).toBeLessThan(10_000)
})

test('a bucket that never answers is given up after a total time, not after every attempt', async () => {
  let requestCount = 0
  const send = await clientOf(() => requestCount++, { attemptMsMax: 300, operationMsMax: 500 })
  await expect(send({ method: 'GET', name: 'x' })).rejects.toEqual(unreachable)
  expect(requestCount).toBeLessThan(4)
  await expect(send({ method: 'PUT', name: 'x', body: new Blob(['x']) })).rejects.toEqual(unreachable)
})

test('a large upload gets more time', async () => {
  const send = await clientOf((_, response) => setTimeout(() => response.end(), 400), {
    ...{ attemptMsMax: 100, operationMsMax: 100, bodyBytesPerSecondMin: 1_000 },
  })
  await expect(send({ method: 'PUT', name: 'x', body: new Blob(['x']) })).rejects.toEqual(unreachable)
  const large = new Blob(['x'.repeat(10_000)])
  const done = await send({ method: 'PUT', name: 'x', body: large })
  expect(done?.headers.get('content-length')).toBe('0')
})

test.each([
  ['without a length', {}],
  ['that claims to be endless', { 'content-length': 1e15 }],
  ['that is short', { 'content-length': 1_000 }],
])('a body %s that arrives byte by byte is given up after a total time', async (_, headers) => {
  let timer: NodeJS.Timeout | undefined
  const send = await clientOf(
    (_, response) => {
      response.writeHead(200, headers)
      timer = setInterval(() => response.write('x'), 20)
    },
    { operationMsMax: 300, bodyBytesPerSecondMin: 2 ** 30 },
  )
  const found = await send({ method: 'GET', name: 'x' })
  if (!found) throw new Error('there is no object')
  await expect(buffer(found.chunks)).rejects.toEqual(unreachable)
  clearInterval(timer)
})

test('a body that stops is given up', async () => {
  const send = await clientOf((_, response) => response.writeHead(200, { 'content-length': 9 }).write('x'), {
    silenceMsMax: 200,
  })
  const found = await send({ method: 'GET', name: 'x' })
  if (!found) throw new Error('there is no object')
  await expect(buffer(found.chunks)).rejects.toEqual(unreachable)
})

test('credentials that have ended are renewed, once', async () => {
  let accessKeyId = 'old'
  let renewals = 0
  const provider: CredentialProvider = {
    get: async () => ({ accessKeyId, secretAccessKey: 'secret' }),
    async renew() {
      renewals += 1
      accessKeyId = 'new'
      return true
    },
  }
  let good = 'new'
  const send = await clientOf(
    ({ headers }, response) => {
      if (headers.authorization?.includes(`Credential=${good}/`)) return response.end('bytes')
      return response.writeHead(400).end('<Error><Code>ExpiredToken</Code></Error>')
    },
    {},
    provider,
  )
  expect((await send({ method: 'GET', name: 'x' }))?.headers.get('content-length')).toBe('5')
  expect(renewals).toBe(1)
  good = 'neither'
  await expect(send({ method: 'GET', name: 'x' })).rejects.toMatchObject({ reason: 'bucket_refusing' })
  expect(renewals).toBe(2)
})
