import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { ObjectHome, S3Credentials } from '../config/object-home.ts'
import { StoreUnavailableError } from '../store/store.ts'

/** How long a bucket may take. */
export interface S3Times {
  /** Until the response to one attempt begins. */
  readonly responseMsMax: number
  /** The limit for the response to an upload, which includes the time to send its body. */
  readonly uploadMsMax: number
  /** Until the response begins, with all attempts and pauses. */
  readonly totalMsMax: number
  /** Between two chunks of a body. */
  readonly silenceMsMax: number
  /** For all chunks of a body, without the time that its reader takes. */
  readonly bodyMsMax: number
}

const s3Times = {
  responseMsMax: 15_000,
  uploadMsMax: 30_000,
  totalMsMax: 30_000,
  silenceMsMax: 10_000,
  bodyMsMax: 60_000,
} satisfies S3Times
const attemptsMax = 4
const firstPauseMs = 100
/** Errors have a short XML document. */
const errorCharactersMax = 4_000

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob | undefined
  readonly signal?: AbortSignal | undefined
  readonly attempts?: number
}

interface S3Response {
  readonly headers: Headers
  readonly chunks: AsyncIterable<Uint8Array>
  /** Closes the connection if the body is not read. */
  cancel(): void
}

/** An answer that says that the request will never succeed as it is. */
export class S3RefusedError extends StoreUnavailableError {
  /** The code in the XML document, such as `NoSuchBucket`. */
  readonly code: string

  constructor(home: ObjectHome, status: number, code: string) {
    super('unreachable', `${home.endpoint} answers ${status} ${code} for the bucket ${home.bucket}`)
    this.code = code
  }
}

export type S3Client = ReturnType<typeof createS3Client>

/** Requests to a bucket, with path-style addresses, which every S3 service supports. */
export function createS3Client(home: ObjectHome, credentials: S3Credentials, times: S3Times = s3Times) {
  const signer = new AwsClient({ ...credentials, service: 's3', region: home.region })

  /** Undefined if there is no such object. Retries while the service is overloaded or unreachable. */
  return async function send({ attempts = attemptsMax, ...request }: S3Request): Promise<S3Response | undefined> {
    const endMs = performance.now() + times.totalMsMax
    for (let attempt = 1; ; attempt++) {
      try {
        return await sendOnce(request, endMs - performance.now())
      } catch (error) {
        if (error instanceof S3RefusedError || request.signal?.aborted) throw error
        const pauseMs = firstPauseMs * 2 ** attempt * (0.5 + Math.random() / 2)
        if (attempt >= attempts || performance.now() + pauseMs >= endMs) {
          throw new StoreUnavailableError('unreachable', `${home.endpoint} is not responding`, { cause: error })
        }
        await pause(pauseMs)
      }
    }
  }

  async function sendOnce(
    { method, name, headers = {}, body, signal }: S3Request,
    msLeft: number,
  ): Promise<S3Response | undefined> {
    const ending = new AbortController()
    const msMax = Math.min(msLeft, body ? times.uploadMsMax : times.responseMsMax)
    const timer = setTimeout(() => ending.abort(new Error('the object store takes too long')), msMax)
    const address = `${home.endpoint}/${home.bucket}/${home.prefix}${name}`
    try {
      const { url, headers: signed } = await signer.sign(address, { method, headers: { ...emptyBody, ...headers } })
      const response = await fetch(url, {
        method,
        headers: signed,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
        ...(body && { body }),
      })
      if (response.ok) return receive(response, ending, times)
      const code = await errorCode(response)
      if (response.status === 404 && code !== 'NoSuchBucket' && method !== 'PUT') return undefined
      if (response.status < 500 && response.status !== 429) throw new S3RefusedError(home, response.status, code)
      throw new Error(`${response.status} ${code}`)
    } finally {
      clearTimeout(timer)
    }
  }
}

const emptyBody = { 'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }

/** The time for the first chunk starts now, so that a body that nobody reads is cancelled as well. */
function receive({ headers, body }: Response, ending: AbortController, { silenceMsMax, bodyMsMax }: S3Times) {
  const message = 'the object store stopped sending, or nobody reads'
  const abort = () => ending.abort(new StoreUnavailableError('unreachable', message))
  let msLeft = bodyMsMax
  let startedMs = performance.now()
  const startTimer = () => setTimeout(abort, Math.min(silenceMsMax, msLeft)).unref()
  let timer = startTimer()
  const cancel = () => {
    clearTimeout(timer)
    ending.abort()
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body ?? []) {
        // The reader may be slow; only the object store is timed.
        clearTimeout(timer)
        msLeft -= performance.now() - startedMs
        yield chunk as Uint8Array
        startedMs = performance.now()
        timer = startTimer()
      }
    } finally {
      cancel()
    }
  }
  return { headers, chunks: chunks(), cancel }
}

async function errorCode(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > errorCharactersMax) break
  }
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1] ?? response.statusText
}
