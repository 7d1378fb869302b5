import { Fault, type InputError } from '@palate/core/fault.ts'
import { pointerToken } from '@palate/core/json.ts'
import type { BodyRule, Route } from '@palate/core/route.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import type { z } from 'zod'

const errorsShownMax = 50

interface Raw {
  readonly params: unknown
  readonly query: unknown
  /** Undefined if no body was sent. */
  readonly body: unknown
}

/** Checks a request against its route's schemas. The fault lists every violation and its location. */
export function validate({ body: rule }: Route, schemas: RouteSchemas, raw: Raw) {
  const errors: InputError[] = []
  const input = {
    params: check(schemas.params, raw.params, '/path', errors),
    query: check(schemas.query, raw.query, '/query', errors),
    body: rule && bodyReaders[rule.kind](rule, schemas, raw.body, errors),
  }
  const first = errors[0]
  if (!first) return input
  throw new Fault('invalid_request', `${first.path || 'The body'}: ${first.message}`, {
    errors: errors.slice(0, errorsShownMax),
  })
}

type BodyReader = (rule: BodyRule, schemas: RouteSchemas, body: unknown, errors: InputError[]) => unknown

const bodyReaders: Readonly<Record<BodyRule['kind'], BodyReader>> = {
  json(rule, schemas, sent, errors) {
    const body = sent === undefined && 'optional' in rule ? {} : sent
    if (body === undefined) throw new Fault('invalid_json', 'a JSON body is required')
    return check(schemas.body, body, '', errors)
  },
  stream: asSent,
  upload: asSent,
}

function asSent(_rule: BodyRule, _schemas: RouteSchemas, sent: unknown, errors: InputError[]): unknown {
  if (sent === undefined) errors.push({ path: '', message: 'is required' })
  return sent
}

function check(schema: z.ZodType | undefined, value: unknown, base: string, errors: InputError[]): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues.flatMap(precise)) {
    errors.push({ path: base + path.map((key) => `/${pointerToken(String(key))}`).join(''), message: plain(message) })
  }
  return undefined
}

/**
 * If the value has the type of one alternative, reports the errors of that alternative. zod only says that none
 * matches.
 */
function precise(issue: z.core.$ZodIssue): readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  if (issue.code !== 'invalid_union') return [issue]
  const ofItsType = issue.errors.find((issues) => !issues.some(isOfOtherType))
  return ofItsType?.map(({ path, message }) => ({ path: [...issue.path, ...path], message })) ?? [issue]
}

function isOfOtherType({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0
}

/** Simplifies zod's message: for a missing member it says "received undefined". */
function plain(message: string): string {
  return message.endsWith('received undefined') ? 'is required' : message.replace(/^Invalid input: /, '')
}
