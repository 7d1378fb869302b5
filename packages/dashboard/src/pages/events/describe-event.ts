import type { Event } from '@palate/client'
import { counted, listed } from '../../ui/format.ts'

type Data = Event['data']

/** Describes an event in a sentence. */
export function describeEvent({ type, data }: Pick<Event, 'type' | 'data'>): string {
  return sentences[type](data)
}

const sentences: Readonly<Record<Event['type'], (data: Data) => string>> = {
  'profile.created': (data) => `Profile ${text(data.name)} was created`,
  'profile.updated': (data) => `Profile ${text(data.name)} changed: ${listed((data.changes ?? []) as string[])}`,
  'profile.deleted': (data) => `Profile ${text(data.name)} was deleted`,
  'profile.committed': (data) => `Committed: ${text(data.message) || 'no message'}`,
  'profile.branch_created': (data) => `Branch ${text(data.branchName)} was created`,
  'profile.branch_switched': (data) => `Switched from ${text(data.fromBranchId)} to ${text(data.toBranchId)}`,
  'profile.rolled_back': (data) => `Branch ${text(data.branchId)} was rolled back`,
  'profile.merged': (data) => `Branch ${text(data.sourceBranchId)} was merged into ${text(data.targetBranchId)}`,
  'annotation.completed': (data) => `Taught: ${countsOf(data.counts)}`,
  'annotation.budget_reached': (data) => `All ${text(data.total)} ${text(data.counter)} of the budget are used`,
  'quality.alert': describeAlert,
  'score.batch_completed': (data) => `A batch finished: ${batchOf(data.counts)}`,
  'score.batch_failed': (data) => `A batch failed: ${batchOf(data.counts)}`,
  'score.batch_canceled': (data) => `A batch was cancelled: ${batchOf(data.counts)}`,
  'api_key.created': (data) => `Key ${text(data.name)} was created`,
  'api_key.revoked': (data) => `Key ${text(data.name)} was revoked`,
  'webhook.disabled': (data) => `A webhook was switched off: ${text(data.reason)}`,
  'webhook.test': () => 'A test event was sent',
}

function describeAlert(data: Data): string {
  if (data.kind === 'scores')
    return `Scores fell: the mean ${text(data.dimension)} is ${text(data.mean)}, below ${text(data.below)}`
  if (data.kind === 'batch') return `${text(data.failed)} of ${text(data.total)} frames of a batch could not be scored`
  return `Judgements of ${text(data.dimension)} contradict each other`
}

function countsOf(counts: unknown): string {
  const { constraints = 0, exemplars = 0, comparisons = 0 } = (counts ?? {}) as Record<string, number>
  const parts = [
    constraints > 0 ? counted(constraints, 'answer') : '',
    exemplars > 0 ? counted(exemplars, 'label') : '',
    comparisons > 0 ? counted(comparisons, 'comparison') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'nothing new' : listed(parts)
}

function batchOf(counts: unknown): string {
  const { total = 0, succeeded = 0 } = (counts ?? {}) as Record<string, number>
  return `${succeeded.toLocaleString('en')} of ${counted(total, 'frame')} scored`
}

function text(value: unknown): string {
  return value == null ? '' : String(value)
}

/** The page for an event; undefined if there is none. */
export function pageOf({ type, data }: Pick<Event, 'type' | 'data'>): string | undefined {
  const profileId = data.profileId ?? data.profile_id
  if (type === 'profile.deleted') return undefined
  if (typeof profileId !== 'string') return type.startsWith('api_key.') ? '/keys' : undefined
  return typeof data.versionId === 'string'
    ? `/profiles/${profileId}/history/${data.versionId}`
    : `/profiles/${profileId}`
}
