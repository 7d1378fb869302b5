import type { CallToolResult } from '@modelcontextprotocol/server'
import { isPalateError } from '@palate/client'
import { ToolError } from './context.ts'

/** A result as text. Clients show either the text or the structure, so `data` must contain the same facts. */
export function textResult(lines: readonly string[], data?: Record<string, unknown>): CallToolResult {
  return {
    content: [{ type: 'text', text: lines.map(oneLine).join('\n') }],
    ...(data && { structuredContent: withPlainTexts(data) as Record<string, unknown> }),
  }
}

export interface WebpImage {
  readonly caption: string
  readonly bytes: Uint8Array
}

/** Pictures with captions. Has no structure, because some clients drop the pictures of results that have one. */
export function imageResult(heading: string, images: readonly WebpImage[]): CallToolResult {
  const blocks = images.flatMap(({ caption, bytes }) => [
    { type: 'text' as const, text: oneLine(caption) },
    { type: 'image' as const, data: Buffer.from(bytes).toString('base64'), mimeType: 'image/webp' },
  ])
  return { content: [{ type: 'text', text: oneLine(heading) }, ...blocks] }
}

/** A failure that the model can read. Throws what it cannot act on. */
export function failure(error: unknown): CallToolResult {
  if (!(error instanceof ToolError) && !isPalateError(error)) throw error
  const text = isPalateError(error) ? adviceFor(error.code, error.message) : error.message
  return { content: [{ type: 'text', text: oneLine(text) }], isError: true }
}

/** Line breaks, control characters, and characters that change the direction of a text. */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu

/** Names come from other people. In the text of a tool, a line break would let them pretend to be the tool. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ')
}

function withPlainTexts(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? oneLine(one) : one))
}

const advice: Readonly<Record<string, string>> = {
  profile_not_found: 'There is no such profile. Call palate_profiles for the ids.',
  frame_not_found: 'There is no such frame in the library of the profile’s project. Pass another picture.',
  ask_not_found: 'This profile has no such question, or it is older than seven days. Ask again with two pictures.',
  budget_exceeded: 'The judgements of this profile are used up. Ask the person to raise them with `palate budget`.',
  missing_api_key: 'Palate needs an API key. Ask the person to set PALATE_API_KEY or to run `palate login`.',
  invalid_api_key: 'The API key is wrong. Ask the person for another one.',
  revoked_api_key: 'The API key was revoked. Ask the person for another one.',
  expired_api_key: 'The API key has expired. Ask the person for another one.',
  connection_failed: 'The Palate service cannot be reached. Ask the person to start it with `palate serve`.',
}

function adviceFor(code: string, message: string): string {
  return advice[code] ?? `Palate refused this: ${message}`
}
