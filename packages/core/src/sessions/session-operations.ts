import { Success } from '../fields.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import { Session, SessionCode, SessionKey, SignIn } from './schema.ts'
import type { sessionRoutes } from './session-routes.ts'

const session = { account: 'default', projectId: 'studio', scopes: ['teach'] as const }

export const sessionOperations = {
  createSession: operation(
    { body: SignIn, reply: Session },
    {
      summary: 'Sign in with a cookie',
      description:
        'Takes an API key or a sign-in code and sets a cookie that authenticates every operation, for pages that should not store a key. The session lasts 12 hours from its last use and ends with the key. With the cookie, every method except GET and HEAD requires the header `X-Palate-Request: 1`. If a request also has `Authorization: Bearer`, that header takes precedence.',
      faults: [
        'missing_api_key',
        'invalid_api_key',
        'expired_api_key',
        'revoked_api_key',
        'invalid_code',
        'unavailable',
      ],
      answers: { 200: 'Signed in; `Set-Cookie` contains the session' },
      examples: { body: { key: 'plt_EXAMPLE00000000000000000000000000000000' }, reply: session },
    },
  ),

  getSession: operation(
    { reply: Session },
    {
      summary: 'Read what the session or key may do',
      description: 'An absent member means no limit.',
      faults: [],
      answers: { 200: 'The account and the limits of the key' },
      examples: { reply: session },
    },
  ),

  getSessionKey: operation(
    { reply: SessionKey },
    {
      summary: 'Read which key the session or request uses',
      description: 'Every key may read its own name, so that a page can say who is signed in.',
      faults: [],
      answers: { 200: 'The key' },
      examples: { reply: { id: 'key_019cb1c2d03e7d9fa1460b8857ec2f19', name: 'Website' } },
    },
  ),

  deleteSession: operation(
    { reply: Success },
    {
      summary: 'Sign out',
      description: 'Ends the session of the cookie, in every process. Without a cookie, does nothing.',
      faults: [],
      answers: { 200: 'The session has ended' },
      examples: { reply: { success: true } },
    },
  ),

  createSessionCode: operation(
    { reply: SessionCode },
    {
      summary: 'Create a sign-in code',
      description:
        'Sending the code to `POST /api/session` within 15 minutes starts a session with the key that created it. A code works once. `palate open` prints a link that contains one.',
      faults: [],
      answers: { 201: 'The code' },
      examples: {
        reply: { code: 'EXAMPLE0000000000000000000000000000000000000', expiresAt: '2026-03-02T09:15:00.000Z' },
      },
    },
  ),
} satisfies OperationsFor<typeof sessionRoutes>
