import type { Route } from '../route.ts'

const mebibyte = 1024 * 1024

/** The routes of the frame library and of thumbnails of other pictures. */
export const frameRoutes = {
  uploadFrame: {
    method: 'POST',
    path: '/api/frames/upload',
    tag: 'Frames',
    isRepeatable: true,
    access: 'key',
    scopes: ['teach', 'write'],
    // The picture itself is limited to 10 MiB; a form adds boundaries, names and other fields.
    body: { kind: 'upload', mediaTypes: ['image/*', 'multipart/form-data'], bytesMax: 11 * mebibyte },
    status: 201,
    alternatives: [{ status: 200, mediaType: 'application/json' }],
  },
  listFrames: {
    method: 'GET',
    path: '/api/frames',
    tag: 'Frames',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  getFrame: {
    method: 'GET',
    path: '/api/frames/:id',
    tag: 'Frames',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
    mediaType: 'image/jpeg',
    alternatives: [
      { status: 200, mediaType: 'image/png' },
      { status: 200, mediaType: 'image/webp' },
      { status: 200, mediaType: 'image/gif' },
      { status: 200, mediaType: 'image/avif' },
      { status: 304 },
    ],
  },
  getFrameThumbnail: {
    method: 'GET',
    path: '/api/frames/:id/thumbnail',
    tag: 'Frames',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
    mediaType: 'image/webp',
    alternatives: [{ status: 304 }],
  },
  deleteFrame: { method: 'DELETE', path: '/api/frames', tag: 'Frames', access: 'key', scopes: ['write'], status: 200 },
  listPictures: {
    method: 'GET',
    path: '/v1/profiles/:id/pictures',
    tag: 'Frames',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
    offload: { profile: '/params/id' },
  },
  listRecentFrames: {
    method: 'GET',
    path: '/v1/frames/recent',
    tag: 'Frames',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  getThumbnail: {
    method: 'GET',
    path: '/v1/thumbnails/:contentHash',
    tag: 'Frames',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
    mediaType: 'image/webp',
    alternatives: [{ status: 304 }],
  },
} as const satisfies Record<string, Route>
