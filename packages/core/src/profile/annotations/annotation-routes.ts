import type { Route } from '../../route.ts'

/** The routes that add single judgements to the working changes and remove them again. */
export const annotationRoutes = {
  addAnnotations: {
    method: 'POST',
    path: '/v1/profiles/:id/annotations',
    tag: 'Teaching',
    access: 'key',
    scopes: ['teach', 'write'],
    body: { kind: 'json' },
    status: 201,
    offload: { profile: '/params/id' },
  },
  createAsk: {
    method: 'POST',
    path: '/v1/profiles/:id/asks',
    tag: 'Teaching',
    access: 'key',
    scopes: ['teach', 'write'],
    body: { kind: 'json' },
    status: 201,
    offload: { profile: '/params/id' },
  },
  getAsk: {
    method: 'GET',
    path: '/v1/profiles/:id/asks/:askId',
    tag: 'Teaching',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
    offload: { profile: '/params/id' },
  },
  removeAnnotation: {
    method: 'DELETE',
    path: '/v1/profiles/:id/annotations/:elementId',
    tag: 'Teaching',
    access: 'key',
    scopes: ['teach', 'write'],
    status: 200,
    offload: { profile: '/params/id' },
  },
  discardAnnotations: {
    method: 'DELETE',
    path: '/v1/profiles/:id/annotations',
    tag: 'Teaching',
    access: 'key',
    scopes: ['teach', 'write'],
    status: 200,
    offload: { profile: '/params/id' },
  },
} as const satisfies Record<string, Route>
