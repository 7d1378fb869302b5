import type { CallOptions, Transport } from './transport.ts'

/** A picture: a file, bytes, a stream of bytes, or, in Node, the path of a file. */
export type Picture = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

export interface UploadOptions extends CallOptions {
  readonly projectId: string
  /** The file's name; that of a `File` or path unless set. */
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
  const blob = await blobOf(picture)
  const form = new FormData()
  form.set('file', blob, name ?? nameOf(picture))
  return transport.json('uploadFrame', { query, body: form }, options)
}

async function blobOf(picture: Exclude<Picture, ReadableStream>): Promise<Blob> {
  if (typeof picture === 'string') return openFile(picture)
  return picture instanceof Blob ? picture : new Blob([picture])
}

function nameOf(picture: Picture): string {
  if (typeof picture === 'string') return picture.split(/[\\/]/).at(-1) ?? ''
  return picture instanceof File ? picture.name : ''
}

/** Only Node, Deno and Bun have files. The name is a variable so that bundlers for browsers leave it alone. */
async function openFile(path: string): Promise<Blob> {
  const files = 'node:fs'
  const { openAsBlob } = (await import(/* @vite-ignore */ files)) as { openAsBlob(path: string): Promise<Blob> }
  return openAsBlob(path)
}
