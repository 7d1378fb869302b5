import type { Problem } from '../api-types.ts'
import { PalateError } from '../error.ts'

export async function readJson<Answer>(response: Response): Promise<Answer> {
  return parseJson(await response.text(), response)
}

function parseJson<Answer>(text: string, { url, status }: Response): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch (cause) {
    const message = `${url} sent no JSON`
    throw new PalateError('unexpected_answer', message, { status, cause })
  }
}

/** Parses an item of a stream, which must be an object. */
export function parseLine<Item extends object>(text: string, response: Response): Item {
  const item = parseJson<Item | null>(text, response)
  if (typeof item === 'object' && item !== null) return item
  const { url, status } = response
  throw new PalateError('unexpected_answer', `${url} sent ${text.slice(0, 100)} instead of an object`, { status })
}

/** Refuses other media types: a proxy or another service may respond with an HTML page. */
export function requireMediaType(response: Response, mediaType: string): Response {
  const found = response.headers.get('content-type') ?? 'no Content-Type'
  if (found.split(';')[0]?.trim().toLowerCase() === mediaType) return response
  void response.body?.cancel().catch(() => {})
  const { url, status } = response
  throw new PalateError('unexpected_answer', `${url} sent ${found} instead of ${mediaType}`, { status })
}

/** To a request without a key, the service says which header it wants. The user of the client has to pass an option. */
export async function errorOf(response: Response, isKeyless: boolean): Promise<PalateError> {
  const { status, url } = response
  const problem = problemIn(await response.text())
  const advice = isKeyless && problem?.code === 'missing_api_key' && 'no API key: pass `apiKey` to `new Palate()`'
  if (problem) return new PalateError(problem.code, advice || problem.detail, { status, problem })
  return new PalateError('unexpected_answer', `${url} sent status ${status}`, { status })
}

function problemIn(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text)
    return typeof problem?.code === 'string' ? problem : undefined
  } catch {
    return undefined
  }
}
