import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver'
import { AwsClient } from 'aws4fetch'
import { createFolder } from '../harness/temporary-folder.ts'

/** The only key that the server knows. */
export const s3Env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** Handles a request instead of the server, or returns false. */
type Disturbance = (request: IncomingMessage, response: ServerResponse) => boolean

export interface S3Server {
  readonly url: string
  /** Variables for a service that stores its pictures here. */
  readonly env: Readonly<Record<string, string>>
  /** Set by a test. */
  disturb: Disturbance | undefined
  /** Names of objects that begin with the text, as another client sees them. */
  list(prefix?: string): Promise<readonly string[]>
  get(name: string): Promise<Buffer>
  put(name: string, bytes: string): Promise<void>
  stop(): Promise<void>
}

interface S3Service {
  configureBuckets(): Promise<unknown>
  callback(): RequestListener
}

/** An S3 server that checks signatures, with the bucket `pictures`. */
export async function startS3(): Promise<S3Server> {
  const s3: S3Service = new S3rver({
    directory: createFolder('s3'),
    silent: true,
    configureBuckets: [{ name: 'pictures' }],
  })
  await s3.configureBuckets()
  const handle = s3.callback()
  const server = createServer((request, response) => {
    if (!started.disturb?.(request, response)) handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `s3://pictures/palate?endpoint=${endpoint}&region=us-east-1`
  const client = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', service: 's3', region: 'us-east-1' })
  const started: S3Server = {
    url,
    env: { PALATE_FRAMES_URL: url, ...s3Env },
    disturb: undefined,
    async list(prefix = 'palate/acct_') {
      const response = await client.fetch(`${endpoint}/pictures?list-type=2&prefix=${prefix}`)
      return [...(await response.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name]) => name ?? '').toSorted()
    },
    async get(name) {
      const response = await client.fetch(`${endpoint}/pictures/${name}`)
      return Buffer.from(await response.arrayBuffer())
    },
    async put(name, bytes) {
      await client.fetch(`${endpoint}/pictures/${name}`, { method: 'PUT', body: bytes })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return started
}
