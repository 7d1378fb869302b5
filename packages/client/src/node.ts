import { Buffer } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { ClientOptions, ReadPicture } from './options.ts'
import { Palate as AnywherePalate } from './palate.ts'
import { fileOf, refuse, refuseTooLarge } from './resources/picture.ts'

export * from './index.ts'

/** The client for Node, Deno and Bun, which have files and environment variables. Its types are those of `palate.ts`. */
export class Palate extends AnywherePalate {
  constructor(options: ClientOptions = {}) {
    super({ readPicture, ...options, ...fromEnvironment(options) })
  }
}

/** A key belongs to one service: that of the variables is not sent to a `url` that they do not name. */
function fromEnvironment({ url, apiKey, session }: ClientOptions): ClientOptions {
  if (url !== undefined || session) return {}
  const { PALATE_URL, PALATE_API_KEY } = env
  const key = apiKey || PALATE_API_KEY
  return { ...(PALATE_URL && { url: PALATE_URL }), ...(key && { apiKey: key }) }
}

const readPicture: ReadPicture = async (picture, signal) => {
  if (Symbol.asyncIterator in Object(picture)) {
    return untilAborted(collect(picture as AsyncIterable<Uint8Array>), signal)
  }
  const path = pathOf(picture)
  const found = await stat(path)
  // A pipe or a device may never end.
  if (!found.isFile()) throw new Error(`${path} is not a file`)
  refuseTooLarge(found.size)
  return fileOf(await readFile(path), basename(path))
}

/** Any other address is not a picture: a service reads it itself, and a path may begin with the letter of a drive. */
function pathOf(picture: unknown): string {
  if (typeof picture !== 'string' && !(picture instanceof URL)) return refuse(picture)
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(String(picture))?.[1]?.toLowerCase()
  if (scheme === undefined) return String(picture)
  return scheme === 'file' ? fileURLToPath(picture) : refuse(picture)
}

/** Stops reading when there are too many bytes. */
async function collect(stream: AsyncIterable<Uint8Array> & { readonly path?: unknown }): Promise<File> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error(`the stream contains a ${typeof chunk} instead of bytes`)
    length += chunk.length
    refuseTooLarge(length)
    chunks.push(chunk)
  }
  // Streams of files have their path.
  return fileOf(Buffer.concat(chunks), typeof stream.path === 'string' ? basename(stream.path) : undefined)
}

/** A stream may never end. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort))
  })
}
