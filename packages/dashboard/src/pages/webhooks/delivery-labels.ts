import type { Delivery, Webhook } from '@palate/client'

export type DeliveryState = 'delivered' | 'pending' | 'failing' | 'dead'

/** A delivery whose first attempts failed is neither delivered nor given up: it is being retried. */
export function deliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): DeliveryState {
  return status === 'pending' && attempts.length > 0 ? 'failing' : status
}

export const stateLabels: Readonly<Record<DeliveryState, string>> = {
  delivered: 'delivered',
  pending: 'waiting',
  failing: 'retrying',
  dead: 'given up',
}

export const stateTones = { delivered: 'good', pending: 'plain', failing: 'warn', dead: 'bad' } as const

/** "200 in 12 ms", or why there was no response. */
export function describeAttempt(attempt: Delivery['attempts'][number] | undefined): string {
  if (!attempt) return 'not tried yet'
  const result = attempt.status === undefined ? (attempt.error ?? 'no answer') : String(attempt.status)
  return `${result} in ${Math.round(attempt.durationMs).toLocaleString('en')} ms`
}

/** The health of an endpoint, from its last deliveries. */
export function describeHealth(webhook: Pick<Webhook, 'status' | 'disabledReason'>, last: readonly Delivery[]): string {
  if (webhook.status === 'disabled') return disabledLabels[webhook.disabledReason ?? 'requested']
  if (last.length === 0) return 'Nothing sent yet'
  const count = (state: DeliveryState) => last.filter((delivery) => deliveryState(delivery) === state).length
  const failed = count('dead') + count('failing')
  if (failed === 0) return count('pending') === 0 ? 'All delivered' : 'Delivering'
  const isDown = last.slice(0, 3).every((delivery) => ['dead', 'failing'].includes(deliveryState(delivery)))
  return `${isDown ? 'Does not accept deliveries' : 'Had failures'}: ${failed} of the last ${last.length}`
}

const disabledLabels = {
  requested: 'Off: switched off here',
  gone: 'Off: the receiver answered 410 Gone',
  failing: 'Off: every attempt failed for five days',
} as const
