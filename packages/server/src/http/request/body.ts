import type { IncomingMessage } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { findUnstorable } from '@palate/core/json.ts'
import {
  type BodyRule,
  type ByteStream,
  bodyBytesMax,
  type JsonBodyRule,
  type Route,
  type StreamBodyRule,
  type UploadBodyRule,
} from '@palate/core/route.ts'

/** How much is read and discarded past a limit. Most clients read the response only after they have sent everything. */
const drainBytesMax = 64 * 1024 * 1024

/** A request's body, as parsed for its route. */
export interface Body {
  /** The handler's input before validation. Parsed on the first call. */
  readonly value: () => unknown
  /** Number of bytes sent; undefined for a stream. */
  readonly length?: number
  /**
   * The bytes as sent. Reads a stream to its end; the handler then gets the same bytes again. Not available for an
   * upload, which is never held in memory as a whole.
   */
  readonly bytes: () => Promise<Buffer>
  /** Set instead of the value if the body is part of a form, which is read when there is memory for it. */
  readonly form?: ByteStream
}

type Parser<Rule extends BodyRule> = (rule: Rule, request: IncomingMessage) => Promise<Body | undefined>

/** One parser for each kind of body. */
const parsers: { readonly [Kind in BodyRule['kind']]: Parser<Extract<BodyRule, { readonly kind: Kind }>> } = {
  json: readJson,
  stream: openStream,
  upload: openUpload,
}

/** Reads a body according to its route. Undefined if nothing was sent. */
export async function readBody({ body: rule }: Route, request: IncomingMessage): Promise<Body | undefined> {
  if (rule) return (parsers[rule.kind] as Parser<BodyRule>)(rule, request)
  const bytes = await readWhole(request, bodyBytesMax)
  return bytes.length === 0 ? undefined : { value: () => undefined, bytes: async () => bytes }
}

/**
 * Reads and discards the remaining body. Returns false if there is too much of it or it ended early; the connection
 * cannot be reused then.
 */
export async function drain(request: IncomingMessage): Promise<boolean> {
  let length = 0
  try {
    for await (const chunk of restOf(request)) {
      length += chunk.length
      if (length > drainBytesMax) return false
    }
    return true
  } catch {
    return false
  }
}

async function readJson(rule: JsonBodyRule, request: IncomingMessage): Promise<Body | undefined> {
  const { bytesMax = bodyBytesMax, acceptsForm = false } = rule
  if (acceptsForm && mediaTypeOf(request) === formType) return openForm(bytesMax, request)
  const bytes = await readWhole(request, bytesMax).catch((fault) => Promise.reject(withAdvice(fault, rule.advice)))
  if (bytes.length === 0) return undefined
  const allowed = acceptsForm ? ['application/json', formType] : ['application/json']
  if (!isJsonType(request.headers['content-type'])) throw unsupportedType(allowed)
  refuseEncoding(request)
  return jsonBody(bytes)
}

/** A JSON body. Reading its value fails if the text is not JSON or cannot be stored. */
export function jsonBody(bytes: Buffer): Body {
  let parsed: { readonly value: unknown } | undefined
  const value = () => {
    parsed ??= { value: parse(bytes) }
    return parsed.value
  }
  return { value, length: bytes.length, bytes: async () => bytes }
}

const formType = 'multipart/form-data'

/** Checks the headers. The parts are read later. */
async function openForm(bytesMax: number, request: IncomingMessage): Promise<Body | undefined> {
  const opened = await openChunks({ mediaTypes: [formType], bytesMax }, request)
  if (!opened) return undefined
  const { live, ...headers } = opened
  const unread = () => {
    throw new Error('a form is not read as a whole')
  }
  return { value: unread, bytes: async () => unread(), form: { ...headers, chunks: live } }
}

/** Checks the headers. The handler reads the bytes. */
async function openStream(rule: StreamBodyRule, request: IncomingMessage): Promise<Body | undefined> {
  const opened = await openChunks(rule, request)
  if (!opened) return undefined
  const { live, ...headers } = opened
  let gathered: Promise<Buffer> | undefined
  async function* chunks() {
    if (gathered) yield await gathered
    else yield* live
  }
  const stream: ByteStream = { ...headers, chunks: { [Symbol.asyncIterator]: chunks } }
  const bytes = () => {
    gathered ??= gather(live)
    return gathered
  }
  return { value: () => stream, bytes }
}

/** Checks the headers. The receiver of the file reads the bytes. */
async function openUpload(rule: UploadBodyRule, request: IncomingMessage): Promise<Body | undefined> {
  const opened = await openChunks(rule, request)
  if (!opened) return undefined
  const { live, ...headers } = opened
  const stream: ByteStream = { ...headers, chunks: live }
  return { value: () => stream, bytes: () => Promise.reject(new Error('an upload is not read as a whole')) }
}

