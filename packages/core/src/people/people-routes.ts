import type { Route } from '../route.ts'

/** The people of an account. Without the scope `admin`, a person can read the names of the others. */
export const peopleRoutes = {
  listPeople: {
    method: 'GET',
    path: '/api/people',
    tag: 'People',
    access: 'key',
    scopes: ['admin'],
    isOpenToPeople: true,
    status: 200,
  },
  createPerson: {
    method: 'POST',
    path: '/api/people',
    tag: 'People',
    access: 'key',
    scopes: ['admin'],
    body: { kind: 'json' },
    status: 201,
  },
  getPerson: {
    method: 'GET',
    path: '/api/people/:id',
    tag: 'People',
    access: 'key',
    scopes: ['admin'],
    isOpenToPeople: true,
    status: 200,
  },
  updatePerson: {
    method: 'PATCH',
    path: '/api/people/:id',
    tag: 'People',
    access: 'key',
    scopes: ['admin'],
    isOpenToPeople: true,
    body: { kind: 'json' },
    status: 200,
  },
  removePerson: {
    method: 'DELETE',
    path: '/api/people/:id',
    tag: 'People',
    access: 'key',
    scopes: ['admin'],
    status: 200,
  },
  invitePerson: {
    method: 'POST',
    path: '/api/people/:id/invitations',
    tag: 'People',
    access: 'key',
    scopes: ['admin'],
    status: 201,
  },
} as const satisfies Record<string, Route>
