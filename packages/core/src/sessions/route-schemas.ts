import { Success } from '../fields.ts'
import type { SchemasFor } from '../route-types.ts'
import type { sessionRoutes } from './routes.ts'
import { Session, SessionCode, SessionKey, SignIn } from './schema.ts'

export const sessionSchemas = {
  createSession: { body: SignIn, reply: Session },
  getSession: { reply: Session },
  getSessionKey: { reply: SessionKey },
  deleteSession: { reply: Success },
  createSessionCode: { reply: SessionCode },
} as const satisfies SchemasFor<typeof sessionRoutes>