async function openChunks({ mediaTypes, bytesMax }: Omit<StreamBodyRule, 'kind'>, request: IncomingMessage) {
  const isChunked = request.headers['transfer-encoding'] !== undefined
  if (declaredLength(request) === 0 && !isChunked) return undefined
  const mediaType = mediaTypeOf(request)
  try {
    if (!mediaTypes.some((allowed) => isWithin(mediaType, allowed))) throw unsupportedType(mediaTypes)
    refuseEncoding(request)
    if (declaredLength(request) > bytesMax) throw tooLarge(bytesMax)
  } catch (fault) {
    throw await afterDraining(request, fault)
  }
  const { 'content-type': contentType = '' } = request.headers
  const length = isChunked ? undefined : declaredLength(request)
  return { mediaType, contentType, length, live: chunksOf(request, bytesMax) }
}

async function readWhole(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (declaredLength(request) > bytesMax + drainBytesMax) throw tooLarge(bytesMax, hangingUp)
  try {
    return await gather(chunksOf(request, bytesMax), Math.min(declaredLength(request), bytesMax))
  } catch (fault) {
    throw await afterDraining(request, fault)
  }
}

/** Grows the buffer as bytes arrive. Joining a large body at the end would block the event loop. */
async function gather(chunks: AsyncIterable<Buffer>, declared = 0): Promise<Buffer> {
  let all: Buffer = Buffer.alloc(0)
  let length = 0
  for await (const chunk of chunks) {
    const needed = length + chunk.length
    if (needed > all.length) all = resized(all, length, sizeFor(needed, declared))
    chunk.copy(all, length)
    length = needed
  }
  return all.subarray(0, length)
}

/**
 * Doubles each time, up to the declared length. The declared length is not allocated in advance, because it may never
 * arrive.
 */
function sizeFor(needed: number, declared: number): number {
  const doubled = 2 ** Math.ceil(Math.log2(needed))
  return needed <= declared ? Math.min(doubled, declared) : doubled
}

/** Allocates its own memory, which can be transferred to another thread. */
function resized(buffer: Buffer, length: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size)
  buffer.copy(larger, 0, 0, length)
  return larger
}

async function* chunksOf(request: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  let length = 0
  try {
    for await (const chunk of restOf(request)) {
      length += chunk.length
      if (length > bytesMax) throw tooLarge(bytesMax)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('invalid_request', 'the request ended before it was complete')
  }
}

/** The unread part. Stopping early leaves the request open, so that it can be drained and answered. */
function restOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false })
}

async function afterDraining(request: IncomingMessage, fault: unknown): Promise<unknown> {
  if (!(fault instanceof Fault) || (await drain(request))) return fault
  return new Fault(fault.code, fault.message, { ...fault.extras, headers: hangingUp })
}

/** A connection whose body was not read to its end cannot be reused. */
const hangingUp = { connection: 'close' }

function tooLarge(bytesMax: number, headers = {}): Fault {
  return new Fault('body_too_large', `the body is limited to ${describeBytes(bytesMax)}`, { headers })
}

function withAdvice(fault: unknown, advice: string | undefined): unknown {
  if (advice === undefined || !(fault instanceof Fault) || fault.code !== 'body_too_large') return fault
  return new Fault(fault.code, `${fault.message}; ${advice}`, fault.extras)
}

function unsupportedType(allowed: readonly string[]): Fault {
  return new Fault('unsupported_media_type', `send the body as Content-Type: ${allowed.join(', ')}`)
}

function refuseEncoding({ headers: { 'content-encoding': encoding = 'identity' } }: IncomingMessage): void {
  if (encoding !== 'identity') throw new Fault('unsupported_media_type', 'send the body without Content-Encoding')
}

function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

function isJsonType(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(type ?? '')
}

function mediaTypeOf({ headers: { 'content-type': type = '' } }: IncomingMessage): string {
  const [essence = ''] = type.split(';')
  return essence.trim().toLowerCase()
}

/** Whether a media type is the allowed one or within an allowed range such as `image/*`. */
function isWithin(mediaType: string, allowed: string): boolean {
  return allowed.endsWith('/*') ? mediaType.startsWith(allowed.slice(0, -1)) : mediaType === allowed
}

function parse(bytes: Buffer): unknown {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = JSON.parse(text)
  } catch (error) {
    throw new Fault(
      'invalid_json',
      error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8 text',
    )
  }
  const wrong = findUnstorable(value, text)
  if (!wrong) return value
  throw new Fault('invalid_request', `${wrong.path || 'The body'}: ${wrong.message}`, { errors: [wrong] })
}
