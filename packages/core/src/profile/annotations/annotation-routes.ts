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
  },
  removeAnnotation: {
    method: 'DELETE',
    path: '/v1/profiles/:id/annotations/:elementId',
    tag: 'Teaching',
    access: 'key',
    scopes: ['teach', 'write'],
    status: 200,
  },
  discardAnnotations: {
    method: 'DELETE',
    path: '/v1/profiles/:id/annotations',
    tag: 'Teaching',
    access: 'key',
    scopes: ['teach', 'write'],
    status: 200,
  },
} as const satisfies Record<string, Route>
