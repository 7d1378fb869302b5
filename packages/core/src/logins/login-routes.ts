import type { Route } from '../route.ts'

/** Logins of commands, which a person confirms in the dashboard. */
export const loginRoutes = {
  createLogin: {
    method: 'POST',
    path: '/api/logins',
    tag: 'Session',
    access: 'open',
    isCountedAsFailure: true,
    body: { kind: 'json' },
    status: 201,
  },
  getLogin: {
    method: 'GET',
    path: '/api/logins/:userCode',
    tag: 'Session',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    isGuessable: true,
    status: 200,
  },
  decideLogin: {
    method: 'POST',
    path: '/api/logins/:userCode',
    tag: 'Session',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    isGuessable: true,
    body: { kind: 'json' },
    status: 200,
  },
  collectLogin: {
    method: 'POST',
    path: '/api/logins/token',
    tag: 'Session',
    access: 'open',
    isSignIn: true,
    body: { kind: 'json' },
    status: 201,
    alternatives: [{ status: 202 }],
  },
} as const satisfies Record<string, Route>
