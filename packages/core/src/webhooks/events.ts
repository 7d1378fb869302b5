import { z } from 'zod'
import { modelsOfBatch } from '../batches/schema.ts'
import { ProjectId, Timestamp } from '../fields.ts'
import type { Frozen } from '../generic/frozen.ts'
import { Actor } from '../keys/schema.ts'
import { scopeNames } from '../keys/scope-names.ts'
import { roleNames } from '../people/roles.ts'
import { judgementFates } from '../people/schema.ts'
import { Budget } from '../profile/schema.ts'

/** The maximum size of an event. The API has the complete data. */
export const eventBytesMax = 20_000
/** How many characters of a commit's message an event repeats. */
export const messageExcerptCharactersMax = 200

const id = z.string()
const profile = { profileId: id, name: z.string() }
/** Absent if no key caused the event, and in events of earlier versions. */
const by = {
  author: Actor.optional().meta({
    description: 'The person or key that caused the event, with the name at that time',
  }),
}
const elementCounts = z.object({ constraints: z.int(), exemplars: z.int(), comparisons: z.int() })

/** What a PATCH can change in a profile, by the member names of the PATCH. */
export const profileChanges = [
  'name',
  'seed',
  'versions',
  'branches',
  'currentBranchId',
  'workingChanges',
  'budget',
  'effectiveSnapshot',
  'thresholds',
] as const

const key = { id, name: z.string(), prefix: z.string(), projectId: ProjectId.optional() }
const batch = z.object({
  batch_id: id,
  profile_id: id,
  version_id: id.nullable(),
  status: z.string(),
  counts: z.object({ total: z.int(), succeeded: z.int(), failed: z.int(), canceled: z.int() }),
  ...modelsOfBatch,
  created_at: Timestamp,
  completed_at: Timestamp.optional(),
})

const sharedTo = { shareId: id, profileId: id, title: z.string() }
const decided = { approved: z.int(), rejected: z.int() }

const judgements = z.object({
  kind: z.literal('judgements').meta({ description: 'The judgements of a commit contradict each other' }),
  reason: z.enum(['transitivity', 'contradictions']),
  profileId: id,
  branchId: id,
  versionId: id,
  dimension: z.string(),
  comparisons: z.int(),
  transitivity: z.number().nullable(),
  contradictions: z.int().meta({ description: 'Frames and pairs that were judged both ways' }),
  ...by,
})
const scores = z.object({
  kind: z.literal('scores').meta({ description: 'An alert rule fired' }),
  alertId: id,
  profileId: id,
  dimension: z.string(),
  below: z.number(),
  over: z.int(),
  mean: z.number(),
})
const failedFrames = z.object({
  kind: z.literal('batch').meta({ description: 'More than 5 % of a batch could not be scored' }),
  profileId: id,
  batchId: id,
  failed: z.int(),
  total: z.int(),
})

