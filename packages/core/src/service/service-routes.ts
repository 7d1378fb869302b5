import { mcpBodyBytesMax, type Route } from '../route.ts'

/** The routes that describe the service itself. */
export const serviceRoutes = {
  health: { method: 'GET', path: '/healthz', tag: 'Service', access: 'open', isProbe: true, status: 200 },
  readiness: { method: 'GET', path: '/readyz', tag: 'Service', access: 'open', isProbe: true, status: 200 },
  getStatus: { method: 'GET', path: '/api/status', tag: 'Service', access: 'key', scopes: ['read'], status: 200 },
  apiDescription: { method: 'GET', path: '/openapi.json', tag: 'Service', access: 'open', status: 200 },
  apiPage: {
    method: 'GET',
    path: '/docs',
    tag: 'Service',
    access: 'open',
    status: 200,
    mediaType: 'text/html; charset=utf-8',
  },
  callMcp: {
    method: 'POST',
    path: '/mcp',
    tag: 'Service',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    body: { kind: 'json', bytesMax: mcpBodyBytesMax, advice: 'upload pictures with POST /api/frames/upload' },
    status: 200,
    alternatives: [{ status: 202 }],
  },
} as const satisfies Record<string, Route>
