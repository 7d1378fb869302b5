import type { Event } from '@palate/client'
import { counted, listed, percent } from '../../ui/format.ts'

type Data = Event['data']

/** Names that events do not contain. */
export interface EventNames {
  readonly profile: (profileId: unknown) => string | undefined
  readonly branch: (profileId: unknown, branchId: unknown) => string | undefined
}

/** Describes an event in a sentence, with the names of its profile and of the key that caused it if they are known. */
export function describeEvent({ type, data }: Pick<Event, 'type' | 'data'>, names: EventNames): string {
  const profile = data.name === undefined ? names.profile(data.profileId ?? data.profile_id) : undefined
  const branch = (id: unknown) => names.branch(data.profileId, id) ?? 'another branch'
  const { name: author } = (data.author ?? {}) as { readonly name?: string }
  const by = author === undefined ? '' : `, by ${author}`
  return `${profile === undefined ? '' : `${profile}: `}${sentences[type](data, branch)}${by}`
}

type BranchName = (branchId: unknown) => string

const sentences: Readonly<Record<Event['type'], (data: Data, branch: BranchName) => string>> = {
  'profile.created': (data) => `Profile ${text(data.name)} was created`,
  'profile.updated': (data) => `Profile ${text(data.name)} changed: ${changesOf(data.changes)}`,
  'profile.deleted': (data) => `Profile ${text(data.name)} was deleted`,
  'profile.committed': (data) => `Saved “${text(data.message) || 'no message'}”`,
  'profile.branch_created': (data) => `Branch ${text(data.branchName)} was created`,
  'profile.branch_switched': (data, branch) => `${branch(data.fromBranchId)} → ${branch(data.toBranchId)}`,
  'profile.rolled_back': (data, branch) => `Rolled back ${branch(data.branchId)}`,
  'profile.merged': (data, branch) => `Merged ${branch(data.sourceBranchId)} into ${branch(data.targetBranchId)}`,
  'annotation.completed': (data) => `Taught: ${countsOf(data.counts)}`,
  'annotation.budget_reached': (data) => `All ${text(data.total)} ${text(data.counter)} are used`,
  'quality.alert': describeAlert,
  'score.batch_completed': (data) => `A batch finished: ${batchOf(data.counts)}`,
  'score.batch_failed': (data) => `A batch failed: ${batchOf(data.counts)}`,
  'score.batch_canceled': (data) => `A batch was cancelled: ${batchOf(data.counts)}`,
  'share.answered': (data) => `Clients answered ${text(data.title)}: ${decisionsOf(data.counts)}`,
  'share.completed': (data) =>
    `${reviewerOf(data.reviewer)} is done with ${text(data.title)}: ${decisionsOf(data.counts)}`,
  'person.joined': (data) => `${text(data.name)} joined`,
  'person.removed': (data) => `${text(data.name) || 'A person'} was removed`,
  'api_key.created': (data) => `Key ${text(data.name)} was created`,
  'api_key.revoked': (data) => `Key ${text(data.name)} was revoked`,
  'webhook.disabled': (data) => `A webhook was switched off: ${text(data.reason)}`,
  'webhook.test': () => 'A test event was sent',
}

function describeAlert(data: Data): string {
  if (data.kind === 'scores')
    return `Scores fell: the mean ${text(data.dimension)} is ${share(data.mean)}, below ${share(data.below)}`
  if (data.kind === 'batch')
    return `${text(data.failed)} of ${text(data.total)} pictures of a batch could not be scored`
  return `Judgements of ${text(data.dimension)} contradict each other`
}

const changeWords: Readonly<Record<string, string>> = {
  seed: 'description',
  currentBranchId: 'current branch',
  workingChanges: 'judgements',
  budget: 'judgements left',
  effectiveSnapshot: 'learned state',
  thresholds: 'passing score',
}

function changesOf(changes: unknown): string {
  return listed(((changes ?? []) as string[]).map((change) => changeWords[change] ?? change))
}

function share(value: unknown): string {
  return typeof value === 'number' ? percent(value) : text(value)
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
  return `${succeeded.toLocaleString('en')} of ${counted(total, 'picture')} scored`
}

function decisionsOf(counts: unknown): string {
  const { approved = 0, rejected = 0 } = (counts ?? {}) as Record<string, number>
  return `${approved} approved, ${rejected} rejected`
}

function reviewerOf(reviewer: unknown): string {
  return text((reviewer as { readonly name?: string } | undefined)?.name) || 'A client'
}

function text(value: unknown): string {
  return value == null ? '' : String(value)
}

/** The page for an event; undefined if there is none. */
export function pageOf({ type, data }: Pick<Event, 'type' | 'data'>): string | undefined {
  const profileId = data.profileId ?? data.profile_id
  if (type === 'profile.deleted') return undefined
  if (typeof profileId !== 'string') return type.startsWith('api_key.') ? '/keys' : undefined
  if (typeof data.shareId === 'string') return `/profiles/${profileId}/shares/${data.shareId}`
  return typeof data.versionId === 'string'
    ? `/profiles/${profileId}/history/${data.versionId}`
    : `/profiles/${profileId}`
}
