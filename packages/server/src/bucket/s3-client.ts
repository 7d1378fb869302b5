import { setTimeout as pause } from 'node:timers/promises'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { mebibyte } from '@palate/core/generic/bytes.ts'
import { AwsClient } from 'aws4fetch'
import type { ObjectHome } from '../config/object-home.ts'
import { StoreUnavailableError } from '../store/store.ts'
import type { CredentialProvider } from './credentials.ts'

/** How long a bucket may take. Bodies get more time by their size. */
export interface S3Times {
  /** Until the response begins, with all attempts and pauses. */
  readonly operationMsMax: number
  /** Until the response to one attempt begins. */
  readonly attemptMsMax: number
  /** Between two chunks of a body. */
  readonly silenceMsMax: number
  readonly bodyBytesPerSecondMin: number
}

/** Somebody waits for the picture. */
export const promptS3Times = {
  operationMsMax: 6_000,
  attemptMsMax: 3_000,
  silenceMsMax: 3_000,
  bodyBytesPerSecondMin: 4 * mebibyte,
} satisfies S3Times
/** One failure would end a backup of hours. */
export const patientS3Times = {
  operationMsMax: 30_000,
  attemptMsMax: 15_000,
  silenceMsMax: 10_000,
  bodyBytesPerSecondMin: mebibyte / 2,
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
    super('bucket_refusing', `${home.endpoint} answers ${status} ${code} for the bucket ${home.bucket}`)
    this.code = code
  }
}

export type S3Client = ReturnType<typeof createS3Client>

/** Requests to a bucket, with path-style addresses, which every S3 service supports. */
export function createS3Client(home: ObjectHome, credentials: CredentialProvider, times: S3Times = promptS3Times) {
  const allowanceMs = (bytes: number) => (bytes / times.bodyBytesPerSecondMin) * 1_000

  /** Undefined if there is no such object. Retries while the service is overloaded or unreachable. */
  return async function send({ attempts = attemptsMax, ...request }: S3Request): Promise<S3Response | undefined> {
    const endMs = performance.now() + times.operationMsMax + allowanceMs(request.body?.size ?? 0)
    let wasRenewed = false
    for (let attempt = 1; ; attempt++) {
      try {
        return await sendOnce(request, endMs - performance.now())
      } catch (error) {
        if (error instanceof S3RefusedError) {
          if (wasRenewed || !credentialsEnded.has(error.code) || !(await credentials.renew())) throw error
          wasRenewed = true
          continue
        }
        // Without credentials another attempt is no better.
        if (request.signal?.aborted || error instanceof StoreUnavailableError) throw error
        const pauseMs = firstPauseMs * 2 ** attempt * (0.5 + Math.random() / 2)
        if (attempt >= attempts || performance.now() + pauseMs >= endMs) {
          throw new StoreUnavailableError('bucket_unreachable', `${home.endpoint} is not responding`, { cause: error })
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
    const msMax = Math.min(msLeft, times.attemptMsMax + allowanceMs(body?.size ?? 0))
    const timer = setTimeout(() => ending.abort(new Error('the object store takes too long')), msMax)
    const address = `${home.endpoint}/${home.bucket}/${home.prefix}${name}`
    try {
      const signer = new AwsClient({ ...(await credentials.get()), service: 's3', region: home.region })
      const { url, headers: signed } = await signer.sign(address, { method, headers: { ...emptyBody, ...headers } })
      const response = await fetch(url, {
        method,
        headers: signed,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
        ...(body && { body }),
      })
      if (response.ok) return receive(response, ending, times.silenceMsMax, bodyMsMax(response.headers))
      const code = await errorCode(response)
      if (response.status === 404 && code !== 'NoSuchBucket' && method !== 'PUT') return undefined
      if (response.status < 500 && response.status !== 429) throw new S3RefusedError(home, response.status, code)
      throw new Error(`${response.status} ${code}`)
    } finally {
      clearTimeout(timer)
    }
  }

  function bodyMsMax(headers: Headers): number {
    return (
      times.operationMsMax +
      allowanceMs(Math.min(Number(headers.get('content-length') ?? uploadBytesMax), uploadBytesMax))
    )
  }
}

/** A role gets new credentials before these end, unless somebody ends them early. */
const credentialsEnded: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
  'InvalidAccessKeyId',
])

const emptyBody = { 'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }

/**
 * The time for the first chunk starts now, so that a body that nobody reads is cancelled as well. `bodyMsMax` is for all
 * chunks, without the time that their reader takes.
 */
function receive({ headers, body }: Response, ending: AbortController, silenceMsMax: number, bodyMsMax: number) {
  const message = 'the object store stopped sending, or nobody reads'
  const abort = () => ending.abort(new StoreUnavailableError('bucket_unreachable', message))
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
