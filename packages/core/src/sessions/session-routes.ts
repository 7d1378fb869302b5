import type { Route } from '../route.ts'

/** The routes for sessions, which the dashboard uses: a cookie takes the place of an API key. */
export const sessionRoutes = {
  createSession: {
    method: 'POST',
    path: '/api/session',
    tag: 'Session',
    access: 'open',
    isSignIn: true,
    body: { kind: 'json' },
    status: 200,
  },
  getSession: {
    method: 'GET',
    path: '/api/session',
    tag: 'Session',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    status: 200,
  },
  getSessionKey: {
    method: 'GET',
    path: '/api/session/key',
    tag: 'Session',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    status: 200,
  },
  deleteSession: {
    method: 'DELETE',
    path: '/api/session',
    tag: 'Session',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    status: 200,
  },
  createSessionCode: {
    method: 'POST',
    path: '/api/session/codes',
    tag: 'Session',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    status: 201,
  },
} as const satisfies Record<string, Route>
