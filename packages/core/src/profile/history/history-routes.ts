import type { Route } from '../../route.ts'

/** The routes of a profile's history. */
export const historyRoutes = {
  listVersions: {
    method: 'GET',
    path: '/v1/profiles/:id/versions',
    tag: 'History',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  getVersion: {
    method: 'GET',
    path: '/v1/profiles/:id/versions/:versionId',
    tag: 'History',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  diffVersions: {
    method: 'GET',
    path: '/v1/profiles/:id/diff',
    tag: 'History',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  mergeBranches: {
    method: 'POST',
    path: '/v1/profiles/:id/merge',
    tag: 'History',
    access: 'key',
    scopes: ['write'],
    body: { kind: 'json' },
    status: 200,
  },
  deleteBranch: {
    method: 'DELETE',
    path: '/v1/profiles/:id/branches/:branchId',
    tag: 'History',
    access: 'key',
    scopes: ['write'],
    status: 200,
  },
} as const satisfies Record<string, Route>
