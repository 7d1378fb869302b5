import { z } from 'zod'
import { ProjectId, Success } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { Route } from '../route.ts'
import { CreatedKey, KeyRecord, NewKey, Rotation } from './schema.ts'

/** The operations of API keys and of the projects that they may be limited to. */
export const keyRoutes = {
  createKey: {
    method: 'POST',
    path: '/api/api-keys',
    tag: 'API keys',
    summary: 'Create a key; the answer is the only one that holds the secret',
    access: 'key',
    body: NewKey,
    status: 201,
    reply: CreatedKey,
    faults: ['project_forbidden'],
  },
  listKeys: {
    method: 'GET',
    path: '/api/api-keys',
    tag: 'API keys',
    summary: 'List the active keys, newest first',
    access: 'key',
    query: z.object({ projectId: ProjectId.optional(), ...pageQuery }),
    status: 200,
    reply: z.object({ keys: z.array(KeyRecord), nextCursor }),
    faults: ['project_forbidden'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/api-keys',
    tag: 'API keys',
    summary: 'Revoke a key at once and for good',
    access: 'key',
    query: z.object({ id: z.string() }),
    status: 200,
    reply: Success,
    faults: ['key_not_found'],
  },
  rotateKey: {
    method: 'POST',
    path: '/api/api-keys/rotate',
    tag: 'API keys',
    summary: 'Replace a key by a successor with the same name, project and expiry',
    access: 'key',
    query: z.object({ id: z.string() }),
    body: Rotation,
    bodyOptional: true,
    status: 201,
    reply: CreatedKey,
    faults: ['key_not_found'],
  },
  listProjects: {
    method: 'GET',
    path: '/api/projects',
    tag: 'Projects',
    summary: 'List the projects with what they hold',
    access: 'key',
    status: 200,
    reply: z.object({ projects: z.array(z.object({ id: ProjectId, profiles: z.int(), keys: z.int() })) }),
    faults: [],
  },
} as const satisfies Record<string, Route>
