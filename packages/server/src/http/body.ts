import type { IncomingMessage } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import { findUnstorable } from '@palate/core/json.ts'

/** What is read and thrown away past the limit, so that a client that is still sending gets to read the answer. */
const drainBytesMax = 64 * 1024 * 1024

export interface Body {
  readonly bytes: Buffer
  readonly value: unknown
}

/** Reads a JSON body within a limit. Nothing at all gives undefined: whether that is enough, the route says. */
export async function readJsonBody(request: IncomingMessage, bytesMax: number): Promise<Body | undefined> {
  const declared = Number(request.headers['content-length'] ?? 0)
  const bytes = await readBytes(request, bytesMax, declared)
  const type = request.headers['content-type']
  if (bytes.length === 0 && type === undefined) return undefined
  if (!isJsonType(type)) throw new Fault('unsupported_media_type', 'send the body as Content-Type: application/json')
  if (bytes.length === 0) return undefined
  return { bytes, value: parse(bytes) }
}

function isJsonType(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(type ?? '')
}

async function readBytes(request: IncomingMessage, bytesMax: number, declared: number): Promise<Buffer> {
  const tooLarge = () => new Fault('body_too_large', `the body may have ${bytesMax} bytes at most`)
  if (declared > bytesMax + drainBytesMax) throw tooLarge()
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
  if (length > bytesMax) throw tooLarge()
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
