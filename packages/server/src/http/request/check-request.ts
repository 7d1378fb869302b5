import type { IncomingHttpHeaders } from 'node:http'
import { Fault, type InputError } from '@palate/core/fault.ts'
import { pointerToken } from '@palate/core/json.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { BodyRule, Route } from '@palate/core/route.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import type { z } from 'zod'
import type { Operation, SentPictures, UploadCall } from '../../operations.ts'
import { sha256 } from '../../platform/hash.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import type { Body } from './body.ts'

const errorsShownMax = 50
const idempotencyKeyForm = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** A request without its connection. */
export interface ReceivedRequest {
  readonly requestId: string
  /** The client's address. */
  readonly address: string
  readonly url: string
  readonly params: unknown
  readonly query: unknown
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller | undefined
  readonly body: Body | undefined
  /** Set if the body was part of a form. */
  readonly pictures?: SentPictures | undefined
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal
}

export interface CheckedRequest {
  readonly input: ReturnType<typeof validate>
  /** Set if the request has an Idempotency-Key. */
  readonly attempt: IdempotentRequest | undefined
  /** Set if a file was uploaded. Removes the file; call it when the request is finished. */
  readonly discard?: () => Promise<void>
}

/** Validates the path, query and body against the route's schemas. Receives an uploaded file. */
export async function checkRequest(
  { id, route, schemas, handler }: CheckedOperation,
  { url, params, query, headers, caller, body, pictures, signal }: ReceivedRequest,
): Promise<CheckedRequest> {
  const input = validate(route, schemas, { params, query, body: body?.value() })
  const key = route.method === 'POST' ? readIdempotencyKey(headers['idempotency-key']) : undefined
  const uploaded = caller && (await handler?.receive?.({ ...input, caller, signal } as UploadCall))
  const checked = uploaded ? { input: { ...input, body: uploaded.file }, discard: uploaded.discard } : { input }
  if (key === undefined || !caller) return { ...checked, attempt: undefined }
  // The same text as ever for callers of one project or of all.
  const project = caller.projects?.length === 1 ? caller.projects[0] : caller.projects
  const identity = Buffer.from(JSON.stringify([project, url, ...hashesOf(pictures)]))
  // Identify a form by its file, because clients choose a new boundary each time.
  const bytes = uploaded ? Buffer.from(JSON.stringify(uploaded.identity)) : await body?.bytes()
  const requestHash = sha256(Buffer.concat([identity, bytes ?? Buffer.alloc(0)])).toString('hex')
  return { ...checked, attempt: { accountId: caller.accountId, operation: id, key, requestHash } }
}

/** Clients may send the parts in another order. */
function hashesOf(pictures: SentPictures = new Map()): readonly string[] {
  return Array.from(pictures, ([name, { contentHash }]) => JSON.stringify([name, contentHash])).sort()
}

type CheckedOperation = Pick<Operation, 'id' | 'route' | 'schemas'> & Partial<Pick<Operation, 'handler'>>

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && idempotencyKeyForm.test(header)) return header
  throw new Fault('invalid_request', 'Idempotency-Key: must be 1 to 255 printable ASCII characters')
}

/** The fault lists every violation and its location. The body is undefined if none was sent. */
function validate({ body: rule }: Route, schemas: RouteSchemas, sent: Sent) {
  const errors: InputError[] = []
  const input = {
    params: check(schemas.params, sent.params, '/path', errors),
    query: check(schemas.query, sent.query, '/query', errors),
    body: rule && checkBody(rule, schemas, sent.body, errors),
  }
  const first = errors[0]
  if (!first) return input
  throw new Fault('invalid_request', `${first.path || 'The body'}: ${first.message}`, {
    errors: errors.slice(0, errorsShownMax),
  })
}

type Sent = Readonly<Record<'params' | 'query' | 'body', unknown>>

function checkBody(rule: BodyRule, { body: schema }: RouteSchemas, sent: unknown, errors: InputError[]): unknown {
  if (rule.kind !== 'json') {
    if (sent === undefined) errors.push({ path: '', message: 'is required' })
    return sent
  }
  const body = sent === undefined && 'optional' in rule ? {} : sent
  if (body === undefined) throw new Fault('invalid_json', 'a JSON body is required')
  return check(schema, body, '', errors)
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
