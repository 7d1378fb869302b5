import { frameBytesMax } from '@palate/core/frames/size.ts'
import { PalateError } from '../error.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** A picture: a file, bytes, a stream of bytes, or, in Node, the path of a file. */
export type Picture = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

export interface UploadOptions extends CallOptions {
  readonly projectId: string
  /** The file's name; that of a `File` or path unless set. A stream has none. */
  readonly name?: string
  /** The media type of a stream, such as `image/png`. Other pictures need none. */
  readonly type?: string
}

/** Uploads a picture to the library. The same bytes give the same frame again. */
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
  // Without its media type: a part that has one but no name counts as text, and the service knows the type from the bytes.
  form.set('file', new Blob([await bytesOf(picture)]), name ?? nameOf(picture))
  return transport.json('uploadFrame', { query, body: form }, options)
}

/**
 * The picture in memory. `fetch` could read a file by itself, but one that cannot be read then looks like a lost connection,
 * or ends the process (Node 24).
 */
async function bytesOf(picture: Exclude<Picture, ReadableStream>): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  try {
    if (typeof picture === 'string') return await readFile(picture)
    if (!(picture instanceof Blob)) return picture
    refuseTooLarge(picture.size)
    return await picture.arrayBuffer()
  } catch (cause) {
    if (cause instanceof PalateError) throw cause
    const name = typeof picture === 'string' ? picture : nameOf(picture) || 'the picture'
    throw new PalateError('file_unreadable', `${name} cannot be read: ${(cause as Error).message}`, { cause })
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

/** Only Node, Deno and Bun have files. The name is a variable so that bundlers for browsers leave it alone. */
async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = 'node:fs/promises'
  const files = (await import(/* @vite-ignore */ name)) as FilesModule
  refuseTooLarge((await files.stat(path)).size)
  return files.readFile(path)
}

/** The service would refuse it, but only after it was read and sent. */
function refuseTooLarge(bytes: number): void {
  if (bytes <= frameBytesMax) return
  throw new PalateError('body_too_large', `a frame may have ${frameBytesMax} bytes at most, not ${bytes}`)
}
