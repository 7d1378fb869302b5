import type { Route } from '../route.ts'

/** The routes of boards: named, ordered sets of pictures. */
export const boardRoutes = {
  createBoard: {
    method: 'POST',
    path: '/v1/boards',
    tag: 'Boards',
    access: 'key',
    scopes: ['write'],
    body: { kind: 'json' },
    status: 201,
  },
  listBoards: {
    method: 'GET',
    path: '/v1/boards',
    tag: 'Boards',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  getBoard: {
    method: 'GET',
    path: '/v1/boards/:id',
    tag: 'Boards',
    access: 'key',
    scopes: ['read', 'teach', 'write'],
    status: 200,
  },
  updateBoard: {
    method: 'PATCH',
    path: '/v1/boards/:id',
    tag: 'Boards',
    access: 'key',
    scopes: ['write'],
    body: { kind: 'json' },
    status: 200,
  },
  deleteBoard: {
    method: 'DELETE',
    path: '/v1/boards/:id',
    tag: 'Boards',
    access: 'key',
    scopes: ['write'],
    status: 200,
  },
} as const satisfies Record<string, Route>
