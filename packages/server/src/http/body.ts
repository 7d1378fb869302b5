import type { IncomingMessage } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import { findUnstorable } from '@palate/core/json.ts'
import { bodyBytesMax, type Route } from '@palate/core/route.ts'

/** What is read and thrown away past the limit, so that a client that is still sending gets to read the answer. */
const drainBytesMax = 64 * 1024 * 1024

export interface Body {
  readonly bytes: Buffer
  readonly value: unknown
}

/**
 * Reads a JSON body within a limit. Nothing at all gives undefined: whether that is enough, the route says. Where the
 * route takes none, what is sent is not looked into.
 */
export async function readJsonBody(
  { body: schema, bodyBytesMax: bytesMax = bodyBytesMax }: Route,
  request: IncomingMessage,
): Promise<Body | undefined> {
  const declared = Number(request.headers['content-length'] ?? 0)
  const bytes = await readBytes(request, bytesMax, declared)
  if (bytes.length === 0) return undefined
  if (!schema) return { bytes, value: undefined }
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers
  if (!isJsonType(type)) throw new Fault('unsupported_media_type', 'send the body as Content-Type: application/json')
  if (encoding !== 'identity') throw new Fault('unsupported_media_type', 'send the body without Content-Encoding')
  return { bytes, value: parse(bytes) }
}

function isJsonType(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(type ?? '')
}

async function readBytes(request: IncomingMessage, bytesMax: number, declared: number): Promise<Buffer> {
  const tooLarge = (headers = {}) =>
    new Fault('body_too_large', `the body may have ${bytesMax} bytes at most`, { headers })
  // What is not read to its end leaves a connection that can carry nothing more.
  const hangingUp = { connection: 'close' }
  if (declared > bytesMax + drainBytesMax) throw tooLarge(hangingUp)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length > bytesMax + drainBytesMax) break
      if (length <= bytesMax) chunks.push(chunk)
      else chunks.length = 0
    }
  } catch {
    throw new Fault('invalid_request', 'the request ended before it was complete')
  }
  if (length > bytesMax) throw tooLarge(length > bytesMax + drainBytesMax ? hangingUp : {})
  return Buffer.concat(chunks)
}

function parse(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new Fault(
      'invalid_json',
      error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8 text',
    )
  }
  const wrong = findUnstorable(value)
  if (!wrong) return value
  throw new Fault('invalid_request', `${wrong.path || 'The body'}: ${wrong.message}`, { errors: [wrong] })
}
