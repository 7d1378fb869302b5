import type { z } from 'zod'
import { auditOperations } from './audit/audit-operations.ts'
import { batchOperations } from './batches/batch-operations.ts'
import { boardOperations } from './boards/board-operations.ts'
import { frameOperations } from './frames/frame-operations.ts'
import type { Frozen } from './generic/frozen.ts'
import { keyOperations } from './keys/key-operations.ts'
import { loginOperations } from './logins/login-operations.ts'
import { peopleOperations } from './people/people-operations.ts'
import { annotationOperations } from './profile/annotations/annotation-operations.ts'
import { historyOperations } from './profile/history/history-operations.ts'
import { profileOperations } from './profile/profile-operations.ts'
import type { ByteStream, UploadedFile } from './route.ts'
import type { OperationsFor } from './route-types.ts'
import type { OperationId, Routes } from './routes.ts'
import { serviceOperations } from './service/service-operations.ts'
import { sessionOperations } from './sessions/session-operations.ts'
import { shareOperations } from './shares/share-operations.ts'
import { scoringOperations } from './taste/scoring-operations.ts'
import { webhookOperations } from './webhooks/webhook-operations.ts'

/** Every operation in `routes.ts`: its schemas, and what the API description says about it. */
export const operations = {
  ...profileOperations,
  ...historyOperations,
  ...annotationOperations,
  ...scoringOperations,
  ...batchOperations,
  ...frameOperations,
  ...boardOperations,
  ...shareOperations,
  ...webhookOperations,
  ...keyOperations,
  ...peopleOperations,
  ...auditOperations,
  ...sessionOperations,
  ...loginOperations,
  ...serviceOperations,
} satisfies OperationsFor<Routes>

type Schemas = typeof operations

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
