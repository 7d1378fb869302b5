import type { DocsFor } from '../route-types.ts'
import type { sessionSchemas } from './route-schemas.ts'

const session = { account: 'default', projectId: 'studio', scopes: ['teach'] as const }

export const sessionDocs = {
  createSession: {
    summary: 'Sign in with a cookie',
    description:
      'Takes an API key or a code and sets a cookie that stands for the key in every operation, for pages that should not keep a key. It lasts 12 hours from its last use and ends with the key. With the cookie every method but GET and HEAD needs the header `X-Palate-Request: 1`. If a request has the header `Authorization: Bearer` too, that counts.',
    faults: ['missing_api_key', 'invalid_api_key', 'expired_api_key', 'revoked_api_key', 'invalid_code', 'unavailable'],
    answers: { 200: 'Signed in; `Set-Cookie` has the session' },
    examples: { body: { key: 'plt_EXAMPLE00000000000000000000000000000000' }, reply: session },
  },
  getSession: {
    summary: 'Read what the session or key may do',
    description: 'Members that are absent mean no limit.',
    faults: [],
    answers: { 200: 'The account and the limits of the key' },
    examples: { reply: session },
  },
  deleteSession: {
    summary: 'Sign out',
    description: 'Ends the session of the cookie, in every process. Without a cookie there is nothing to end.',
    faults: [],
    answers: { 200: 'The session is over' },
    examples: { reply: { success: true } },
  },
  createSessionCode: {
    summary: 'Make a code to sign in with',
    description:
      'Whoever sends the code to `POST /api/session` within 15 minutes gets a session of the key that made it. A code is good once. `palate open` puts one into a link.',
    faults: [],
    answers: { 201: 'The code' },
    examples: {
      reply: { code: 'EXAMPLE0000000000000000000000000000000000000', expiresAt: '2026-03-02T09:15:00.000Z' },
    },
  },
} as const satisfies DocsFor<typeof sessionSchemas>
