import { z } from 'zod'
import { ProjectId, Success, wholeNumber } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import type { keyRoutes } from './key-routes.ts'
import { CreatedKey, DayOfUse, KeyRecord, keyWarning, NewKey, Project, Rotation } from './schema.ts'
import { usageDaysDefault, usageDaysMax } from './usage-days.ts'

const byKeyId = z.object({ id: z.string().meta({ description: 'Id of the API key' }) })

const key = {
  id: 'key_019cb1c2d03e7d9fa1460b8857ec2f19',
  name: 'ci',
  prefix: 'plt_EXAMPLE0',
  projectId: 'studio',
  scopes: ['score'] as const,
  createdAt: '2026-03-02T09:00:00.000Z',
}
const createdKey = { ...key, key: 'plt_EXAMPLE00000000000000000000000000000000', warning: keyWarning }

export const keyOperations = {
  createKey: operation(
    { body: NewKey, reply: CreatedKey },
    {
      summary: 'Create an API key',
      description:
        'Only this response contains the key itself. `projectId` limits the key to a project, `scopes` to those scopes. A limited key can only create keys with its own scopes or fewer. A key created by an expiring key expires no later than that key.',
      faults: ['project_forbidden'],
      answers: { 201: 'The key was created' },
      examples: { body: { name: key.name, projectId: key.projectId, scopes: ['score'] }, reply: createdKey },
    },
  ),

  listKeys: operation(
    {
      query: z.object({ projectId: ProjectId.optional(), ...pageQuery }),
      reply: z.object({ keys: z.array(KeyRecord), nextCursor }),
    },
    {
      summary: 'List the active API keys, newest first',
      description: 'Revoked and expired keys are not listed.',
      faults: ['project_forbidden'],
      answers: { 200: 'A page of keys' },
      examples: { reply: { keys: [{ ...key, lastUsedAt: '2026-03-04T16:40:12.000Z', usageCount: 1283 }] } },
    },
  ),

  revokeKey: operation(
    { query: byKeyId, reply: Success },
    {
      summary: 'Revoke an API key',
      description: 'The key stops working immediately, and so do the links that it has shared. This cannot be undone.',
      faults: ['key_not_found'],
      answers: { 200: 'The key was revoked' },
      examples: { reply: { success: true } },
    },
  ),

  rotateKey: operation(
    { query: byKeyId, body: Rotation, reply: CreatedKey },
    {
      summary: 'Replace an API key',
      description:
        'Creates a successor with the same name, project, scopes and expiry, and revokes the old key after `overlapSeconds`.',
      faults: ['key_not_found', 'person_forbidden'],
      answers: { 201: 'The successor was created' },
      examples: { body: { overlapSeconds: 3600 }, reply: createdKey },
    },
  ),

  getKeyUsage: operation(
    {
      query: byKeyId.extend({
        days: wholeNumber(1, usageDaysMax)
          .optional()
          .meta({
            description: `Number of days including today, 1 to ${usageDaysMax}; ${usageDaysDefault} by default`,
          }),
      }),
      reply: z.object({ days: z.array(DayOfUse) }),
    },
    {
      summary: 'Count the requests of an API key by day',
      description:
        'Days are in UTC, oldest first, ending today. A day without requests has 0. Also works for revoked and expired keys.',
      faults: ['key_not_found'],
      answers: { 200: 'The days' },
      examples: {
        reply: {
          days: [
            { date: '2026-03-03', requests: 0 },
            { date: '2026-03-04', requests: 1283 },
          ],
        },
      },
    },
  ),

  listProjects: operation(
    { reply: z.object({ projects: z.array(Project) }) },
    {
      summary: 'List projects',
      description: 'Lists the projects that the key can see, with the number of profiles and active keys in each.',
      faults: [],
      answers: { 200: 'The projects' },
      examples: { reply: { projects: [{ id: 'studio', profiles: 3, keys: 2 }] } },
    },
  ),
} satisfies OperationsFor<typeof keyRoutes>
