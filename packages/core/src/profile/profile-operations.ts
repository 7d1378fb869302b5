import { z } from 'zod'
import { ProjectId, Success } from '../fields.ts'
import { nextCursor, pageQuery } from '../page.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import { commit, exported, profile, summary } from './examples.ts'
import type { profileRoutes } from './profile-routes.ts'
import { NewProfile, ProfileDocument, ProfilePatch, ProfileSummary } from './schema.ts'
import { ProfileExport } from './transfer.ts'

const profileId = z.string().meta({ description: 'Id of the profile' })
export const byProfileId = z.object({ id: profileId })

const ifMatch = { 'If-Match': 'The ETag of the profile; 412 if the profile has changed since' }
const { createdAt: _, ...updated } = summary

export const profileOperations = {
  listProfiles: operation(
    {
      query: z.object({ projectId: ProjectId.optional(), ...pageQuery }),
      reply: z.object({ profiles: z.array(ProfileSummary), nextCursor }),
    },
    {
      summary: 'List profiles, newest first',
      description:
        'Lists the profiles that the key can see, without their data. Without `limit`, returns up to 10,000.',
      faults: ['project_forbidden'],
      answers: { 200: 'A page of profiles' },
      examples: { reply: { profiles: [summary] } },
    },
  ),

  createProfile: operation(
    { body: NewProfile, reply: ProfileSummary },
    {
      summary: 'Create a profile with an empty main branch',
      description:
        'The name must be unique in its project. The project is created on first use. With `basedOn`, the first commit is the effective state of another profile, including the library frames that it refers to. The new profile also takes the seed of that profile, unless you send one.',
      faults: ['project_forbidden', 'name_taken', 'unknown_profile', 'account_full'],
      answers: { 201: 'The profile was created' },
      examples: {
        body: { projectId: summary.projectId, name: summary.name, seed: summary.seed },
        reply: { ...summary, updatedAt: summary.createdAt },
      },
    },
  ),

  getProfile: operation(
    {
      params: byProfileId,
      query: z.object({
        snapshots: z
          .enum(['omit', 'include'])
          .optional()
          .meta({ description: '`omit` leaves out the snapshot of each version' }),
      }),
      reply: ProfileDocument,
    },
    {
      summary: 'Read a profile with its history and its effective snapshot',
      description:
        'The effective snapshot is the state at the head of the current branch with the computed members filled in. The response has an `ETag` for `If-None-Match` and `If-Match`.',
      headers: { 'If-None-Match': 'The ETag of the profile; 304 if the profile has not changed since' },
      faults: ['profile_not_found'],
      answers: { 200: 'The profile', 304: 'The profile has not changed' },
      examples: { reply: profile },
    },
  ),

  updateProfile: operation(
    { params: byProfileId, body: ProfilePatch, reply: ProfileSummary.omit({ createdAt: true }) },
    {
      summary: 'Rename, commit, branch, switch or roll back, atomically',
      description:
        'Absent members are left unchanged. `versions` is append-only: stored versions need not be sent again, and a request adds at most 1,000 new ones. `branches` is an upsert by id. Each array sent in `workingChanges` replaces the stored array. New elements that are `by` another person need the scope `admin`; stored ones can be sent again.',
      headers: ifMatch,
      faults: [
        'profile_not_found',
        'name_taken',
        'head_conflict',
        'too_many_versions',
        'version_immutable',
        'branch_name_taken',
        'precondition_failed',
        'person_forbidden',
        'unknown_branch',
        'unknown_version',
        'version_not_on_branch',
        'profile_too_large',
        'account_full',
      ],
      answers: { 200: 'The profile was updated' },
      examples: { body: commit, reply: updated },
    },
  ),

  deleteProfile: operation(
    { params: byProfileId, reply: Success },
    {
      summary: 'Delete a profile',
      description: 'Deletes the profile and its entire history. This cannot be undone.',
      headers: ifMatch,
      faults: ['profile_not_found', 'precondition_failed'],
      answers: { 200: 'The profile was deleted' },
      examples: { reply: { success: true } },
    },
  ),

  exportProfile: operation(
    { params: byProfileId, reply: ProfileExport },
    {
      summary: 'Export a profile as one document',
      description: 'The document contains the entire profile. Import it with `POST /v1/profiles/import`.',
      faults: ['profile_not_found'],
      answers: { 200: 'The entire profile' },
      examples: { reply: exported },
    },
  ),

  importProfile: operation(
    { body: ProfileExport, reply: ProfileSummary },
    {
      summary: 'Create a profile from an exported document',
      description:
        'The new profile has a new id. To change its project or name, edit `projectId` or `name` in the document. Judgements keep the id of the person in `by`, also if the account does not know it; those of other people of the account need the scope `admin`.',
      faults: [
        'project_forbidden',
        'person_forbidden',
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
  ),
} satisfies OperationsFor<typeof profileRoutes>
