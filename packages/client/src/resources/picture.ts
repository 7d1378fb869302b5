import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { PalateError } from '../error.ts'
import type { ReadPicture } from '../options.ts'

/**
 * A picture: a Blob or File, or bytes. In Node, Deno and Bun also the path of a file, its `file:` URL, or a stream.
 * Uploads take a `ReadableStream` everywhere.
 */
export type Picture =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | URL
  | string

export interface ReadOptions {
  readonly readPicture: ReadPicture | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads the picture into memory. If `fetch` read a file, a read error would look like a lost
 * connection, or end the process (Node 24).
 */
export async function readAll(
  picture: Picture,
  { readPicture = refuse, signal }: ReadOptions,
  bytesMax = uploadBytesMax,
): Promise<File> {
  signal?.throwIfAborted()
  try {
    if (picture instanceof Blob) refuseTooLarge(picture.size, bytesMax)
    const read = await contentOf(picture, readPicture, signal)
    refuseTooLarge(read.size, bytesMax)
    return read
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof PalateError) throw cause
    const message = `cannot read the picture: ${(cause as Error).message}`
    throw new PalateError('file_unreadable', message, { cause })
  }
}

/** Spares reading and sending a picture that the service would refuse. */
export function refuseTooLarge(bytes: number, bytesMax = uploadBytesMax): void {
  if (bytes <= bytesMax) return
  const advice = bytesMax < uploadBytesMax ? '; upload it' : ''
  throw new PalateError('body_too_large', `the picture has more than ${bytesMax / 1024 ** 2} MiB${advice}`)
}

/** Refuses everything that only Node can read. */
export function refuse(picture: unknown): never {
  const rule = 'a picture is a Blob, bytes or, in Node, the path of a file or a stream'
  throw new PalateError('invalid_argument', `${rule}, not ${String(picture).slice(0, 80)}`)
}

async function contentOf(picture: Picture, readPicture: ReadPicture, signal?: AbortSignal): Promise<File> {
  if (picture instanceof Blob) return fileOf(await picture.arrayBuffer(), (picture as File).name)
  if (picture instanceof ArrayBuffer || ArrayBuffer.isView(picture)) return fileOf(picture)
  return readPicture(picture, signal)
}

/** Without a media type: the service detects it, and takes a part with a type but no name for text. */
export function fileOf(bytes: ArrayBuffer | Uint8Array, name = ''): File {
  return new File([bytes as BlobPart], name)
}
