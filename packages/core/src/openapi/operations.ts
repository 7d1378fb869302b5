import type { z } from 'zod'
import { isSignable } from '../frames/is-signable.ts'
import { operations } from '../operations.ts'
import type { Route } from '../route.ts'
import type { Operation, RouteDocs, RouteSchemas } from '../route-types.ts'
import { type OperationId, routes } from '../routes.ts'
import { componentSchemas } from './components.ts'
import { inlineSchema, type Side, schemaPath } from './json-schemas.ts'
import type { OperationObject, ParameterObject, ResponseObject } from './objects.ts'
import { describeProblems, requestIdHeader } from './problems.ts'

/** Every operation of the route table, by path and method. */
export function describePaths(): Readonly<Record<string, Readonly<Record<string, OperationObject>>>> {
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const id of Object.keys(routes) as OperationId[]) {
    const route: Route = routes[id]
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(id, route, operations[id]) }
  }
  return paths
}

function describeOperation(operationId: string, route: Route, { docs, ...schemas }: Operation): OperationObject {
  return {
    operationId,
    tags: [route.tag],
    summary: docs.summary,
    description: docs.description,
    security: securityOf(route),
    parameters: [
      ...parametersOf(schemas.params, 'path'),
      ...parametersOf(schemas.query, 'query'),
      ...headersOf(route, docs),
    ],
    ...(route.body && { requestBody: requestBodyOf(route.body, schemas, docs) }),
    responses: together(answersOf(route, schemas, docs), describeProblems(route, docs.faults)),
  }
}

/** A status can have a page of the service and a problem document. */
function together(
  answers: Readonly<Record<string, ResponseObject>>,
  problems: Readonly<Record<string, ResponseObject>>,
): Readonly<Record<string, ResponseObject>> {
  const both = Object.entries(problems).map(([status, problem]) => {
    const answer = answers[status]
    if (!answer) return [status, problem]
    const description = `${answer.description}; ${problem.description}`
    return [status, { ...problem, description, content: { ...answer.content, ...problem.content } }]
  })
  return { ...answers, ...Object.fromEntries(both) }
}

/** The scopes that allow the operation, as alternatives. A signed address needs none. */
function securityOf(route: Route): readonly object[] {
  return [...(route.scopes?.map((scope) => ({ apiKey: [scope] })) ?? []), ...(isSignable(route) ? [{}] : [])]
}

function requestBodyOf(body: NonNullable<Route['body']>, schemas: RouteSchemas, { examples }: RouteDocs) {
  if (body.kind !== 'json') {
    const content = body.mediaTypes.map((type) => [type, { schema: bytesSchema(type), example: examples.sent?.[type] }])
    return { required: true, content: Object.fromEntries(content) }
  }
  const schema = referenceTo(schemas.body, 'input')
  const content = {
    'application/json': { schema, example: examples.body },
    ...(body.acceptsForm && { [formType]: { schema: formSchema(schema), example: examples.sent?.[formType] } }),
  }
  return { required: !body.optional, content }
}

const formType = 'multipart/form-data'
const binary = { type: 'string', contentMediaType: 'application/octet-stream' }

/** The JSON body as a part, and a part for each picture. */
function formSchema(request: object) {
  return { type: 'object', properties: { request }, required: ['request'], additionalProperties: binary }
}

/** Raw bytes, or the `file` of a form. */
function bytesSchema(mediaType: string) {
  if (mediaType !== formType) return { type: 'string' }
  return { type: 'object', properties: { file: binary }, required: ['file'] }
}

/** The successful responses by status, each with its media types. */
function answersOf({ status, mediaType = jsonType, alternatives = [] }: Route, schemas: RouteSchemas, docs: RouteDocs) {
  const byStatus = Map.groupBy([{ status, mediaType }, ...alternatives], (answer) => answer.status)
  return Object.fromEntries(
    [...byStatus].map(([status, forms]) => {
      const types = forms.flatMap((form) => form.mediaType ?? [])
      const isJson = types.includes(jsonType)
      const contentIn = (mediaTypes: readonly string[]) =>
        Object.fromEntries(mediaTypes.map((type) => [type, contentOf(type, schemas, docs)]))
      const others = types.filter((type) => type !== jsonType)
      const answer = {
        description: docs.answers[status] ?? '',
        headers: requestIdHeader,
        ...(types.length > 0 && { content: contentIn(isJson ? [jsonType] : types) }),
        // Otherwise client generators would type the response as a union of the JSON and a string.
        ...(isJson && others.length > 0 && { 'x-other-content': contentIn(others) }),
      }
      return [status, answer]
    }),
  )
}

const jsonType = 'application/json'

function contentOf(mediaType: string, { reply }: RouteSchemas, { examples }: RouteDocs) {
  return mediaType === jsonType
    ? { schema: referenceTo(reply, 'output'), example: examples.reply }
    : { schema: { type: 'string' }, example: examples.text?.[mediaType] }
}

/** Every request and response body has a name, from which client generators make a type. */
function referenceTo(schema: z.ZodType | undefined, io: Side) {
  const name = Object.entries(componentSchemas[io]).find(([, named]) => named === schema)?.[0]
  if (name === undefined) throw new Error('a request or response body has no name in openapi/components.ts')
  return { $ref: schemaPath(name) }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): readonly ParameterObject[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inlineSchema(schema, 'input')
  return Object.entries(properties).map(([name, member]) => {
    const { description = '', ...rest } = member
    return { name, in: place, required: required.includes(name), description, schema: rest }
  })
}

function headersOf({ method, access }: Route, { headers }: RouteDocs): readonly ParameterObject[] {
  const idempotency = {
    'Idempotency-Key': 'Repeating a request with the same key and body within 24 hours returns the same response',
  }
  const described: Readonly<Record<string, string>> = {
    ...headers,
    ...(method === 'POST' && access === 'key' && idempotency),
  }
  return Object.entries(described).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))
}