/** Every event type: when it is sent, and what its `data` contains. */
export const eventCatalogue = {
  'profile.created': {
    when: 'A profile was created or imported',
    data: z.object({ ...profile, createdAt: Timestamp, ...by }),
  },
  'profile.updated': {
    when: 'A profile was changed; `changes` lists what changed',
    data: z.object({ ...profile, changes: z.array(z.enum(profileChanges)), updatedAt: Timestamp, ...by }),
  },
  'profile.deleted': { when: 'A profile was deleted', data: z.object({ ...profile, ...by }) },
  'profile.committed': {
    when: 'A version was added',
    data: z.object({
      profileId: id,
      branchId: id,
      versionId: id,
      parentVersionId: id.nullable(),
      mergedFrom: id.optional(),
      message: z.string().meta({ description: `The first ${messageExcerptCharactersMax} characters` }),
      elements: elementCounts.meta({ description: 'Number of elements in the new state' }),
      createdAt: Timestamp,
      ...by,
    }),
  },
  'profile.branch_created': {
    when: 'A branch was created',
    data: z.object({
      profileId: id,
      branchId: id,
      branchName: z.string(),
      parentBranchId: id.optional(),
      headVersionId: id.nullable(),
      ...by,
    }),
  },
  'profile.branch_switched': {
    when: 'The current branch was switched',
    data: z.object({ profileId: id, fromBranchId: id, toBranchId: id, ...by }),
  },
  'profile.rolled_back': {
    when: "A branch's head was moved back to an earlier version, or a commit recorded a rollback",
    data: z.object({
      profileId: id,
      branchId: id,
      fromVersionId: id.nullable(),
      toVersionId: id.nullable(),
      documentedBy: id.optional().meta({ description: 'The version that repeats the earlier state' }),
      ...by,
    }),
  },
  'profile.merged': {
    when: 'A branch was merged into another',
    data: z.object({
      profileId: id,
      sourceBranchId: id,
      targetBranchId: id,
      versionId: id,
      mergedFrom: id.optional(),
      conflicts: z.int().meta({ description: 'Number of conflicts that the strategy settled' }),
      ...by,
    }),
  },
  'annotation.completed': {
    when: 'A commit added elements',
    data: z.object({
      profileId: id,
      branchId: id,
      versionId: id,
      mergedFrom: id.optional().meta({ description: 'The merged version, if the commit is a merge' }),
      counts: elementCounts.meta({ description: 'Number of elements added' }),
      budget: Budget,
      ...by,
    }),
  },
  'annotation.budget_reached': {
    when: 'A budget counter reached its total',
    data: z.object({
      profileId: id,
      counter: z.enum(['questions', 'labels', 'comparisons']),
      used: z.int(),
      total: z.int(),
      ...by,
    }),
  },
  'quality.alert': {
    when: 'An alert rule fired, judgements of a commit contradict each other, or too many frames of a batch failed',
    data: z.discriminatedUnion('kind', [judgements, scores, failedFrames]),
  },
  'score.batch_completed': { when: 'A batch completed, whether or not its frames could be scored', data: batch },
  'score.batch_failed': { when: 'A batch could not continue', data: batch },
  'score.batch_canceled': { when: 'A batch was canceled', data: batch },
  'share.answered': {
    when: 'Visitors of a share decided or commented; at most once a minute for each share',
    data: z.object({
      ...sharedTo,
      newAnswers: z.int().meta({ description: 'Answers since the last event of this type' }),
      counts: z.object({
        ...decided,
        split: z.int().meta({ description: 'Pictures that some approved and others rejected' }),
        open: z.int(),
      }),
      lastAnswerAt: Timestamp,
    }),
  },
  'share.completed': {
    when: 'A visitor of a share said that they are done',
    data: z.object({
      ...sharedTo,
      reviewer: z.object({
        id,
        name: z.string().optional().meta({ description: 'As entered by the visitor; not verified' }),
      }),
      counts: z.object({ ...decided, open: z.int() }).meta({ description: "The visitor's own decisions" }),
      completedAt: Timestamp,
    }),
  },
  'person.joined': {
    when: 'A person signed in for the first time',
    data: z.object({
      ...{ personId: id, name: z.string(), role: z.enum(roleNames) },
      projects: z.array(ProjectId).optional().meta({ description: 'Absent if the person has access to all projects' }),
      ...by,
    }),
  },
  'person.removed': {
    when: 'A person was removed',
    data: z.object({
      personId: id,
      name: z.string().optional().meta({ description: 'Absent if what the person judged was erased' }),
      judgements: z.enum(judgementFates),
      ...by,
    }),
  },
  'api_key.created': {
    when: 'An API key was created, possibly by rotation',
    data: z.object({
      ...key,
      scopes: z.array(z.enum(scopeNames)).optional().meta({ description: 'Absent if the key has all scopes' }),
      expiresAt: Timestamp.optional(),
      createdAt: Timestamp,
      rotatedFrom: id.optional(),
      ...by,
    }),
  },
  'api_key.revoked': {
    when: 'An API key was revoked, possibly by rotation; `revokedAt` is in the future if the rotation has an overlap',
    data: z.object({ ...key, revokedAt: Timestamp, rotatedTo: id.optional(), ...by }),
  },
  'webhook.disabled': {
    when: 'A webhook was disabled',
    data: z.object({ webhookId: id, projectId: ProjectId.optional(), url: z.string(), reason: z.string(), ...by }),
  },
  'webhook.test': {
    when: 'A test was requested; sent only to the webhook under test',
    data: z.object({ webhookId: id }),
  },
} as const satisfies Record<string, { readonly when: string; readonly data: z.ZodType }>

export type EventType = keyof typeof eventCatalogue
export const eventTypes = Object.keys(eventCatalogue) as [EventType, ...EventType[]]

export const EventName = z.enum(eventTypes)

export type EventData<Type extends EventType> = z.infer<(typeof eventCatalogue)[Type]['data']>

/** An event before it is recorded: it has no id and no time yet. */
export type NewEvent = {
  readonly [Type in EventType]: {
    readonly type: Type
    /** Null if the event concerns the whole account. */
    readonly projectId: string | null
    /** Events of the same profile are stored and sent in order. */
    readonly profileId: string | null
    readonly data: Frozen<EventData<Type>>
  }
}[EventType]

/** An event as listed and sent. */
export const EventRecord = z.object({
  id: z.string(),
  type: EventName,
  timestamp: Timestamp,
  projectId: ProjectId.nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type EventRecord = Readonly<z.infer<typeof EventRecord>>

/** The entire request body for an event type. */
export function payloadOf(type: EventType): z.ZodType {
  return EventRecord.extend({ type: z.literal(type), data: eventCatalogue[type].data })
}

export function payloadSchemaOf(type: EventType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(payloadOf(type), { io: 'output' })
  return schema
}
