import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DocsOf, OperationsFor, RouteDocs } from './route-types.ts'

test('a route needs schemas for exactly what it accepts', () => {
  type Row = {
    method: 'POST'
    path: '/things/:id'
    tag: 'Service'
    access: 'key'
    scopes: ['read']
    status: 200
    body: { kind: 'json' }
  }
  const params = z.object({ id: z.string() })
  const [body, reply] = [z.object({}), z.object({})]
  const docs: RouteDocs = { summary: '', description: '', faults: [], answers: {}, examples: {} }
  const whole = { row: { params, body, reply, docs } } satisfies OperationsFor<{ row: Row }>
  // @ts-expect-error: the path has a parameter
  const withoutParams = { row: { body, reply, docs } } satisfies OperationsFor<{ row: Row }>
  // @ts-expect-error: the row takes a body
  const withoutBody = { row: { params, reply, docs } } satisfies OperationsFor<{ row: Row }>
  // @ts-expect-error: there is no such row
  const withMore = { row: { params, body, reply, docs }, other: { reply, docs } } satisfies OperationsFor<{ row: Row }>
  // @ts-expect-error: the row takes no body
  const withBody = { row: { params, body, reply, docs } } satisfies OperationsFor<{ row: Omit<Row, 'body'> }>
  expect([whole, withoutParams, withoutBody, withMore, withBody]).toHaveLength(5)
})

test('an example has the type of its schema', () => {
  type Schemas = { body: z.ZodObject<{ name: z.ZodString }>; reply: z.ZodObject<{ count: z.ZodNumber }> }
  type Examples = DocsOf<Schemas>['examples']
  const right: Examples = { body: { name: 'n' }, reply: { count: 1 } }
  // @ts-expect-error: the body has no example
  const without: Examples = { reply: { count: 1 } }
  // @ts-expect-error: a count is a number
  const wrong: Examples = { body: { name: 'n' }, reply: { count: 'x' } }
  expect([right, without, wrong]).toHaveLength(3)
})
