import type { z } from 'zod'
import type { FaultCode } from './fault.ts'
import type { Frozen } from './generic/frozen.ts'
import type { Route } from './route.ts'

/** The schemas of one operation. */
export interface RouteSchemas {
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** For a JSON body. */
  readonly body?: z.ZodType
  /** For the JSON response; a string schema for an operation without one. */
  readonly reply: z.ZodType
}

/** One operation: its schemas, and what the API description says about it. */
export type Operation = RouteSchemas & { readonly docs: RouteDocs }

/** The operations of a route table: one entry for each row, with schemas for exactly what the row accepts. */
export type OperationsFor<Table extends Readonly<Record<string, Route>>> = {
  readonly [Id in keyof Table]: Operation & ParamsFor<Table[Id]['path']> & BodyFor<Table[Id]>
}

/** Joins the schemas of an operation and its documentation, whose examples have the types of the schemas. */
export function operation<Schemas extends RouteSchemas>(
  schemas: Schemas,
  docs: DocsOf<Schemas>,
): Schemas & { readonly docs: RouteDocs } {
  return { ...schemas, docs }
}

type ParamsFor<Path extends string> = Path extends `${string}/:${string}`
  ? { readonly params: z.ZodType }
  : { readonly params?: never }

type BodyFor<Row extends Route> = Row extends { readonly body: { readonly kind: 'json' } }
  ? { readonly body: z.ZodType }
  : { readonly body?: never }

/** What the API description says about one operation. */
export interface RouteDocs {
  /** One line, without a full stop. */
  readonly summary: string
  readonly description: string
  /** Request headers except `Accept`, which OpenAPI describes by the media types of the responses. */
  readonly headers?: Readonly<Record<string, string>>
  /** The faults of this operation; `openapi/problems.ts` adds the shared ones. */
  readonly faults: readonly FaultCode[]
  /** What each successful status means. */
  readonly answers: Readonly<Record<number, string>>
  readonly examples: {
    readonly body?: unknown
    /** Bodies that are not JSON, by media type. */
    readonly sent?: Readonly<Record<string, unknown>>
    /** The JSON response. */
    readonly reply?: unknown
    /** Responses in other media types. */
    readonly text?: Readonly<Record<string, string>>
  }
}

/** The documentation of an operation with these schemas. */
export type DocsOf<Schemas extends RouteSchemas> = RouteDocs & {
  readonly examples: BodyExample<Schemas> & ReplyExample<Schemas>
}

type BodyExample<Schemas extends RouteSchemas> = Schemas extends { readonly body: infer Body extends z.ZodType }
  ? { readonly body: Frozen<z.input<Body>> }
  : { readonly body?: never }

type ReplyExample<Schemas extends RouteSchemas> =
  z.output<Schemas['reply']> extends string
    ? { readonly text: Readonly<Record<string, string>> }
    : { readonly reply: Frozen<z.output<Schemas['reply']>> }
