import type { Route } from '../route.ts'

const everybody = ['read', 'score', 'teach', 'write', 'admin'] as const

/** The people of an account. Without the scope `admin`, a person can read the names of the others. */
export const peopleRoutes = {
  listPeople: { method: 'GET', path: '/api/people', tag: 'People', access: 'key', scopes: everybody, status: 200 },
  createPerson: {
    method: 'POST',
    path: '/api/people',
    tag: 'People',
    access: 'key',
    scopes: ['admin'],
    body: { kind: 'json' },
    status: 201,
  },
} as const satisfies Record<string, Route>
