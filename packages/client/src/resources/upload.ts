import { PalateError } from '../error.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type Picture, readAll } from './picture.ts'

export interface UploadOptions extends CallOptions {
  readonly projectId: string
  /** The name of the file. Default: that of the `File` or path. */
  readonly name?: string
  /** The media type of a `ReadableStream`, such as `image/png`. Not needed for other pictures. */
  readonly type?: string
  /** The text that the picture was generated from. Not for a `ReadableStream`, nor are `group` and `seed`. */
  readonly prompt?: string | undefined
  /** Names the run that it came from, with others. */
  readonly group?: string | undefined
  /** A whole number as text. */
  readonly seed?: string | undefined
}

/** Uploads a picture to the library. Uploading the same bytes again returns the same frame. */
export async function uploadFrame<Answer>(
  transport: Transport,
  picture: Picture,
  { projectId, name, type, prompt, group, seed, ...options }: UploadOptions,
): Promise<Answer> {
  const query = { projectId }
  if (picture instanceof ReadableStream) {
    if (prompt ?? group ?? seed) throw new PalateError('invalid_request', 'a stream carries no prompt, group or seed')
    const headers = { 'content-type': type ?? 'application/octet-stream' }
    return transport.json('uploadFrame', { query, body: picture, headers }, options)
  }
  const file = await readAll(picture, { readPicture: transport.readPicture, signal: options.signal })
  const form = new FormData()
  for (const [field, text] of Object.entries({ prompt, group, seed })) if (text) form.set(field, text)
  form.set('file', file, name ?? file.name)
  return transport.json('uploadFrame', { query, body: form }, options)
}
