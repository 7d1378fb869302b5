import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type Picture, readAll } from './picture.ts'

export interface UploadOptions extends CallOptions {
  readonly projectId: string
  /** The name of the file. Default: that of the `File` or path. */
  readonly name?: string
  /** The media type of a `ReadableStream`, such as `image/png`. Not needed for other pictures. */
  readonly type?: string
}

/** Uploads a picture to the library. Uploading the same bytes again returns the same frame. */
export async function uploadFrame<Answer>(
  transport: Transport,
  picture: Picture,
  { projectId, name, type, ...options }: UploadOptions,
): Promise<Answer> {
  const query = { projectId }
  if (picture instanceof ReadableStream) {
    const headers = { 'content-type': type ?? 'application/octet-stream' }
    return transport.json('uploadFrame', { query, body: picture, headers }, options)
  }
  const file = await readAll(picture, { readPicture: transport.readPicture, signal: options.signal })
  const form = new FormData()
  form.set('file', file, name ?? file.name)
  return transport.json('uploadFrame', { query, body: form }, options)
}
