import type { Problem } from '../api-types.ts'
import { PalateError } from '../error.ts'

export async function readJson<Answer>(response: Response): Promise<Answer> {
  return parseJson(await response.text(), response)
}

function parseJson<Answer>(text: string, { url, status }: Response): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch (cause) {
    const message = `the answer of ${url} is not JSON: is this the address of Palate?`
    throw new PalateError('unexpected_answer', message, { status, cause })
  }
}

/** An item of a stream: an object. */
export function parseLine<Item extends object>(text: string, response: Response): Item {
  const item = parseJson<Item | null>(text, response)
  if (typeof item === 'object' && item !== null) return item
  const { url, status } = response
  throw new PalateError('unexpected_answer', `${url} sent ${text.slice(0, 100)} in place of an object`, { status })
}

/** A proxy or another service may answer with a page. */
export function requireMediaType(response: Response, mediaType: string): Response {
  const found = response.headers.get('content-type') ?? 'no Content-Type'
  if (found.split(';')[0]?.trim().toLowerCase() === mediaType) return response
  void response.body?.cancel().catch(() => {})
  const { url, status } = response
  throw new PalateError('unexpected_answer', `${url} answers with ${found}, not with ${mediaType}`, { status })
}

export async function errorOf(response: Response): Promise<PalateError> {
  const { status, url } = response
  const problem = problemIn(await response.text())
  if (problem) return new PalateError(problem.code, problem.detail, { status, problem })
  return new PalateError('unexpected_answer', `the answer of ${url} has status ${status}`, { status })
}

function problemIn(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text)
    return typeof problem?.code === 'string' ? problem : undefined
  } catch {
    return undefined
  }
}
