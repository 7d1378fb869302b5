import { largeBodyBytesMax, type Route } from '../route.ts'

/** The routes of profiles as a whole. */
export const profileRoutes = {
  listProfiles: { method: 'GET', path: '/v1/profiles', tag: 'Profiles', access: 'key', status: 200 },
  createProfile: {
    method: 'POST',
    path: '/v1/profiles',
    tag: 'Profiles',
    access: 'key',
    body: { kind: 'json' },
    status: 201,
  },
  getProfile: {
    method: 'GET',
    path: '/v1/profiles/:id',
    tag: 'Profiles',
    access: 'key',
    status: 200,
    alternatives: [{ status: 304 }],
  },
  updateProfile: {
    method: 'PATCH',
    path: '/v1/profiles/:id',
    tag: 'Profiles',
    access: 'key',
    body: { kind: 'json', bytesMax: largeBodyBytesMax },
    status: 200,
  },
  deleteProfile: { method: 'DELETE', path: '/v1/profiles/:id', tag: 'Profiles', access: 'key', status: 200 },
  exportProfile: { method: 'GET', path: '/v1/profiles/:id/export', tag: 'Profiles', access: 'key', status: 200 },
  importProfile: {
    method: 'POST',
    path: '/v1/profiles/import',
    tag: 'Profiles',
    access: 'key',
    body: { kind: 'json', bytesMax: largeBodyBytesMax },
    status: 201,
  },
} as const satisfies Record<string, Route>
