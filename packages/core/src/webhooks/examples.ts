import { batch } from '../batches/examples.ts'
import type { Frozen } from '../generic/frozen.ts'
import { profile, profileId, summary, version } from '../profile/examples.ts'
import { serverSentComment, serverSentEvent } from '../server-sent-events.ts'
import type { EventData, EventRecord, EventType } from './events.ts'
import type { Delivery, Webhook } from './schema.ts'

const webhookId = 'hook_019cb1e0447273b8950ad6f1c20e8b37'
const alertId = 'alert_019cb1e8a9cd7460bf34e7105d26c982'

export const webhook: Webhook = {
  id: webhookId,
  projectId: 'studio',
  url: 'https://hooks.example.com/palate',
  events: ['profile.*', 'quality.alert'],
  description: 'Posts to the design channel',
  status: 'enabled',
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
}

export const webhookSecret = 'whsec_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEE='

export const alert = { id: alertId, profileId, dimension: 'aesthetics', below: 0.4, over: 100 }

const ids = { profileId, branchId: 'main', versionId: version.id }
const { metadata: _, ...batchData } = batch
const key = { id: 'key_019cb1c2d03e7d9fa1460b8857ec2f19', name: 'ci', prefix: 'plt_EXAMPLE0', projectId: 'studio' }
const share = { shareId: 'shr_019cb1c2d03e7d9fa1460b8857ec2f30', profileId, title: 'Spring campaign' }

/** The `data` of an event of each type. */
const eventData: { readonly [Type in EventType]: Frozen<EventData<Type>> } = {
  'profile.created': { profileId, name: summary.name, createdAt: summary.createdAt },
  'profile.updated': { profileId, name: summary.name, changes: ['versions'], updatedAt: summary.updatedAt },
  'profile.deleted': { profileId, name: summary.name },
  'profile.committed': {
    ...ids,
    parentVersionId: null,
    message: version.message,
    elements: { constraints: 1, exemplars: 1, comparisons: 1 },
    createdAt: version.createdAt,
  },
  'profile.branch_created': {
    profileId,
    branchId: 'autumn',
    branchName: 'autumn',
    parentBranchId: 'main',
    headVersionId: version.id,
  },
  'profile.branch_switched': { profileId, fromBranchId: 'main', toBranchId: 'autumn' },
  'profile.rolled_back': { profileId, branchId: 'main', fromVersionId: 'v2', toVersionId: version.id },
  'profile.merged': {
    profileId,
    sourceBranchId: 'autumn',
    targetBranchId: 'main',
    versionId: 'ver_019cbd1c7a207f4e9b8852c1e60fd374',
    mergedFrom: 'ver_019cbd19e3437c02b1d7f3358ea90c6b',
    conflicts: 1,
  },
  'annotation.completed': {
    ...ids,
    counts: { constraints: 1, exemplars: 1, comparisons: 1 },
    budget: profile.profileData.budget,
  },
  'annotation.budget_reached': { profileId, counter: 'labels', used: 50, total: 50 },
  'quality.alert': { kind: 'scores', alertId, profileId, dimension: 'aesthetics', below: 0.4, over: 100, mean: 0.3871 },
  'score.batch_completed': batchData,
  'score.batch_failed': { ...batchData, status: 'failed' },
  'score.batch_canceled': { ...batchData, status: 'canceled' },
  'share.answered': {
    ...share,
    newAnswers: 3,
    counts: { approved: 14, rejected: 6, split: 1, open: 19 },
    lastAnswerAt: '2026-03-03T10:00:00.000Z',
  },
  'share.completed': {
    ...share,
    reviewer: { id: 'rev_019cb1c2d03e7d9fa1460b8857ec2f32', name: 'Ann' },
    counts: { approved: 15, rejected: 6, open: 19 },
    completedAt: '2026-03-03T10:05:00.000Z',
  },
  'person.joined': { personId: 'per_019cb1c2d03e7d9fa1460b8857ec2f21', name: 'Ada', role: 'editor' },
  'person.removed': { personId: 'per_019cb1c2d03e7d9fa1460b8857ec2f21', name: 'Ada', judgements: 'keep' },
  'api_key.created': { ...key, createdAt: '2026-03-02T09:00:00.000Z' },
  'api_key.revoked': { ...key, revokedAt: '2026-03-04T16:40:12.000Z' },
  'webhook.disabled': { webhookId, projectId: 'studio', url: webhook.url, reason: 'failing' },
  'webhook.test': { webhookId },
}

export function eventExample(type: EventType): EventRecord {
  return {
    id: 'evt_019cb1da0c127c88b3e16f4d902a75b1',
    type,
    timestamp: version.createdAt,
    projectId: 'studio',
    data: eventData[type],
  }
}

export const delivery: Delivery = {
  id: 'dlv_019cb1da0c1a7e4590f2b86c13d7a0e4',
  webhookId,
  eventId: 'evt_019cb1da0c127c88b3e16f4d902a75b1',
  eventType: 'profile.committed',
  status: 'delivered',
  attempts: [{ at: '2026-03-02T09:30:00.104Z', status: 204, durationMs: 87.5 }],
  createdAt: version.createdAt,
}

export const pendingDelivery: Delivery = {
  ...delivery,
  status: 'pending',
  attempts: [],
  nextAttemptAt: '2026-03-02T09:30:00.000Z',
}

export const deadLetter: Delivery = {
  ...delivery,
  status: 'dead',
  attempts: [{ at: '2026-03-02T09:30:00.104Z', durationMs: 15_000, error: 'no answer within 15 s' }],
}

const { id, type } = eventExample('profile.committed')
const data = JSON.stringify(eventExample(type))
export const eventStreamExample = serverSentComment('open') + serverSentEvent({ event: type, id, data })
