import { createHash } from 'node:crypto'
import type { Dispatcher, Pool } from 'undici'
import { FrameFault, tooManyBytes } from '../picture-faults.ts'
import { inflateBody } from './content-encoding.ts'
import { faultOfStatus } from './fetch-faults.ts'

export interface Fetched {
  /** They fill their buffer, so that it can be transferred to a worker without a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes, in hex. */
  readonly contentHash: string
  /** The URL after redirects, to which `etag` and `lastModified` belong. */
  readonly url: string
  readonly contentType?: string
  readonly etag?: string
  readonly lastModified?: string
}

export type Validators = Pick<Fetched, 'url' | 'etag' | 'lastModified'>

/** Sends one request and reads the response. The signal aborts it at any point. */
export async function requestPicture(
  pool: Pool,
  url: URL,
  signal: AbortSignal,
  bytesMax: number,
  previous: Validators | undefined,
): Promise<Fetched | 'not_modified' | { readonly redirect: string }> {
  const validators = previous?.url === url.href ? conditionsOf(previous) : {}
  const response = await pool.request({
    method: 'GET',
    path: url.pathname + url.search,
    headers: { ...requestHeaders, ...validators },
    signal,
  })
  const { statusCode: status } = response
  if (status >= 200 && status < 300) return readFetched(response, url, bytesMax)
  await response.body.dump({ limit: dumpedBytesMax })
  if (status === 304 && Object.keys(validators).length > 0) return 'not_modified'
  const location = headerOf(response, 'location')
  if (!redirectStatuses.has(status) || location === undefined) throw faultOfStatus(status)
  if (!URL.canParse(location, url.href)) throw new FrameFault('url_forbidden', 'the host redirected to an invalid URL')
  return { redirect: new URL(location, url).href }
}

const requestHeaders = {
  'user-agent': 'palate',
  accept: 'image/jpeg, image/png, image/webp, image/gif, image/avif;q=0.8, */*;q=0.1',
  'accept-encoding': 'identity',
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** Up to this size an error page is read to its end, to reuse the connection. Beyond it the connection is closed. */
const dumpedBytesMax = 16 * 1024

function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

async function readFetched(response: Dispatcher.ResponseData, url: URL, bytesMax: number): Promise<Fetched> {
  const body = await readBody(response, bytesMax)
  const encoding = headerOf(response, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  const bytes =
    encoding === 'identity' || encoding === '' ? body.bytes : await inflateBody(body.bytes, encoding, bytesMax)
  const contentType = headerOf(response, 'content-type')
  const etag = headerOf(response, 'etag')
  const lastModified = headerOf(response, 'last-modified')
  return {
    bytes,
    contentHash: bytes === body.bytes ? body.contentHash : createHash('sha256').update(bytes).digest('hex'),
    url: url.href,
    ...(contentType !== undefined && { contentType }),
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
  }
}

async function readBody(
  response: Dispatcher.ResponseData,
  bytesMax: number,
): Promise<Pick<Fetched, 'bytes' | 'contentHash'>> {
  const announced = Number(headerOf(response, 'content-length') ?? 0)
  if (announced > bytesMax) {
    response.body.on('error', () => undefined).destroy()
    throw tooManyBytes(bytesMax)
  }
  // Each chunk is copied and hashed as it arrives, so that a large picture never blocks the event loop and its chunks
  // can be collected early.
  const hash = createHash('sha256')
  let bytes = new Uint8Array(announced || chunkBytes)
  let length = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    if (length + chunk.byteLength > bytesMax) throw tooManyBytes(bytesMax)
    if (length + chunk.byteLength > bytes.byteLength) bytes = enlarged(bytes, length + chunk.byteLength)
    bytes.set(chunk, length)
    length += chunk.byteLength
    hash.update(chunk)
  }
  return { bytes: length === bytes.byteLength ? bytes : bytes.slice(0, length), contentHash: hash.digest('hex') }
}

/** The largest chunk that a socket delivers. */
const chunkBytes = 64 * 1024

function enlarged(bytes: Uint8Array, lengthMin: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(lengthMin, 2 * bytes.byteLength))
  larger.set(bytes)
  return larger
}

function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}
