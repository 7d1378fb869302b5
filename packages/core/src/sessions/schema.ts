import { z } from 'zod'
import { characters, ProjectId, Timestamp } from '../fields.ts'
import { KeyRecord } from '../keys/schema.ts'

export const secretCharactersMax = 200

/** A session ends so long after its last use. */
export const sessionMs = 12 * 3600 * 1000
/** A session is renewed by a request, unless that was done so short a time ago. */
export const renewEveryMs = 5 * 60 * 1000
/** A code can be used for so long. */
export const codeMs = 15 * 60 * 1000
/** Of one key. A further one ends the session that was not used for longest. */
export const sessionsPerKeyMax = 100
/** Of one key. A further one takes the place of the oldest. */
export const codesPerKeyMax = 20

export const SignIn = z
  .object({
    key: characters(1, secretCharactersMax).optional().meta({ description: 'An API key' }),
    code: characters(1, secretCharactersMax).optional().meta({ description: 'A code of `POST /api/session/codes`' }),
  })
  .refine(({ key, code }) => (key === undefined) !== (code === undefined), { error: 'must have either key or code' })

export const Session = z.object({
  account: z.string().meta({ description: 'Name of the account' }),
  projectId: ProjectId.optional().meta({ description: 'The project that the key is limited to' }),
  scopes: KeyRecord.shape.scopes,
})
export type Session = Readonly<z.infer<typeof Session>>

export const SessionCode = z.object({
  code: z.string().optional().meta({ description: 'Good once; absent if an earlier answer is replayed' }),
  expiresAt: Timestamp,
})
