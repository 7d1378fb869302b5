import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { Fault, invalidAt } from '@palate/core/fault.ts'
import type { ByteStream } from '@palate/core/route.ts'
import { StoreUnavailableError } from '../store/store.ts'

/** The most parts of a form. All but `file` are read and ignored. */
export const formPartsMax = 20
const fieldBytesMax = 64 * 1024
const partHeaderBytesMax = 8 * 1024
const partHeadersMax = 20

export interface FileReceiver<Received> {
  receive(file: AsyncIterable<Uint8Array>): Promise<Received>
  /** Called with a completely received file if the form fails after it. */
  discard(received: Received): Promise<void>
}

/** Reads a form with one `file` and streams that to `receive`. */
export async function receiveForm<Received>(
  { contentType, chunks }: ByteStream,
  { receive, discard }: FileReceiver<Received>,
): Promise<{ readonly received: Received; readonly name: string | undefined }> {
  const form = openForm(contentType)
  const whole = new AbortController()
  const refuse = (fault: Fault) => whole.abort(fault)
  let file: Promise<{ readonly received: Received; readonly name: string | undefined }> | undefined
  form.on('file', (field, stream, name) => {
    // The parser also reports a truncated form here, even if nothing reads the file.
    stream.on('error', () => {})
    if (field !== 'file')
      return refuse(invalidAt('', `the only file in the form must be named "file", not ${quoted(field)}`))
    if (file) return refuse(invalidAt('', 'the form may have only one file'))
    file = receive(fileChunks(stream, whole.signal)).then((received) => ({ received, name }))
    // A refused file ends the form; the remainder is not parsed.
    file.catch((fault) => whole.abort(fault))
  })
  form.on('field', (field) => {
    if (field === 'file') refuse(invalidAt('', '"file" must be a file, with a file name'))
  })
  form.on('partsLimit', () => refuse(invalidAt('', `the form may have at most ${formPartsMax} parts`)))
  try {
    await pipeline(Readable.from(chunks), form, { signal: whole.signal })
  } catch (error) {
    whole.abort(error)
    const finished = await file?.catch(() => undefined)
    if (finished) await discard(finished.received)
    throw faultOf(whole.signal.reason)
  }
  if (!file) throw invalidAt('', 'the form has no part "file"')
  return file
}

function openForm(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: formPartsMax,
        fieldSize: fieldBytesMax,
        headerSize: partHeaderBytesMax,
        headerPairs: partHeadersMax,
      },
    })
  } catch {
    throw new Fault('invalid_request', 'the form cannot be read: its Content-Type has no boundary')
  }
}

/** Throws if the form ends first. */
async function* fileChunks(stream: BusboyFileStream, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const end = () => stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    for await (const chunk of stream) yield chunk as Uint8Array
  } finally {
    signal.removeEventListener('abort', end)
  }
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

function quoted(field: string | undefined): string {
  return JSON.stringify((field ?? '').slice(0, 50))
}
