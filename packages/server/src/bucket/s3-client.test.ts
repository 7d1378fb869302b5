import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { parseObjectHome } from '../config/object-home.ts'
import { createS3Client, type S3Times } from './s3-client.ts'

const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' }
const patient: S3Times = {
  ...{ responseMsMax: 60_000, uploadMsMax: 60_000, totalMsMax: 60_000 },
  ...{ silenceMsMax: 60_000, bodyMsMax: 60_000 },
}
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function clientOf(answer: RequestListener, times: Partial<S3Times>) {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const home = parseObjectHome(`s3://bucket?endpoint=http://127.0.0.1:${port}`)
  return createS3Client(home, credentials, { ...patient, ...times })
}

test('a bucket that never answers is given up after a total time, not after every attempt', async () => {
  let requestCount = 0
  const send = await clientOf(() => requestCount++, { responseMsMax: 300, totalMsMax: 500 })
  const unreachable = expect.objectContaining({ name: 'StoreUnavailableError', reason: 'unreachable' })
  await expect(send({ method: 'GET', name: 'x' })).rejects.toEqual(unreachable)
  expect(requestCount).toBeLessThan(4)
  await expect(send({ method: 'PUT', name: 'x', body: new Blob(['x']) })).rejects.toEqual(unreachable)
})

test('a body that arrives byte by byte is given up after a total time', async () => {
  let timer: NodeJS.Timeout | undefined
  const send = await clientOf(
    (_, response) => {
      timer = setInterval(() => response.write('x'), 20)
    },
    { bodyMsMax: 300 },
  )
  const found = await send({ method: 'GET', name: 'x' })
  if (!found) throw new Error('there is no object')
  await expect(buffer(found.chunks)).rejects.toMatchObject({ name: 'StoreUnavailableError', reason: 'unreachable' })
  clearInterval(timer)
})
