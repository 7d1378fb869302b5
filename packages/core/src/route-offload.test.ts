import { expect, test } from 'vitest'
import { describeApi } from './openapi/openapi.ts'
import { operations } from './operations.ts'
import type { Route } from './route.ts'
import type { RouteSchemas } from './route-types.ts'
import { routes } from './routes.ts'

const rows = Object.entries<Route>(routes)

test('every profile that a route names for offloading is a member of its requests', () => {
  const named = rows.flatMap(([id, { offload }]) => (offload?.profile ? [[id, offload.profile] as const] : []))
  expect(named.length).toBeGreaterThan(15)
  const unknown = named.filter(([id, pointer]) => {
    const [, part = '', name = ''] = pointer.split('/')
    const schemas: RouteSchemas = operations[id as keyof typeof routes]
    const shape = (schemas[part as 'params' | 'query' | 'body'] as { readonly shape?: object } | undefined)?.shape
    return !(shape && name in shape)
  })
  expect(unknown).toEqual([])
})

test('every operation with a profile in its path can be offloaded', () => {
  const kept = rows.filter(([, { path, offload }]) => /\/profiles\/:id(\/|$)/.test(path) && !offload).map(([id]) => id)
  expect(kept).toEqual([])
})

test('the API description does not mention offloading', () => {
  expect(JSON.stringify(describeApi('1.0.0'))).not.toMatch(/offload|mayWaitLong/)
})
