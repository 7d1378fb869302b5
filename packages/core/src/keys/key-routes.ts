import type { Route } from '../route.ts'

/** The routes of API keys and of the projects that a key can be limited to. */
export const keyRoutes = {
  createKey: {
    method: 'POST',
    path: '/api/api-keys',
    tag: 'API keys',
    access: 'key',
    scopes: ['admin'],
    body: { kind: 'json' },
    status: 201,
  },
  listKeys: { method: 'GET', path: '/api/api-keys', tag: 'API keys', access: 'key', scopes: ['admin'], status: 200 },
  revokeKey: {
    method: 'DELETE',
    path: '/api/api-keys',
    tag: 'API keys',
    access: 'key',
    scopes: ['admin'],
    status: 200,
  },
  rotateKey: {
    method: 'POST',
    path: '/api/api-keys/rotate',
    tag: 'API keys',
    access: 'key',
    scopes: ['admin'],
    body: { kind: 'json', optional: true },
    status: 201,
  },
  getKeyUsage: {
    method: 'GET',
    path: '/api/api-keys/usage',
    tag: 'API keys',
    access: 'key',
    scopes: ['admin'],
    status: 200,
  },
  listProjects: { method: 'GET', path: '/api/projects', tag: 'Projects', access: 'key', scopes: ['read'], status: 200 },
} as const satisfies Record<string, Route>
