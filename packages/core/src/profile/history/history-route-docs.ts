import type { DocsFor } from '../../route-types.ts'
import { comparison, constraint, exemplar, historyEntry, snapshot, version } from '../examples.ts'
import type { historySchemas } from './history-route-schemas.ts'

const nothing = { added: [], removed: [], changed: [] }

export const historyDocs = {
  listVersions: {
    summary: 'List versions, newest first',
    description:
      "Lists all versions without their snapshots; with `branchId`, only the ancestors of that branch's head, including those from before the branch was created. Each version has the key that committed it and the number of changes from its parent.",
    faults: ['profile_not_found', 'branch_not_found'],
    answers: { 200: 'A page of versions' },
    examples: { reply: { versions: [historyEntry] } },
  },
  getVersion: {
    summary: 'Read a version with its snapshot',
    description: 'A version never changes once committed.',
    faults: ['profile_not_found', 'version_not_found'],
    answers: { 200: 'The version' },
    examples: { reply: { ...historyEntry, snapshot } },
  },
  diffVersions: {
    summary: 'Compare two states of a profile',
    description:
      '`from` and `to` are each a version id, a branch id or `working` (the head of the current branch with the working changes applied). Elements are matched by id.',
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
  mergeBranches: {
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
  deleteBranch: {
    summary: 'Delete a branch',
    description: 'The versions of the branch are kept. The branch `main` and the current branch cannot be deleted.',
    faults: ['profile_not_found', 'branch_not_found', 'branch_protected'],
    answers: { 200: 'The branch was deleted' },
    examples: { reply: { success: true } },
  },
} as const satisfies DocsFor<typeof historySchemas>
