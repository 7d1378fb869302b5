import type { DocsFor } from '../route-types.ts'
import { commit, exported, profile, summary } from './examples.ts'
import type { profileSchemas } from './route-schemas.ts'

const ifMatch = { 'If-Match': 'An ETag of the profile; 412 if the profile has changed since' }
const { createdAt: _, ...updated } = summary

export const profileDocs = {
  listProfiles: {
    summary: 'List profiles, newest first',
    description:
      'Lists the profiles that the key can see, without their data. Without `limit` up to 10,000 are returned.',
    faults: ['project_forbidden'],
    answers: { 200: 'A page of profiles' },
    examples: { reply: { profiles: [summary] } },
  },
  createProfile: {
    summary: 'Create a profile with an empty main branch',
    description:
      'The name must be unique in its project. The project comes into being when it is first used. With `basedOn` the profile begins with the effective state of another one, as its first commit, with the library frames that it refers to. It has the seed of that profile, too, unless one is sent.',
    faults: ['project_forbidden', 'name_taken', 'unknown_profile', 'account_full'],
    answers: { 201: 'The profile was created' },
    examples: {
      body: { projectId: summary.projectId, name: summary.name, seed: summary.seed },
      reply: { ...summary, updatedAt: summary.createdAt },
    },
  },
  getProfile: {
    summary: 'Read a profile with its history and its effective snapshot',
    description:
      'The effective snapshot is the state at the head of the current branch with the computed members filled in. The answer has an `ETag` for `If-None-Match` and `If-Match`.',
    headers: { 'If-None-Match': 'An ETag of the profile; 304 if the profile has not changed since' },
    faults: ['profile_not_found'],
    answers: { 200: 'The profile', 304: 'The profile has not changed' },
    examples: { reply: profile },
  },
  updateProfile: {
    summary: 'Rename, commit, branch, switch or roll back, all or nothing',
    description:
      'An absent member is left as it is. `versions` is append-only: stored versions need not be sent again, and at most 1,000 new ones are added. `branches` is an upsert by id. Each array of `workingChanges` that is sent replaces that array.',
    headers: ifMatch,
    faults: [
      'profile_not_found',
      'name_taken',
      'head_conflict',
      'too_many_versions',
      'version_immutable',
      'branch_name_taken',
      'precondition_failed',
      'unknown_branch',
      'unknown_version',
      'version_not_on_branch',
      'profile_too_large',
      'account_full',
    ],
    answers: { 200: 'The profile was updated' },
    examples: { body: commit, reply: updated },
  },
  deleteProfile: {
    summary: 'Delete a profile',
    description: 'Deletes the profile with its whole history. This cannot be undone.',
    headers: ifMatch,
    faults: ['profile_not_found', 'precondition_failed'],
    answers: { 200: 'The profile was deleted' },
    examples: { reply: { success: true } },
  },
  exportProfile: {
    summary: 'Export a profile as one document',
    description: 'The document holds everything about the profile. `POST /v1/profiles/import` takes it back.',
    faults: ['profile_not_found'],
    answers: { 200: 'The whole profile' },
    examples: { reply: exported },
  },
  importProfile: {
    summary: 'Create a profile from an exported document',
    description: 'The new profile has a new id. Change `projectId` or `name` in the document to override them.',
    faults: [
      'project_forbidden',
      'name_taken',
      'branch_name_taken',
      'unknown_branch',
      'unknown_version',
      'version_not_on_branch',
      'profile_too_large',
      'account_full',
    ],
    answers: { 201: 'The profile was created' },
    examples: { body: { ...exported, name: 'Editorial, copy' }, reply: { ...summary, name: 'Editorial, copy' } },
  },
} as const satisfies DocsFor<typeof profileSchemas>
