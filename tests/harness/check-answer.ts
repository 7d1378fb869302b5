import type { HeaderObject, JsonSchema, OperationObject, ResponseObject } from '@palate/core/openapi/objects.ts'
import { describeApi } from '@palate/core/openapi/openapi.ts'
import { furtherMembers } from '@palate/core/openapi/problem-schema.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from './answer.ts'

const document = describeApi('0.0.0')
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
}).addSchema(strict(document) as object, 'openapi.json')

const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  .map((one) => ({ ...one, pattern: new RegExp(`^${one.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // A path without parameters comes before one with them.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)

/**
 * Throws if a response does not match the API description: status, headers, media type, and body, which must have no
 * undescribed members. Only tests are this strict; clients should ignore unknown members.
 */
export function checkAnswer(method: string, url: string, answer: Answer): void {
  const wrong = faultsOf(method, url, answer)
  if (wrong.length === 0) return
  const { status, text } = answer
  throw new Error(`${method} ${url} answered ${status} ${text.slice(0, 1000)}\nnot as described: ${wrong.join('; ')}`)
}

function faultsOf(method: string, url: string, answer: Answer): readonly string[] {
  const response = operationOf(method, url)?.responses[answer.status]
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') && response?.content?.['text/html']
  const isProblem = answer.status >= 400 && !isPage
  if (!response && !(isProblem && isWithoutOperation(answer))) return ['no answer has this status']
  const hasBody = method !== 'HEAD' && response?.content !== undefined
  return [
    ...headerFaults(response?.headers ?? {}, answer),
    ...(hasBody ? contentFaults(response, answer) : []),
    ...(isProblem && method !== 'HEAD' ? problemFaults(answer) : []),
  ]
}

function operationOf(method: string, url: string): OperationObject | undefined {
  const [path = ''] = url.split('?')
  const described = method === 'HEAD' ? 'GET' : method
  return operations.find((one) => one.method === described && one.pattern.test(path))?.operation
}

/** These occur before a request has an operation, so no operation describes them. */
function isWithoutOperation({ body }: Answer): boolean {
  return ['route_not_found', 'method_not_allowed', 'invalid_request', 'rate_limited'].includes(body?.code)
}

function headerFaults(headers: Readonly<Record<string, HeaderObject>>, answer: Answer): readonly string[] {
  const missing = Object.entries(headers).filter(([name, { required }]) => required && !answer.headers.has(name))
  return missing.map(([name]) => `it lacks the header ${name}`)
}

function contentFaults({ content, 'x-other-content': others }: ResponseObject, answer: Answer): readonly string[] {
  const mediaType = essenceOf(answer.headers.get('content-type') ?? '')
  const described = Object.entries({ ...content, ...others }).find(([type]) => essenceOf(type) === mediaType)?.[1]
  if (!described) return [`it has the type ${mediaType}`]
  return mediaType === 'application/json' ? schemaFaults(described.schema, answer.body) : []
}

function essenceOf(mediaType: string): string {
  return mediaType.split(';')[0] ?? ''
}

function problemFaults({ headers, body }: Answer): readonly string[] {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return ['it is not a problem']
  const own = furtherMembers[body?.code as keyof typeof furtherMembers] ?? {}
  const others = Object.values(furtherMembers).flatMap((members) => Object.keys(members))
  const foreign = others.filter((name) => name in body && !(name in own))
  return [
    ...schemaFaults({ $ref: '#/components/schemas/Problem' }, body),
    ...foreign.map((name) => `${name} does not belong to ${body.code}`),
  ]
}

const validators = new Map<string, ReturnType<typeof ajv.compile>>()

/** Bodies are all named, so a schema is a reference. */
function schemaFaults({ $ref = '' }: JsonSchema = {}, body: unknown): readonly string[] {
  const validate = validators.get($ref) ?? ajv.compile({ $ref: `openapi.json${$ref}` })
  validators.set($ref, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath || 'the body', message, JSON.stringify(params)].join(' '),
  )
}

/** The same schemas, but objects have no undescribed members. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strict(member)]))
  const isOpen = 'properties' in members && members.type === 'object' && !('additionalProperties' in members)
  return isOpen ? { ...members, additionalProperties: false } : members
}
