import { largeBodyBytesMax, type Route } from '../route.ts'

/** The routes of batches. */
export const batchRoutes = {
  submitBatch: {
    method: 'POST',
    path: '/v1/score/batch',
    tag: 'Scoring',
    access: 'key',
    scopes: ['score'],
    body: { kind: 'json', bytesMax: largeBodyBytesMax, acceptsForm: true },
    status: 200,
    mediaType: 'application/x-ndjson',
    alternatives: [
      { status: 200, mediaType: 'text/event-stream' },
      { status: 202, mediaType: 'application/json' },
    ],
    offload: { profile: '/body/profile_id', respondsOnMain: true },
  },
  listBatches: {
    method: 'GET',
    path: '/v1/score/batch',
    tag: 'Scoring',
    access: 'key',
    scopes: ['read', 'score'],
    status: 200,
  },
  getBatch: {
    method: 'GET',
    path: '/v1/score/batch/:batchId',
    tag: 'Scoring',
    access: 'key',
    scopes: ['read', 'score'],
    status: 200,
  },
  streamBatchResults: {
    method: 'GET',
    path: '/v1/score/batch/:batchId/results',
    tag: 'Scoring',
    access: 'key',
    scopes: ['read', 'score'],
    status: 200,
    mediaType: 'application/x-ndjson',
    alternatives: [{ status: 200, mediaType: 'text/event-stream' }],
  },
  cancelBatch: {
    method: 'POST',
    path: '/v1/score/batch/:batchId/cancel',
    tag: 'Scoring',
    isRepeatable: true,
    access: 'key',
    scopes: ['score'],
    status: 200,
  },
} as const satisfies Record<string, Route>
