import { z } from 'zod'
import { ClientId, Success } from '../../fields.ts'
import { byName } from '../../lists.ts'
import { nextCursor, pageQuery } from '../../page.ts'
import type { SchemasFor } from '../../route-types.ts'
import { byProfileId } from '../route-schemas.ts'
import { Comparison, Constraint, Exemplar, elementKinds, HistoryEntry, Snapshot, Version } from '../schema.ts'
import type { historyRoutes } from './history-routes.ts'

function diffOf<Element extends z.ZodType>(element: Element) {
  return z.object({
    added: z.array(element),
    removed: z.array(element),
    changed: z.array(z.object({ id: ClientId, from: element, to: element })),
  })
}

export const ProfileDiff = z.object({
  from: z.string(),
  to: z.string(),
  constraints: diffOf(Constraint),
  exemplars: diffOf(Exemplar),
  comparisons: diffOf(Comparison),
})

const resolutions = byName(z.enum(['ours', 'theirs'])).optional()

export const MergeResolutions = z.object({
  constraints: resolutions,
  exemplars: resolutions,
  comparisons: resolutions,
})

export const MergeRequest = z.object({
  sourceBranchId: ClientId,
  targetBranchId: ClientId,
  strategy: z
    .enum(['fail', 'ours', 'theirs'])
    .optional()
    .meta({ description: 'How to settle conflicts; `ours` is the target branch. Default: `fail`' }),
  resolutions: MergeResolutions.optional().meta({
    description: 'The side to take for individual elements, by id. The strategy settles the other conflicts',
  }),
  message: z.string().optional(),
  dryRun: z.boolean().optional().meta({ description: 'Report the conflicts and store nothing' }),
})

const side = z.looseObject({ id: z.string() }).nullable().optional()

export const MergeConflict = z
  .object({ kind: z.enum(elementKinds), id: z.string(), ours: side, theirs: side, base: side })
  .meta({
    description:
      'An element that both sides changed; null where it is missing. In a long list, only some conflicts include elements',
  })

export const stateName = ClientId.meta({ description: 'A version id, a branch id or `working`' })

export const historySchemas = {
  listVersions: {
    params: byProfileId,
    query: z.object({
      branchId: ClientId.optional().meta({ description: "Only the ancestors of this branch's head" }),
      ...pageQuery,
    }),
    reply: z.object({ versions: z.array(HistoryEntry), nextCursor }),
  },
  getVersion: {
    params: byProfileId.extend({ versionId: z.string().meta({ description: 'Id of the version' }) }),
    reply: HistoryEntry.extend({ snapshot: Snapshot }),
  },
  diffVersions: {
    params: byProfileId,
    query: z.object({ from: stateName, to: stateName }),
    reply: ProfileDiff,
  },
  mergeBranches: {
    params: byProfileId,
    body: MergeRequest,
    reply: z.object({ version: Version.nullable(), conflicts: z.array(MergeConflict) }),
  },
  deleteBranch: {
    params: byProfileId.extend({ branchId: z.string().meta({ description: 'Id of the branch' }) }),
    reply: Success,
  },
} as const satisfies SchemasFor<typeof historyRoutes>
