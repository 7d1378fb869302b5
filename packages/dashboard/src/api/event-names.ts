import type { EventType } from '@palate/client'

/** In the order of the catalogue. The compiler reports a missing one. */
const names: Readonly<Record<EventType['type'], true>> = {
  'profile.created': true,
  'profile.updated': true,
  'profile.deleted': true,
  'profile.committed': true,
  'profile.branch_created': true,
  'profile.branch_switched': true,
  'profile.rolled_back': true,
  'profile.merged': true,
  'annotation.completed': true,
  'annotation.budget_reached': true,
  'quality.alert': true,
  'score.batch_completed': true,
  'score.batch_failed': true,
  'score.batch_canceled': true,
  'share.answered': true,
  'share.completed': true,
  'person.joined': true,
  'person.removed': true,
  'api_key.created': true,
  'api_key.revoked': true,
  'webhook.disabled': true,
  'webhook.test': true,
}

export const eventNames: readonly string[] = Object.keys(names)

/** Patterns that match several events. */
export const eventFamilies: readonly string[] = [...new Set(eventNames.map((name) => `${name.split('.')[0]}.*`))]

export const eventTypeOptions = [
  { value: '', label: 'All types' },
  ...eventNames.map((value) => ({ value, label: value })),
]
