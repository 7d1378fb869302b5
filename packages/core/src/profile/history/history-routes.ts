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
    offload: { profile: '/params/id' },
  },
  getVersion: {
    method: 'GET',
    path: '/v1/profiles/:id/versions/:versionId',
    tag: 'History',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
    offload: { profile: '/params/id' },
  },
  diffVersions: {
    method: 'GET',
    path: '/v1/profiles/:id/diff',
    tag: 'History',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
    offload: { profile: '/params/id' },
  },
  mergeBranches: {
    method: 'POST',
    path: '/v1/profiles/:id/merge',
    tag: 'History',
    access: 'key',
    scopes: ['write'],
    body: { kind: 'json' },
    status: 200,
    offload: { profile: '/params/id' },
  },
  deleteBranch: {
    method: 'DELETE',
    path: '/v1/profiles/:id/branches/:branchId',
    tag: 'History',
    access: 'key',
    scopes: ['write'],
    status: 200,
    offload: { profile: '/params/id' },
  },
} as const satisfies Record<string, Route>
