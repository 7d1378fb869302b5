import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { type ObjectHome, parseObjectHome } from '../config/object-home.ts'
import { createS3Client, type S3Client, S3RefusedError, type S3Request } from './s3-client.ts'

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

/**
 * The objects of pictures and thumbnails in S3 buckets. New ones go to the configured home; others stay readable in the
 * home that their row names.
 */
export function createObjectStore({ framesHome, s3Credentials }: Pick<Config, 'framesHome' | 's3Credentials'>) {
  const clients = new Map<string, S3Client>()

  function clientOf(home: ObjectHome): S3Client {
    if (!s3Credentials) {
      throw new ConfigError(`set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: there are pictures in ${home.url}`)
    }
    const client = clients.get(home.url) ?? createS3Client(home, s3Credentials)
    clients.set(home.url, client)
    return client
  }

  async function open(home: string, key: ObjectKey, signal?: AbortSignal) {
    const found = await sendTo(home)({ method: 'GET', name: nameOf(key), signal })
    if (!found) return undefined
    const hash = key.side === 0 ? key.contentHash : found.headers.get('x-amz-meta-sha256')
    return checked(found.chunks, hash, nameOf(key))
  }

  const sendTo = (home: string) => clientOf(home === framesHome?.url ? framesHome : parseObjectHome(home))

  return {
    /** Where new objects go; undefined if they stay in the store. */
    home: framesHome?.url,

    async put(home: string, key: ObjectKey, { body, hash }: ObjectBytes): Promise<void> {
      // The service checks the first hash when it receives the body; readers check the second.
      const headers = { 'x-amz-content-sha256': hash, 'x-amz-meta-sha256': hash, 'content-type': typeOf(key) }
      const done = await sendTo(home)({ method: 'PUT', name: nameOf(key), headers, body })
      if (!done) throw new Error('an upload was answered with 404')
      done.cancel()
    },

    /** Undefined if the object does not exist. Fails at the end if the bytes are not those that were stored. */
    open,

    /** All bytes of an object, or undefined. If they break off, the object is requested again. */
    async read(home: string, key: ObjectKey): Promise<Buffer | undefined> {
      for (let attempt = 1; ; attempt++) {
        const chunks = await open(home, key)
        try {
          return chunks && (await buffer(chunks))
        } catch (error) {
          if (attempt === readsMax) throw error
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
    ): Promise<{ readonly reason: string; readonly isRefused: boolean } | undefined> {
      try {
        const body = new Blob(['palate'])
        const headers = { 'x-amz-content-sha256': createHash('sha256').update('palate').digest('hex') }
        const done = await sendTo(home)({ method: 'PUT', name: 'palate-check', headers, body, ...options })
        done?.cancel()
        return done ? undefined : { reason: 'the bucket does not exist', isRefused: true }
      } catch (error) {
        if (error instanceof ConfigError) throw error
        const isRefused = error instanceof S3RefusedError
        return { reason: (isRefused && refusals[error.code]) || (error as Error).message, isRefused }
      }
    },
  }
}

const refusals: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  AccessDenied: 'the key in AWS_ACCESS_KEY_ID may not write to the bucket',
  InvalidAccessKeyId: 'the key in AWS_ACCESS_KEY_ID is not known',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is wrong',
}

function nameOf({ accountId, contentHash, side }: ObjectKey): string {
  return side === 0 ? `${accountId}/frames/${contentHash}` : `${accountId}/thumbnails/${contentHash}-${side}.webp`
}

function typeOf({ side }: ObjectKey): string {
  return side === 0 ? 'application/octet-stream' : 'image/webp'
}

/** Holds the last chunk back until the hash is known, so that nobody takes damaged bytes for whole ones. */
async function* checked(chunks: AsyncIterable<Uint8Array>, expected: string | null, name: string) {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (last) yield last
    last = chunk
  }
  if (expected !== hash.digest('hex')) throw new DamagedObjectError(name)
  if (last) yield last
}
