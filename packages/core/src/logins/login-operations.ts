import { z } from 'zod'
import { Success } from '../fields.ts'
import { CreatedKey, keyWarning } from '../keys/schema.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import type { loginRoutes } from './login-routes.ts'
import { CreatedLogin, Login, LoginCode, LoginDecision, loginIntervalSeconds, NewLogin } from './schema.ts'

const code = 'EXAMPLE0000000000000000000000000000000000000'
const userCode = 'BCDF-GHJK'
const byUserCode = z.object({
  userCode: z.string().max(40).meta({ description: 'The short code; case and hyphen do not matter' }),
})
const times = { createdAt: '2026-03-02T09:00:00.000Z', expiresAt: '2026-03-02T09:10:00.000Z' }

export const loginOperations = {
  createLogin: operation(
    { body: NewLogin, reply: CreatedLogin },
    {
      summary: 'Start a login without a key',
      description:
        'For commands and devices: show the URL and the short code to a person, who confirms the login in the dashboard within ten minutes, and collect the key with `POST /api/logins/token`. Needs no key; each request counts like a failed sign-in.',
      faults: [],
      answers: { 201: 'The login waits to be confirmed' },
      examples: {
        body: { name: 'ada-laptop' },
        reply: {
          ...{ code, userCode, url: `https://palate.example.com/login#code=${userCode}` },
          ...{ expiresAt: times.expiresAt, interval: loginIntervalSeconds },
        },
      },
    },
  ),

  getLogin: operation(
    { params: byUserCode, reply: Login },
    {
      summary: 'Read a login that waits to be confirmed',
      description:
        'Needs the session of a person. Wrong codes count like failed sign-ins, for the address and for the account.',
      faults: ['login_not_found', 'person_forbidden'],
      answers: { 200: 'The login' },
      examples: { reply: { userCode, name: 'ada-laptop', address: '203.0.113.7', ...times } },
    },
  ),

  decideLogin: operation(
    { params: byUserCode, body: LoginDecision, reply: Success },
    {
      summary: 'Confirm or refuse a login',
      description:
        'Needs the session of a person: if they approve, the command receives a key of that person, named as in the login.',
      faults: ['login_not_found', 'person_forbidden'],
      answers: { 200: 'The decision was stored' },
      examples: { body: { approve: true }, reply: { success: true } },
    },
  ),

  collectLogin: operation(
    { body: LoginCode, reply: CreatedKey },
    {
      summary: 'Collect the key of a login',
      description: `Repeat it every ${loginIntervalSeconds} seconds while the response is 202. The key is returned once. \`login_expired\` also means that the code is unknown or already used.`,
      faults: ['missing_api_key', 'login_refused', 'login_expired', 'unavailable'],
      answers: { 201: 'The key of the person who confirmed', 202: 'Nobody has decided yet' },
      examples: {
        body: { code },
        reply: {
          ...{ key: 'plt_EXAMPLE00000000000000000000000000000000', id: 'key_019cb1c2d03e7d9fa1460b8857ec2f19' },
          ...{ name: 'ada-laptop', prefix: 'plt_EXAMPLE0', createdAt: '2026-03-02T09:01:00.000Z' },
          ...{ personId: 'per_019cb1c2d03e7d9fa1460b8857ec2f21', warning: keyWarning },
        },
      },
    },
  ),
} satisfies OperationsFor<typeof loginRoutes>
