import type { Route } from '@palate/core/route.ts'
import { routes } from '@palate/core/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '../harness/service.ts'

type Content = Readonly<Record<string, { readonly schema: object }>>

interface Operation {
  readonly operationId: string
  readonly security?: readonly unknown[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

const problemType = 'application/problem+json'

/** Errors on the page of a share are pages, because people see them. */
function isPageOf(path: string, type: string): boolean {
  return path === '/share/{token}' && type === 'text/html'
}

// It does not depend on the store.
describe('the API description', () => {
  let service: TestService
  let operations: readonly { readonly path: string; readonly method: string; readonly operation: Operation }[]
  beforeAll(async () => {
    service = await startService('sqlite')
    const { body } = await service.call('GET', '/openapi.json', { key: null })
    operations = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
  })
  afterAll(() => service.stop())

  test('GET /openapi.json is OpenAPI 3.1 and needs no key', async () => {
    const { status, headers, body } = await service.call('GET', '/openapi.json', { key: null })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body.openapi).toMatch(/^3\.1\.\d+$/)
    expect(body.info).toMatchObject({ title: 'Palate', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    const known = ['openapi', 'info', 'servers', 'paths', 'webhooks', 'components', 'security', 'tags', 'externalDocs']
    expect(Object.keys(body).filter((member) => !known.includes(member))).toEqual([])
  })

  test('it contains exactly the routes of the service', () => {
    const expected = Object.values<Route>(routes).map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(expected.sort())
  })

  test('the operations of the specification are in it', () => {
    const named = operations.map(({ method, path }) => `${method} ${path}`)
    const specified = ['get /v1/profiles', 'post /v1/profiles', 'get /v1/profiles/{id}', 'patch /v1/profiles/{id}']
    const more = ['delete /v1/profiles/{id}', 'post /api/api-keys', 'get /api/api-keys', 'delete /api/api-keys']
    expect(named).toEqual(expect.arrayContaining([...specified, ...more]))
  })

  test('each operation is named once, and each parameter of its path is described and required', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const described = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect([path, described.map(({ name }) => name)]).toEqual([path, inPath])
      expect(described.every(({ required }) => required)).toBe(true)
      const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('each operation has a successful response, and its problems are application/problem+json', () => {
    for (const { path, operation } of operations) {
      const statuses = Object.keys(operation.responses)
      // A form is answered with a redirect, so that reloading does not send it again, and signing on leads to the provider.
      const isSuccess = (status: string) => status.startsWith('2') || status === '303' || status === '302'
      expect(statuses.filter(isSuccess)).not.toHaveLength(0)
      for (const status of statuses.filter((one) => Number(one) >= 400)) {
        const types = Object.keys(operation.responses[status]?.content ?? {})
        expect([path, ...types]).toEqual([
          path,
          ...types.filter((type) => isPageOf(path, type) || type === problemType),
        ])
        expect(types).not.toEqual([])
      }
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('')
    }
  })

  test('it contains the alternative response formats', async () => {
    const responsesOf = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)?.operation.responses
    const batch = responsesOf('submitBatch')
    expect(batch?.[200]).toMatchObject({ content: { 'application/x-ndjson': {}, 'text/event-stream': {} } })
    expect(batch?.[202]).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Batch' } } },
    })
    expect(responsesOf('streamBatchResults')?.[200]).toMatchObject({ content: { 'text/event-stream': {} } })
    expect(responsesOf('scoreFrames')?.[200]).toMatchObject({
      'x-other-content': { 'application/x-ndjson': { example: expect.stringContaining('"type":"score"') } },
    })
    expect(responsesOf('listEvents')?.[200]).toMatchObject({ 'x-other-content': { 'text/event-stream': {} } })
    const page = await service.call('GET', '/docs', { key: null })
    for (const name of ['application/x-ndjson', 'text/event-stream']) expect(page.text).toContain(name)
    expect(responsesOf('getProfile')?.[304]).toEqual(expect.not.objectContaining({ content: expect.anything() }))
    for (const { operation } of operations.filter(({ operation }) => !operation.security)) {
      expect(operation.responses).toHaveProperty('503')
    }
  })

  test('a JSON response has one type, so that generated clients need not distinguish it from text', () => {
    for (const { operation } of operations) {
      for (const { content = {} } of Object.values(operation.responses)) {
        const types = Object.keys(content)
        if (types.includes('application/json')) expect(types).toEqual(['application/json'])
      }
    }
  })

  test('the bounds of a name are in it', async () => {
    const { body } = await service.call('GET', '/openapi.json')
    const { schema } = body.paths['/v1/profiles'].post.requestBody.content['application/json']
    const resolved = schema.$ref ? body.components.schemas[schema.$ref.split('/').at(-1)] : schema
    expect(resolved.properties.name).toMatchObject({ type: 'string', minLength: 1, maxLength: 255 })
  })

  test('every body and every answer in JSON has a name', () => {
    for (const { operation } of operations) {
      const answers = Object.values(operation.responses).flatMap(({ content = {} }) => Object.entries(content))
      const bodies = Object.entries(operation.requestBody?.content ?? {})
      for (const [mediaType, { schema }] of [...answers, ...bodies]) {
        if (mediaType.includes('json') && mediaType !== 'application/x-ndjson') {
          expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]\w+$/) })
        }
      }
    }
  })

  test('it is the same text for everyone, with its length', async () => {
    const [one, two] = await Promise.all([
      service.call('GET', '/openapi.json', { key: null }),
      service.call('GET', '/openapi.json', { key: null }),
    ])
    expect(one.text).toBe(two.text)
    expect(one.headers.get('content-length')).toBe(String(Buffer.byteLength(one.text)))
    const head = await service.call('HEAD', '/openapi.json', { key: null })
    expect(head).toMatchObject({ status: 200, text: '' })
  })

  test('it says which operations need a key', async () => {
    const open = operations.filter(({ operation }) => operation.security?.length === 0)
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/api/logins',
      '/api/logins/token',
      '/api/session',
      '/api/session/methods',
      '/api/session/oidc',
      '/api/session/oidc',
      '/api/session/oidc/callback',
      '/docs',
      '/healthz',
      '/openapi.json',
      '/readyz',
      '/share/assets/{name}',
      '/share/{token}',
      '/share/{token}',
      '/share/{token}/pictures/{number}',
      '/share/{token}/reviews',
    ])
    for (const { operation } of operations.filter((one) => !open.includes(one))) {
      expect(operation.responses).toHaveProperty('401')
      expect(operation.responses).toHaveProperty('429')
    }
  })

  test('every reference in it resolves', async () => {
    const { body, text } = await service.call('GET', '/openapi.json')
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
    expect(references.length).toBeGreaterThan(0)
    for (const reference of new Set(references)) {
      const target = reference
        .replace('#/', '')
        .split('/')
        .reduce((at, key) => at?.[key], body)
      expect([reference, typeof target]).toEqual([reference, 'object'])
    }
  })

  test('GET /docs is a readable page that names every operation and needs no key', async () => {
    const { status, headers, text } = await service.call('GET', '/docs', { key: null })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).not.toContain('<script')
    for (const { path, operation } of operations) {
      expect(text).toContain(`id="${operation.operationId}"`)
      expect(text).toContain(path)
    }
  })

  test('GET /docs shows every event and every schema, and each link in it resolves', async () => {
    const { text } = await service.call('GET', '/docs', { key: null })
    const { body } = await service.call('GET', '/openapi.json', { key: null })
    for (const type of Object.keys(body.webhooks)) expect(text).toContain(`<code>${type}</code>`)
    for (const name of Object.keys(body.components.schemas)) expect(text).toContain(`id="schema-${name}"`)
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.has(id))).toEqual([])
  })
})
