import { z } from 'zod'
import { byId, ClientId, Success } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import type { Route } from '../route.ts'
import { Comparison, Constraint, type Element, Exemplar, elementKinds, Version, VersionSummary } from './schema.ts'

function diffOf(schema: z.ZodType) {
  const element = schema as z.ZodType<Element>
  const changed = z.object({ id: ClientId, from: element, to: element })
  return z.object({ added: z.array(element), removed: z.array(element), changed: z.array(changed) })
}

/** The operations of a profile's history. */
export const historyRoutes = {
  listVersions: {
    method: 'GET',
    path: '/v1/profiles/:id/versions',
    tag: 'History',
    summary: "List versions, newest first: all, or the history behind a branch's head",
    access: 'key',
    params: byId,
    query: z.object({ branchId: ClientId.optional(), ...pageQuery }),
    status: 200,
    reply: z.object({ versions: z.array(VersionSummary), nextCursor }),
    faults: ['profile_not_found', 'branch_not_found'],
  },
  getVersion: {
    method: 'GET',
    path: '/v1/profiles/:id/versions/:versionId',
    tag: 'History',
    summary: 'Read a version with its snapshot',
    access: 'key',
    params: z.object({ id: z.string(), versionId: z.string() }),
    status: 200,
    reply: Version,
    faults: ['profile_not_found', 'version_not_found'],
  },
  diffVersions: {
    method: 'GET',
    path: '/v1/profiles/:id/diff',
    tag: 'History',
    summary: 'What differs between two states, each a version id, a branch id or `working`',
    access: 'key',
    params: byId,
    query: z.object({ from: ClientId, to: ClientId }),
    status: 200,
    reply: z.object({
      from: z.string(),
      to: z.string(),
      constraints: diffOf(Constraint),
      exemplars: diffOf(Exemplar),
      comparisons: diffOf(Comparison),
    }),
    faults: ['profile_not_found', 'version_not_found'],
  },
  mergeBranches: {
    method: 'POST',
    path: '/v1/profiles/:id/merge',
    tag: 'History',
    summary: 'Merge a branch into another, element by element',
    description:
      'Gives one new commit on the target, or `version: null` where the target has everything already or `dryRun` is set.',
    access: 'key',
    params: byId,
    body: z.object({
      sourceBranchId: ClientId,
      targetBranchId: ClientId,
      strategy: z.enum(['fail', 'ours', 'theirs']).optional().meta({ description: '`ours` is the side of the target' }),
      message: z.string().optional(),
      dryRun: z.boolean().optional(),
    }),
    status: 200,
    reply: z.object({
      version: Version.nullable(),
      conflicts: z.array(z.object({ kind: z.enum(elementKinds), id: z.string() })),
    }),
    faults: ['profile_not_found', 'unknown_branch', 'merge_conflict'],
  },
  deleteBranch: {
    method: 'DELETE',
    path: '/v1/profiles/:id/branches/:branchId',
    tag: 'History',
    summary: 'Delete a branch; its versions stay',
    access: 'key',
    params: z.object({ id: z.string(), branchId: z.string() }),
    status: 200,
    reply: Success,
    faults: ['profile_not_found', 'branch_not_found', 'branch_protected'],
  },
} as const satisfies Record<string, Route>
