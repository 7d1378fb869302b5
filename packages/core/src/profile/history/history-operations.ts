import { z } from 'zod'
import { ClientId, Success } from '../../fields.ts'
import { byName } from '../../lists.ts'
import { nextCursor, pageQuery } from '../../page.ts'
import { type OperationsFor, operation } from '../../route-types.ts'
import { comparison, constraint, exemplar, historyEntry, snapshot, version } from '../examples.ts'
import { byProfileId } from '../profile-operations.ts'
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

export const stateName = ClientId.meta({
  description: 'A version id, a branch id, `working`, or `working:` and a branch id',
})

const nothing = { added: [], removed: [], changed: [] }

export const historyOperations = {
  listVersions: operation(
    {
      params: byProfileId,
      query: z.object({
        branchId: ClientId.optional().meta({ description: "Only the ancestors of this branch's head" }),
        ...pageQuery,
      }),
      reply: z.object({ versions: z.array(HistoryEntry), nextCursor }),
    },
    {
      summary: 'List versions, newest first',
      description:
        "Lists all versions without their snapshots; with `branchId`, only the ancestors of that branch's head, including those from before the branch was created. Each version has the key that committed it and the number of changes from its parent.",
      faults: ['profile_not_found', 'branch_not_found'],
      answers: { 200: 'A page of versions' },
      examples: { reply: { versions: [historyEntry] } },
    },
  ),

  getVersion: operation(
    {
      params: byProfileId.extend({ versionId: z.string().meta({ description: 'Id of the version' }) }),
      reply: HistoryEntry.extend({ snapshot: Snapshot }),
    },
    {
      summary: 'Read a version with its snapshot',
      description: 'A version never changes once committed.',
      faults: ['profile_not_found', 'version_not_found'],
      answers: { 200: 'The version' },
      examples: { reply: { ...historyEntry, snapshot } },
    },
  ),

  diffVersions: operation(
    {
      params: byProfileId,
      query: z.object({ from: stateName, to: stateName }),
      reply: ProfileDiff,
    },
    {
      summary: 'Compare two states of a profile',
      description:
        '`from` and `to` are each a version id, a branch id or `working` (the head of the current branch with the working changes applied; `working:<branch id>` for another branch). Elements are matched by id.',
      faults: ['profile_not_found', 'version_not_found'],
      answers: { 200: 'The differences, by kind of element' },
      examples: {
        reply: {
          from: version.id,
          to: 'working',
          constraints: {
            ...nothing,
            changed: [{ id: constraint.id, from: constraint, to: { ...constraint, answer: 'warm and bright' } }],
          },
          exemplars: { ...nothing, added: [{ ...exemplar, id: 'night', label: 'bad' }] },
          comparisons: { ...nothing, removed: [comparison] },
        },
      },
    },
  ),

  mergeBranches: operation(
    {
      params: byProfileId,
      body: MergeRequest,
      reply: z.object({ version: Version.nullable(), conflicts: z.array(MergeConflict) }),
    },
    {
      summary: 'Merge a branch into another',
      description:
        'A three-way merge by element id. It adds one commit to the target branch, or none (`version: null`) if the target already has everything or `dryRun` is set. `resolutions` settles individual conflicts; the strategy settles the others, which are listed.',
      faults: ['profile_not_found', 'unknown_branch', 'merge_conflict', 'profile_too_large', 'account_full'],
      answers: { 200: 'The merge commit, and the conflicts that the strategy settled' },
      examples: {
        body: {
          sourceBranchId: 'autumn',
          targetBranchId: 'main',
          strategy: 'theirs',
          resolutions: { exemplars: { [exemplar.id]: 'ours' } },
          message: 'Merge autumn',
        },
        reply: {
          version: {
            ...version,
            id: 'ver_019cbd1c7a207f4e9b8852c1e60fd374',
            parentVersionId: version.id,
            mergedFrom: 'ver_019cbd19e3437c02b1d7f3358ea90c6b',
            message: 'Merge autumn',
          },
          conflicts: [
            {
              kind: 'constraints',
              id: constraint.id,
              ours: { ...constraint, answer: 'cool' },
              theirs: constraint,
              base: null,
            },
          ],
        },
      },
    },
  ),

  deleteBranch: operation(
    {
      params: byProfileId.extend({ branchId: z.string().meta({ description: 'Id of the branch' }) }),
      reply: Success,
    },
    {
      summary: 'Delete a branch',
      description: 'The versions of the branch are kept. The branch `main` and the current branch cannot be deleted.',
      faults: ['profile_not_found', 'branch_not_found', 'branch_protected'],
      answers: { 200: 'The branch was deleted' },
      examples: { reply: { success: true } },
    },
  ),
} satisfies OperationsFor<typeof historyRoutes>
