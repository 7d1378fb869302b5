import { z } from 'zod'
import { batchRoutes } from './batches/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { historyRoutes } from './profile/history-routes.ts'
import { profileRoutes } from './profile/routes.ts'
import type { Route } from './route.ts'
import { scoringRoutes } from './taste/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** What the service tells of itself. */
const serviceRoutes = {
  health: {
    method: 'GET',
    path: '/healthz',
    tag: 'Service',
    summary: 'The process is up',
    access: 'open',
    status: 200,
    reply: z.object({ status: z.literal('ok') }),
    faults: [],
  },
  readiness: {
    method: 'GET',
    path: '/readyz',
    tag: 'Service',
    summary: 'The store answers and a built-in picture was scored',
    access: 'open',
    status: 200,
    reply: z.object({ status: z.literal('ready') }),
    faults: ['unavailable'],
  },
  apiDescription: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    summary: 'This description (OpenAPI 3.1)',
    access: 'open',
    status: 200,
    reply: z.looseObject({ openapi: z.string() }),
    faults: [],
  },
  apiPage: {
    method: 'GET',
    path: '/docs',
    tag: 'Service',
    summary: 'The description for reading',
    access: 'open',
    status: 200,
    reply: z.string(),
    mediaType: 'text/html; charset=utf-8',
    faults: [],
  },
} as const satisfies Record<string, Route>

/**
 * Every operation of the service, once: the server binds and validates by this table, the API description is made
 * from it, and clients take their types from it.
 */
export const routes = {
  ...profileRoutes,
  ...historyRoutes,
  ...scoringRoutes,
  ...batchRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...serviceRoutes,
}

export type Routes = typeof routes
export type OperationId = keyof Routes

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Member<Operation, Name extends string> =
  Operation extends Readonly<Record<Name, infer Schema>> ? Parsed<Schema> : undefined

/** What a handler of the operation is given. */
export interface Input<Id extends OperationId> {
  readonly params: Member<Routes[Id], 'params'>
  readonly query: Member<Routes[Id], 'query'>
  readonly body: Member<Routes[Id], 'body'>
}

/** What the operation answers with. */
export type Reply<Id extends OperationId> = Frozen<z.output<Routes[Id]['reply']>>

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T
