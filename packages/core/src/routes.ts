import { z } from 'zod'
import { Batch, BatchRequest, batchStatuses } from './batches/schema.ts'
import type { FaultCode } from './fault.ts'
import { ClientId, ProjectId, Success } from './fields.ts'
import { CreatedKey, KeyRecord, NewKey, Rotation } from './keys/schema.ts'
import { nextCursor, pageQuery } from './page.ts'
import {
  Comparison,
  Constraint,
  type Element,
  Exemplar,
  elementKinds,
  NewProfile,
  ProfileDocument,
  ProfilePatch,
  ProfileSummary,
  Version,
  VersionSummary,
} from './profile/schema.ts'
import { ProfileExport } from './profile/transfer.ts'
import { Diagnostics } from './taste/diagnostics-schema.ts'
import { Dimension, FrameScore, framesPerRequestMax, ScoreRequest } from './taste/scoring-schema.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/**
 * Every operation of the service, once: the server binds and validates by this table, the API description is made
 * from it, and clients take their types from it.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`. */
  readonly path: string
  readonly tag: 'Profiles' | 'History' | 'Scoring' | 'Webhooks' | 'Events' | 'API keys' | 'Projects' | 'Service'
  readonly summary: string
  readonly description?: string
  /** `open` routes need no key. */
  readonly access: 'key' | 'open'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: z.ZodType
  readonly bodyBytesMax?: number
  readonly bodyOptional?: boolean
  readonly status: number
  readonly reply: z.ZodType
  readonly mediaType?: string
  readonly faults: readonly FaultCode[]
}

const mebibyte = 1024 * 1024
export const bodyBytesMax = mebibyte
export const profileBodyBytesMax = 32 * mebibyte

const profileParams = z.object({ id: z.string() })
const etagHeader = { 'If-Match': 'An ETag of the profile; 412 when the profile has moved on since' }

function diffOf(schema: z.ZodType) {
  const element = schema as z.ZodType<Element>
  const changed = z.object({ id: ClientId, from: element, to: element })
  return z.object({ added: z.array(element), removed: z.array(element), changed: z.array(changed) })
}

export const routes = {
  listProfiles: {
    method: 'GET',
    path: '/v1/profiles',
    tag: 'Profiles',
    summary: 'List profiles, newest first',
    access: 'key',
    query: z.object({ projectId: ProjectId.optional(), ...pageQuery }),
    status: 200,
    reply: z.object({ profiles: z.array(ProfileSummary), nextCursor }),
    faults: ['project_forbidden'],
  },
  createProfile: {
    method: 'POST',
    path: '/v1/profiles',
    tag: 'Profiles',
    summary: 'Create a profile with an empty main branch',
    access: 'key',
    body: NewProfile,
    status: 201,
    reply: ProfileSummary,
    faults: ['project_forbidden', 'name_taken'],
  },
  getProfile: {
    method: 'GET',
    path: '/v1/profiles/:id',
    tag: 'Profiles',
    summary: 'Read a profile with its history and its effective snapshot',
    access: 'key',
    params: profileParams,
    query: z.object({ snapshots: z.enum(['omit', 'include']).optional() }),
    headers: { 'If-None-Match': 'An ETag of the profile; 304 when nothing has changed since' },
    status: 200,
    reply: ProfileDocument,
    faults: ['profile_not_found'],
  },
  updateProfile: {
    method: 'PATCH',
    path: '/v1/profiles/:id',
    tag: 'Profiles',
    summary: 'Rename, commit, branch, switch, roll back: all or nothing',
    description:
      'A member that is absent is untouched. `versions` is append-only, `branches` is an upsert by id, each array of `workingChanges` that is sent replaces that array.',
    access: 'key',
    params: profileParams,
    headers: etagHeader,
    body: ProfilePatch,
    bodyBytesMax: profileBodyBytesMax,
    status: 200,
    reply: ProfileSummary.omit({ createdAt: true }),
    faults: [
      'profile_not_found',
      'name_taken',
      'head_conflict',
      'version_immutable',
      'branch_name_taken',
      'precondition_failed',
      'unknown_branch',
      'unknown_version',
      'version_not_on_branch',
    ],
  },
  deleteProfile: {
    method: 'DELETE',
    path: '/v1/profiles/:id',
    tag: 'Profiles',
    summary: 'Delete a profile for good',
    access: 'key',
    params: profileParams,
    headers: etagHeader,
    status: 200,
    reply: Success,
    faults: ['profile_not_found', 'precondition_failed'],
  },
  exportProfile: {
    method: 'GET',
    path: '/v1/profiles/:id/export',
    tag: 'Profiles',
    summary: 'The whole profile in one document',
    access: 'key',
    params: profileParams,
    status: 200,
    reply: ProfileExport,
    faults: ['profile_not_found'],
  },
  importProfile: {
    method: 'POST',
    path: '/v1/profiles/import',
    tag: 'Profiles',
    summary: 'Create a profile from an exported document; change projectId or name in it to override them',
    access: 'key',
    body: ProfileExport,
    bodyBytesMax: profileBodyBytesMax,
    status: 201,
    reply: ProfileSummary,
    faults: [
      'project_forbidden',
      'name_taken',
      'branch_name_taken',
      'unknown_branch',
      'unknown_version',
      'version_not_on_branch',
    ],
  },
  listVersions: {
    method: 'GET',
    path: '/v1/profiles/:id/versions',
    tag: 'History',
    summary: "List versions, newest first: all, or the history behind a branch's head",
    access: 'key',
    params: profileParams,
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
    params: profileParams,
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
    params: profileParams,
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
  scoreFrames: {
    method: 'POST',
    path: '/v1/score',
    tag: 'Scoring',
    summary: 'Score frames against a profile',
    description:
      'Numbers are in [0, 1], 0.5 is neutral. A frame that cannot be scored keeps its place with null numbers and an `error`. With `Accept: application/x-ndjson` the results come as lines as they complete.',
    access: 'key',
    headers: { Accept: '`application/x-ndjson` streams the results' },
    body: ScoreRequest,
    bodyBytesMax: profileBodyBytesMax,
    status: 200,
    reply: z.object({ scores: z.array(FrameScore), latency_ms: z.number() }),
    faults: [
      'profile_not_found',
      'unknown_branch',
      'unknown_version',
      'unknown_dimension',
      'too_many_frames',
      'unavailable',
    ],
  },
  submitBatch: {
    method: 'POST',
    path: '/v1/score/batch',
    tag: 'Scoring',
    summary: 'Score up to 10,000 frames; results are streamed as they complete',
    description:
      'Lines of JSON, or server-sent events with `Accept: text/event-stream`; with `Prefer: respond-async` 202 and the batch. A dropped connection does not stop the batch. An idempotent repeat streams the same batch again.',
    access: 'key',
    headers: { Accept: '`text/event-stream` for server-sent events', Prefer: '`respond-async` answers at once' },
    body: BatchRequest,
    bodyBytesMax: profileBodyBytesMax,
    status: 200,
    reply: z.union([Batch, z.string()]),
    mediaType: 'application/x-ndjson',
    faults: ['profile_not_found', 'unknown_branch', 'unknown_version', 'unknown_dimension', 'too_many_frames'],
  },
  listBatches: {
    method: 'GET',
    path: '/v1/score/batch',
    tag: 'Scoring',
    summary: 'List batches, newest first',
    access: 'key',
    query: z.object({ profile_id: z.string().optional(), status: z.enum(batchStatuses).optional(), ...pageQuery }),
    status: 200,
    reply: z.object({ batches: z.array(Batch), nextCursor }),
    faults: [],
  },
  getBatch: {
    method: 'GET',
    path: '/v1/score/batch/:batchId',
    tag: 'Scoring',
    summary: 'How a batch stands',
    access: 'key',
    params: z.object({ batchId: z.string() }),
    status: 200,
    reply: Batch,
    faults: ['batch_not_found'],
  },
  streamBatchResults: {
    method: 'GET',
    path: '/v1/score/batch/:batchId/results',
    tag: 'Scoring',
    summary: "Stream a batch's results from a place on, also while it runs",
    access: 'key',
    params: z.object({ batchId: z.string() }),
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .max(framesPerRequestMax)
        .optional()
        .meta({ description: 'The seq of the last result that you have' }),
    }),
    headers: { Accept: '`text/event-stream` for server-sent events' },
    status: 200,
    reply: z.string(),
    mediaType: 'application/x-ndjson',
    faults: ['batch_not_found'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/v1/score/batch/:batchId/cancel',
    tag: 'Scoring',
    summary: 'Cancel a batch; one that is over stays as it is',
    access: 'key',
    params: z.object({ batchId: z.string() }),
    status: 200,
    reply: Batch,
    faults: ['batch_not_found'],
  },
  listDimensions: {
    method: 'GET',
    path: '/v1/dimensions',
    tag: 'Scoring',
    summary: 'List the dimensions that frames can be scored along',
    access: 'key',
    query: z.object({
      profile_id: z.string().optional().meta({ description: "Adds those that this profile's elements name" }),
    }),
    status: 200,
    reply: z.object({ dimensions: z.array(Dimension) }),
    faults: ['profile_not_found'],
  },
  diagnoseProfile: {
    method: 'GET',
    path: '/v1/profiles/:id/diagnostics',
    tag: 'Scoring',
    summary: 'What the model was learned from, what could not be used and why, how consistent the judgements are',
    access: 'key',
    params: profileParams,
    query: z.object({
      versionId: ClientId.optional(),
      branchId: ClientId.optional(),
      includeWorking: z.enum(['true', 'false']).optional(),
    }),
    status: 200,
    reply: Diagnostics,
    faults: ['profile_not_found', 'branch_not_found', 'version_not_found'],
  },
  refreshProfile: {
    method: 'POST',
    path: '/v1/profiles/:id/refresh',
    tag: 'Scoring',
    summary: "Read again those of the current state's pictures that could not be read",
    access: 'key',
    params: profileParams,
    status: 200,
    reply: z.object({ pictures: z.int(), unusable: Diagnostics.shape.unusable }),
    faults: ['profile_not_found'],
  },
  ...webhookRoutes,
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
  health: {
    method: 'GET',
    path: '/healthz',
    tag: 'Service',
    summary: 'The process is up',
    access: 'open',
    status: 200,
    reply: z.object({ status: z.literal('ok') }),
    faults: [],
  },
  readiness: {
    method: 'GET',
    path: '/readyz',
    tag: 'Service',
    summary: 'The store answers and a built-in picture was scored',
    access: 'open',
    status: 200,
    reply: z.object({ status: z.literal('ready') }),
    faults: ['unavailable'],
  },
  apiDescription: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    summary: 'This description (OpenAPI 3.1)',
    access: 'open',
    status: 200,
    reply: z.looseObject({ openapi: z.string() }),
    faults: [],
  },
  apiPage: {
    method: 'GET',
    path: '/docs',
    tag: 'Service',
    summary: 'The description for reading',
    access: 'open',
    status: 200,
    reply: z.string(),
    mediaType: 'text/html; charset=utf-8',
    faults: [],
  },
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type OperationId = keyof Routes

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Member<Operation, Name extends string> =
  Operation extends Readonly<Record<Name, infer Schema>> ? Parsed<Schema> : undefined

/** What a handler of the operation is given. */
export interface Input<Id extends OperationId> {
  readonly params: Member<Routes[Id], 'params'>
  readonly query: Member<Routes[Id], 'query'>
  readonly body: Member<Routes[Id], 'body'>
}

/** What the operation answers with. */
export type Reply<Id extends OperationId> = Frozen<z.output<Routes[Id]['reply']>>

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T
