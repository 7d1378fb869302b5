import { bodyBytesMax, largeBodyBytesMax, type Route } from '../route.ts'

/** A decision or a comment. */
export const reviewBytesMax = 16 * 1024

/** The routes of shares: links that need no key. */
export const shareRoutes = {
  createShare: {
    method: 'POST',
    path: '/v1/shares',
    tag: 'Shares',
    access: 'key',
    scopes: ['write'],
    body: { kind: 'json', bytesMax: largeBodyBytesMax },
    status: 201,
  },
  listShares: {
    method: 'GET',
    path: '/v1/shares',
    tag: 'Shares',
    access: 'key',
    scopes: ['read', 'write'],
    status: 200,
  },
  getShare: {
    method: 'GET',
    path: '/v1/shares/:id',
    tag: 'Shares',
    access: 'key',
    scopes: ['read', 'write'],
    status: 200,
  },
  revokeShare: {
    method: 'DELETE',
    path: '/v1/shares/:id',
    tag: 'Shares',
    access: 'key',
    scopes: ['write'],
    status: 200,
  },
  openShare: {
    method: 'GET',
    path: '/share/:token',
    tag: 'Shares',
    access: 'open',
    status: 200,
    mediaType: 'text/html',
    alternatives: [
      { status: 404, mediaType: 'text/html' },
      { status: 410, mediaType: 'text/html' },
    ],
  },
  answerShare: {
    method: 'POST',
    path: '/share/:token',
    tag: 'Shares',
    access: 'open',
    body: { kind: 'stream', mediaTypes: ['application/x-www-form-urlencoded'], bytesMax: bodyBytesMax },
    status: 303,
    mediaType: 'text/html',
    alternatives: [
      { status: 400, mediaType: 'text/html' },
      { status: 404, mediaType: 'text/html' },
      { status: 410, mediaType: 'text/html' },
      { status: 422, mediaType: 'text/html' },
      { status: 429, mediaType: 'text/html' },
    ],
  },
  reviewShare: {
    method: 'POST',
    path: '/share/:token/reviews',
    tag: 'Shares',
    access: 'open',
    isRepeatable: true,
    body: { kind: 'json', bytesMax: reviewBytesMax },
    status: 200,
  },
  getShareAsset: {
    method: 'GET',
    path: '/share/assets/:name',
    tag: 'Shares',
    access: 'open',
    status: 200,
    mediaType: 'text/javascript',
    alternatives: [{ status: 200, mediaType: 'image/svg+xml' }],
  },
  getSharedPicture: {
    method: 'GET',
    path: '/share/:token/pictures/:number',
    tag: 'Shares',
    access: 'open',
    status: 200,
    mediaType: 'image/webp',
    alternatives: [{ status: 304 }],
  },
} as const satisfies Record<string, Route>
