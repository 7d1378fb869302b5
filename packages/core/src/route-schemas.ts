import type { z } from 'zod'
import { auditSchemas } from './audit/route-schemas.ts'
import { batchSchemas } from './batches/route-schemas.ts'
import { frameSchemas } from './frames/route-schemas.ts'
import type { Frozen } from './generic/frozen.ts'
import { keySchemas } from './keys/route-schemas.ts'
import { annotationSchemas } from './profile/annotations/annotation-route-schemas.ts'
import { historySchemas } from './profile/history/history-route-schemas.ts'
import { profileSchemas } from './profile/route-schemas.ts'
import type { ByteStream, UploadedFile } from './route.ts'
import type { SchemasFor } from './route-types.ts'
import type { OperationId, Routes } from './routes.ts'
import { serviceSchemas } from './service/route-schemas.ts'
import { sessionSchemas } from './sessions/route-schemas.ts'
import { shareSchemas } from './shares/route-schemas.ts'
import { scoringSchemas } from './taste/route-schemas.ts'
import { webhookSchemas } from './webhooks/route-schemas.ts'

/** The request and response schemas of every operation in `routes.ts`. */
export const routeSchemas = {
  ...profileSchemas,
  ...historySchemas,
  ...annotationSchemas,
  ...scoringSchemas,
  ...batchSchemas,
  ...frameSchemas,
  ...shareSchemas,
  ...webhookSchemas,
  ...keySchemas,
  ...auditSchemas,
  ...sessionSchemas,
  ...serviceSchemas,
} satisfies SchemasFor<Routes>

type Schemas = typeof routeSchemas

/** A request to the operation as a client writes it. */
export interface Request<Id extends OperationId> {
  readonly params: Member<Id, 'params', 'input'>
  readonly query: Member<Id, 'query', 'input'>
  readonly body: Member<Id, 'body', 'input'>
}

/** The same request as the operation's handler gets it, after validation. */
export interface Input<Id extends OperationId> {
  readonly params: Member<Id, 'params', 'output'>
  readonly query: Member<Id, 'query', 'output'>
  readonly body: Routes[Id] extends { readonly body: { readonly kind: infer Kind extends keyof StreamedBodies } }
    ? StreamedBodies[Kind]
    : Member<Id, 'body', 'output'>
}

/** What handlers get for bodies that are not JSON. */
interface StreamedBodies {
  readonly stream: ByteStream
  readonly upload: UploadedFile
}

/** The response of the operation. */
export type Reply<Id extends OperationId> = Frozen<z.output<Schemas[Id]['reply']>>

type Member<Id extends OperationId, Name extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  Schemas[Id] extends Readonly<Record<Name, infer Schema extends z.ZodType>>
    ? Side extends 'input'
      ? Frozen<z.input<Schema>>
      : z.output<Schema>
    : undefined
