import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { type ObjectHome, parseObjectHome } from '../config/object-home.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { createCredentials } from './credentials.ts'
import {
  createS3Client,
  promptS3Times,
  type S3Client,
  S3RefusedError,
  type S3Request,
  type S3Times,
} from './s3-client.ts'

/** A picture (side 0) or a thumbnail of it. */
export interface ObjectKey {
  readonly accountId: string
  /** SHA-256 of the picture, hexadecimal. */
  readonly contentHash: string
  readonly side: number
}

interface ObjectBytes {
  readonly body: Blob
  /** SHA-256 of the body, hexadecimal. */
  readonly hash: string
}

const readsMax = 3

export class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError'

  constructor(object: string) {
    super(`the object ${object} is damaged: its SHA-256 differs`)
  }
}

export type ObjectStore = ReturnType<typeof createObjectStore>

type ObjectConfig = Pick<Config, 'framesHome' | 'framesHomesOld' | 's3Credentials'>

/**
 * The objects of pictures and thumbnails in S3 buckets. New ones go to the configured home; others stay readable in the
 * home that their row names, if the configuration names its bucket.
 */
export function createObjectStore(
  { framesHome, framesHomesOld, s3Credentials }: ObjectConfig,
  times: S3Times = promptS3Times,
) {
  const clients = new Map<string, S3Client>()
  const credentials = createCredentials(s3Credentials)
  const known = framesHome ? [framesHome, ...framesHomesOld] : framesHomesOld

  /** Rows may come from a backup that others have changed, so the credentials are not used for every bucket they name. */
  function findHome(url: string): ObjectHome | undefined {
    const wanted = parsed(url)
    const same = known.find(({ endpoint, bucket }) => endpoint === wanted?.endpoint && bucket === wanted.bucket)
    return wanted && same && { ...wanted, region: same.region }
  }

  function openClient(url: string): S3Client {
    const home = findHome(url)
    if (!home) throw new StoreUnavailableError('bucket_refusing', `there are pictures in ${url}: ${nameIt}`)
    return createS3Client(home, credentials, times)
  }

  function sendTo(url: string): S3Client {
    const client = clients.get(url) ?? openClient(url)
    clients.set(url, client)
    return client
  }

  async function open(home: string, key: ObjectKey) {
    const found = await sendTo(home)({ method: 'GET', name: nameOf(key) })
    if (!found) return undefined
    const hash = key.side === 0 ? key.contentHash : found.headers.get('x-amz-meta-sha256')
    return checked(found.chunks, hash, nameOf(key))
  }

  /** Returns only if the object is there: any server could answer with 200. */
  async function upload(home: string, request: Omit<S3Request, 'method' | 'body'>, { body, hash }: ObjectBytes) {
    const send = sendTo(home)
    // The service checks the first hash when it receives the body; readers check the second.
    const headers = { ...request.headers, 'x-amz-content-sha256': hash, 'x-amz-meta-sha256': hash }
    const done = await send({ ...request, method: 'PUT', headers, body })
    done?.cancel()
    if (done?.headers.get('etag') === `"${await md5Of(body)}"`) return
    // The tag of an encrypted object is not its MD5.
    const found = await send({ ...request, method: 'HEAD', headers: {} })
    found?.cancel()
    const isStored = found?.headers.get('content-length') === String(body.size)
    if (isStored && found?.headers.get('x-amz-meta-sha256') === hash) return
    throw new StoreUnavailableError('bucket_unreachable', `${home} did not confirm an upload`)
  }

  return {
    /** Where new objects go; undefined if they stay in the store. */
    home: framesHome?.url,

    /** Whether the configuration names the bucket of this home. */
    knows: (home: string): boolean => findHome(home) !== undefined,

    put: (home: string, key: ObjectKey, object: ObjectBytes): Promise<void> =>
      upload(home, { name: nameOf(key), headers: { 'content-type': typeOf(key) } }, object),

    /** Undefined if the object does not exist. Fails at the end if the bytes are not those that were stored. */
    open,

    /** All bytes of an object, or undefined. If they break off, the object is requested again. */
    async read(home: string, key: ObjectKey): Promise<Buffer | undefined> {
      const endMs = performance.now() + times.operationMsMax
      for (let attempt = 1; ; attempt++) {
        const chunks = await open(home, key).catch(unavailable)
        try {
          return chunks && (await buffer(chunks))
        } catch (error) {
          if (attempt === readsMax || performance.now() >= endMs) throw error
        }
      }
    },

    async remove(home: string, key: ObjectKey): Promise<void> {
      const done = await sendTo(home)({ method: 'DELETE', name: nameOf(key) })
      done?.cancel()
    },

    /** Why the home cannot be used; undefined if it can. Writes a small object. */
    async check(
      home: string,
      options: Pick<S3Request, 'attempts' | 'signal'> = {},
    ): Promise<BucketFailure | undefined> {
      try {
        const hash = createHash('sha256').update('palate').digest('hex')
        await upload(home, { name: checkName, ...options }, { body: new Blob(['palate']), hash })
        return undefined
      } catch (error) {
        if (error instanceof Error && error.cause instanceof ConfigError) throw error.cause
        if (!(error instanceof S3RefusedError)) return { reason: (error as Error).message, isRefused: false }
        const { words, isLasting = false } = refusals[error.code] ?? {}
        return { reason: words ?? error.message, isRefused: true, isLasting }
      }
    },

    /** Removes what `check` has written. */
    async removeCheck(home: string): Promise<void> {
      const done = await sendTo(home)({ method: 'DELETE', name: checkName })
      done?.cancel()
    },
  }
}

