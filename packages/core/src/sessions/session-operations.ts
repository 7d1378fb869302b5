import { z } from 'zod'
import { Success } from '../fields.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import {
  InvitedSignOn,
  LocalPath,
  Session,
  SessionCode,
  SessionKey,
  SignIn,
  SignInMethods,
  SignOnStart,
} from './schema.ts'
import type { sessionRoutes } from './session-routes.ts'

const session = { account: 'default', projectId: 'studio', scopes: ['teach'] as const }

const failurePage =
  'A browser that cannot be signed in is led to `/#error=<code>`; other clients get the problem document.'

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

  getSignInMethods: operation(
    { reply: SignInMethods },
    {
      summary: 'Read how people can sign in',
      description: 'For the page that asks who is there. Needs no key.',
      faults: [],
      answers: { 200: 'The identity provider, if there is one; keys and links always work' },
      examples: { reply: { oidc: { name: 'Example' } } },
    },
  ),

  startSignOn: operation(
    {
      query: z.object({
        to: LocalPath.optional().meta({ description: 'The page to show afterwards; `/` by default' }),
      }),
      reply: z.string(),
    },
    {
      summary: 'Start single sign-on',
      description: `For browsers: leads to the identity provider (OpenID Connect, authorization code with PKCE). ${failurePage}`,
      faults: ['sign_on_not_found', 'provider_unavailable'],
      answers: { 302: 'To the identity provider' },
      examples: { text: { 'text/html': '' } },
    },
  ),

  startInvitedSignOn: operation(
    { body: InvitedSignOn, reply: SignOnStart },
    {
      summary: 'Start single sign-on with an invitation',
      description:
        'As `GET`, for the page of an invitation: at its end the invitation is used, and the person is whoever the identity provider has signed in, also in future.',
      faults: ['invalid_code', 'sign_on_not_found', 'provider_unavailable'],
      answers: { 200: 'Where to go; `Set-Cookie` remembers the sign-in' },
      examples: {
        body: { code: 'EXAMPLE0000000000000000000000000000000000000' },
        reply: { url: 'https://id.example.com/authorize?client_id=palate' },
      },
    },
  ),

  finishSignOn: operation(
    {
      query: z.object({
        code: z
          .string()
          .max(8000)
          .optional()
          .meta({ description: 'What the provider exchanges for who the person is' }),
        state: z.string().max(500).optional().meta({ description: 'Ties the answer to the sign-in of this browser' }),
        iss: z.string().max(2000).optional().meta({ description: 'The issuer, where the provider says it here' }),
        error: z.string().max(500).optional().meta({ description: 'Why the provider has not signed the person in' }),
        error_description: z.string().max(8000).optional().meta({ description: 'The same in words' }),
      }),
      reply: z.string(),
    },
    {
      summary: 'Finish single sign-on',
      description: `The identity provider leads browsers here. Role, projects and status are read anew. ${failurePage}`,
      faults: [
        'sign_on_not_found',
        'invalid_sign_on',
        'sign_on_refused',
        'role_missing',
        'person_suspended',
        'last_owner',
        'too_many_people',
        'provider_unavailable',
      ],
      answers: { 302: 'Signed in: to the page that was asked for; `Set-Cookie` contains the session' },
      examples: { text: { 'text/html': '' } },
    },
  ),
} satisfies OperationsFor<typeof sessionRoutes>
