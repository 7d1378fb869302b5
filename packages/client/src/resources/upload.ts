import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { PalateError } from '../error.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** A picture: a file, bytes, a stream of bytes, or, in Node, the path of a file. */
export type Picture = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

export interface UploadOptions extends CallOptions {
  readonly projectId: string
  /** The name of the file. Default: that of the `File` or path. A stream has none. */
  readonly name?: string
  /** The media type of a stream, such as `image/png`. Not needed for other pictures. */
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
  const form = new FormData()
  // Without the media type: a part with a type but no name counts as text, and the service detects the type anyway.
  form.set('file', new Blob([await readPicture(picture)]), name ?? nameOf(picture))
  return transport.json('uploadFrame', { query, body: form }, options)
}

/**
 * Reads the picture into memory. If `fetch` read the file, a read error would look like a lost connection, or end the
 * process (Node 24).
 */
async function readPicture(picture: Exclude<Picture, ReadableStream>): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  try {
    if (typeof picture === 'string') return await readFile(picture)
    if (!(picture instanceof Blob)) return picture
    refuseTooLarge(picture.size)
    return await picture.arrayBuffer()
  } catch (cause) {
    if (cause instanceof PalateError) throw cause
    const name = typeof picture === 'string' ? picture : nameOf(picture) || 'the picture'
    throw new PalateError('file_unreadable', `cannot read ${name}: ${(cause as Error).message}`, { cause })
  }
}

function nameOf(picture: Picture): string {
  if (typeof picture === 'string') return picture.split(/[\\/]/).at(-1) ?? ''
  return picture instanceof File ? picture.name : ''
}

interface FilesModule {
  stat(path: string): Promise<{ readonly size: number }>
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>
}

/** Only Node, Deno and Bun have files. The name is a variable, so that bundlers for browsers ignore it. */
async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = 'node:fs/promises'
  const files = (await import(/* @vite-ignore */ name)) as FilesModule
  refuseTooLarge((await files.stat(path)).size)
  return files.readFile(path)
}

/** Spares reading and sending a picture that the service would refuse. */
function refuseTooLarge(bytes: number): void {
  if (bytes <= uploadBytesMax) return
  throw new PalateError('body_too_large', `${bytes} bytes; a frame has at most ${uploadBytesMax}`)
}
