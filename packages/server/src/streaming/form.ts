import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { Fault, invalidAt } from '@palate/core/fault.ts'
import type { ByteStream } from '@palate/core/route.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { currentWork } from '../work/current-work.ts'
import { yieldIfLong } from '../work/event-loop.ts'

const partHeaderBytesMax = 8 * 1024
const partHeadersMax = 20
/** How much is parsed in one step. A small part takes as long as many kilobytes of a large one. */
const parsedBytesMax = 4 * 1024

export interface FormPart {
  readonly name: string
  /** The name that the client sent; undefined for a plain field. */
  readonly fileName: string | undefined
  /** Whether the client marked it as a file, by a file name or as plain bytes. */
  readonly isFile: boolean
  /** Throws if the form ends first, or another part was refused. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * Reads a form part by part, as it arrives. `receive` reads each part to its end; what it throws ends the form. When
 * this function returns or throws, no call of `receive` is running.
 */
export async function readForm(
  { contentType, chunks }: ByteStream,
  partsMax: number,
  receive: (part: FormPart) => Promise<void>,
): Promise<void> {
  const form = openForm(contentType, partsMax)
  const failure = new AbortController()
  const received: Promise<void>[] = []
  form.on('file', (name, stream, fileName, _, mediaType) => {
    // The parser also reports a truncated form here, even if nothing reads the part.
    stream.on('error', () => {})
    const part = {
      name: name ?? '',
      fileName: fileName && unescapedName(fileName),
      isFile: fileName !== undefined || mediaType === 'application/octet-stream',
      chunks: partChunks(stream, failure.signal),
    }
    const receiving = receive(part)
    // A refused part ends the form; the remainder is not parsed.
    receiving.catch((error) => failure.abort(error))
    received.push(receiving)
  })
  form.on('partsLimit', () => failure.abort(invalidAt('', `the form may have at most ${partsMax} parts`)))
  try {
    await pipeline(Readable.from(inTurns(chunks)), form, { signal: failure.signal })
    await Promise.all(received)
  } catch (error) {
    failure.abort(error)
    await Promise.allSettled(received)
    throw faultOf(failure.signal.reason)
  }
}

/** Small pieces, in turns with other work, because a form may have thousands of parts. */
async function* inTurns(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const work = currentWork()
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += parsedBytesMax) {
      const yielded = yieldIfLong(work)
      if (yielded) await yielded
      yield chunk.subarray(start, start + parsedBytesMax)
    }
  }
}

function openForm(contentType: string, partsMax: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: partsMax, headerSize: partHeaderBytesMax, headerPairs: partHeadersMax },
      // Fields arrive as streams, too, so that a long one is not collected by the parser.
      isPartAFile: () => true,
    })
  } catch {
    throw new Fault('invalid_request', 'the form cannot be read: its Content-Type has no boundary')
  }
}

/** Throws if the form ends first. */
async function* partChunks(stream: BusboyFileStream, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const end = () => stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    for await (const chunk of stream) yield chunk as Uint8Array
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Browsers write these three characters of a file name so, and leave a percent sign as it is. */
const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

function unescapedName(sent: string): string {
  return sent.replace(/%(?:22|0D|0A)/g, (code) => escapes[code] ?? code)
}

/** Parser errors are the client's fault. */
function faultOf(error: unknown): unknown {
  if (error instanceof Fault || isOfService(error)) return error
  return new Fault('invalid_request', 'the form is malformed or incomplete')
}

/** Disk errors, for example. */
function isOfService(error: unknown): boolean {
  return error instanceof StoreUnavailableError || (error instanceof Error && 'syscall' in error)
}
