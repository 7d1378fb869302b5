import { z } from 'zod'
import { characters, ProjectId, Timestamp } from '../fields.ts'
import type { Caller } from '../keys/access.ts'
import { KeyRecord } from '../keys/schema.ts'
import { roleNames } from '../people/roles.ts'

export const secretCharactersMax = 200

/** A session of a key expires this long after its last use. */
export const sessionMs = 12 * 3600 * 1000
/** A session of a person, not of a key. */
export const personSessionMs = 30 * 24 * 3600 * 1000
/** A request renews a session unless it was renewed less than this long ago. */
export const renewEveryMs = 5 * 60 * 1000
/** Lifetime of a sign-in code. */
export const codeMs = 15 * 60 * 1000
/** Limit for one key. Another session ends the least recently used one. */
export const sessionsPerKeyMax = 100
/** Limit for one key. Another code replaces the oldest one. */
export const codesPerKeyMax = 20

export function sessionMsOf({ isPersonSession }: Pick<Caller, 'isPersonSession'>): number {
  return isPersonSession ? personSessionMs : sessionMs
}

export const SignIn = z
  .object({
    key: characters(1, secretCharactersMax).optional().meta({ description: 'An API key' }),
    code: characters(1, secretCharactersMax)
      .optional()
      .meta({ description: 'A code from `POST /api/session/codes`, or of an invitation' }),
  })
  .refine(({ key, code }) => (key === undefined) !== (code === undefined), { error: 'must have either key or code' })

export const Session = z.object({
  account: z.string().meta({ description: 'Name of the account' }),
  projectId: ProjectId.optional().meta({ description: 'The project that the key or person is limited to' }),
  projects: z.array(ProjectId).optional().meta({ description: 'The projects, if the person is limited to several' }),
  scopes: KeyRecord.shape.scopes,
  person: z
    .object({ id: z.string(), name: z.string(), role: z.enum(roleNames) })
    .optional()
    .meta({ description: 'Who is signed in, or whose key it is; absent for a key that is not a person’s' }),
})
export type Session = Readonly<z.infer<typeof Session>>

export const SignInMethods = z.object({
  oidc: z
    .object({ name: z.string().meta({ description: 'The word on the button: “Sign in with …”' }) })
    .optional()
    .meta({ description: 'Absent if no identity provider is set' }),
})

/** A page of this service: nothing that a browser would read as another host, such as `//host` or `/\\host`. */
export const LocalPath = characters(1, 500).regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/, {
  error: 'must be a path of this service, such as /profiles',
})

export const InvitedSignOn = z.object({
  code: characters(1, secretCharactersMax).meta({ description: 'The code of the invitation' }),
  to: LocalPath.optional().meta({ description: 'The page to show afterwards; `/` by default' }),
})

export const SignOnStart = z.object({ url: z.string().meta({ description: 'Where the browser goes next' }) })

export const SessionKey = z.object({
  id: z.string(),
  name: z.string(),
  expiresAt: Timestamp.optional().meta({ description: 'Absent if the key does not expire' }),
})

export const SessionCode = z.object({
  code: z.string().optional().meta({ description: 'Works once; absent from a replayed response' }),
  expiresAt: Timestamp,
})
