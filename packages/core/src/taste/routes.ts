import { largeBodyBytesMax, type Route } from '../route.ts'

/** The routes for scoring and for what is learned from a profile. */
export const scoringRoutes = {
  scoreFrames: {
    method: 'POST',
    path: '/v1/score',
    tag: 'Scoring',
    isRepeatable: true,
    access: 'key',
    scopes: ['score'],
    body: { kind: 'json', bytesMax: largeBodyBytesMax },
    status: 200,
    alternatives: [{ status: 200, mediaType: 'application/x-ndjson' }],
  },
  listDimensions: {
    method: 'GET',
    path: '/v1/dimensions',
    tag: 'Scoring',
    access: 'key',
    scopes: ['read', 'score', 'teach', 'write', 'admin'],
    status: 200,
  },
  diagnoseProfile: {
    method: 'GET',
    path: '/v1/profiles/:id/diagnostics',
    tag: 'Scoring',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  suggestJudgements: {
    method: 'GET',
    path: '/v1/profiles/:id/suggestions',
    tag: 'Scoring',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  previewProfile: {
    method: 'POST',
    path: '/v1/profiles/:id/preview',
    tag: 'Scoring',
    isRepeatable: true,
    access: 'key',
    scopes: ['score', 'write'],
    body: { kind: 'json', bytesMax: largeBodyBytesMax },
    status: 200,
  },
  refreshProfile: {
    method: 'POST',
    path: '/v1/profiles/:id/refresh',
    tag: 'Scoring',
    isRepeatable: true,
    access: 'key',
    scopes: ['write'],
    status: 200,
  },
} as const satisfies Record<string, Route>