/** What breaks off or takes too long may work later. */
function unavailable(error: unknown): never {
  const isExplained = [DamagedObjectError, StoreUnavailableError].some((kind) => error instanceof kind)
  if (isExplained) throw error
  throw new StoreUnavailableError('bucket_unreachable', 'the object store broke off a response', { cause: error })
}

function parsed(url: string): ObjectHome | undefined {
  try {
    return parseObjectHome(url)
  } catch {
    return undefined
  }
}

const nameIt = 'name the bucket in PALATE_FRAMES_URL or PALATE_FRAMES_URL_OLD if it is yours'

const checkName = 'palate-check'

interface BucketFailure {
  readonly reason: string
  /** The bucket answers, and will not change its mind by itself. */
  readonly isRefused: boolean
  /** The variables are wrong. Rights may return, and roles get new keys. */
  readonly isLasting?: boolean
}

const refusals: Readonly<Record<string, { readonly words: string; readonly isLasting?: boolean }>> = {
  NoSuchBucket: { words: 'the bucket does not exist', isLasting: true },
  AccessDenied: { words: 'the key may not write to the bucket' },
  ExpiredToken: { words: 'the credentials have ended' },
  InvalidAccessKeyId: { words: 'the key in AWS_ACCESS_KEY_ID is not known', isLasting: true },
  SignatureDoesNotMatch: { words: 'AWS_SECRET_ACCESS_KEY is wrong', isLasting: true },
}

function nameOf({ accountId, contentHash, side }: ObjectKey): string {
  return side === 0 ? `${accountId}/frames/${contentHash}` : `${accountId}/thumbnails/${contentHash}-${side}.webp`
}

function typeOf({ side }: ObjectKey): string {
  return side === 0 ? 'application/octet-stream' : 'image/webp'
}

async function md5Of(body: Blob): Promise<string> {
  const hash = createHash('md5')
  for await (const chunk of body.stream()) hash.update(chunk)
  return hash.digest('hex')
}

/** Holds the last chunk back until the hash is known, so that nobody takes damaged bytes for whole ones. */
async function* checked(chunks: AsyncIterable<Uint8Array>, expected: string | null, name: string) {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > uploadBytesMax) throw new DamagedObjectError(name)
      hash.update(chunk)
      if (last) yield last
      last = chunk
    }
  } catch (error) {
    unavailable(error)
  }
  if (expected !== hash.digest('hex')) throw new DamagedObjectError(name)
  if (last) yield last
}
