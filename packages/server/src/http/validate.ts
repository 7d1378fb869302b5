import { Fault, type InputError } from '@palate/core/fault.ts'
import { pointerToken } from '@palate/core/json.ts'
import type { Route } from '@palate/core/route.ts'
import type { z } from 'zod'

const errorsShownMax = 50

interface Raw {
  readonly params: unknown
  readonly query: unknown
  /** Undefined where none was sent. */
  readonly body: unknown
}

/** A request's input by its route's schemas: every rule that it breaks is named, with its place. */
export function validate(route: Route, raw: Raw) {
  const body = raw.body === undefined && route.bodyOptional ? {} : raw.body
  if (route.body && body === undefined) throw new Fault('invalid_json', 'a JSON body is needed')
  const errors: InputError[] = []
  const input = {
    params: check(route.params, raw.params, '/path', errors),
    query: check(route.query, raw.query, '/query', errors),
    body: check(route.body, body, '', errors),
  }
  const first = errors[0]
  if (!first) return input
  throw new Fault('invalid_request', `${first.path || 'The body'}: ${first.message}`, {
    errors: errors.slice(0, errorsShownMax),
  })
}

function check(schema: z.ZodType | undefined, value: unknown, base: string, errors: InputError[]): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) {
    errors.push({ path: base + path.map((key) => `/${pointerToken(String(key))}`).join(''), message: plain(message) })
  }
  return undefined
}

/** The schema library's words, in ours where they would puzzle: a member that is not there was "received" by nobody. */
function plain(message: string): string {
  return message.endsWith('received undefined') ? 'is required' : message.replace(/^Invalid input: /, '')
}
