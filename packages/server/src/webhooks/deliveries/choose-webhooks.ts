import type { DueWebhook } from './claims.ts'

/** Webhooks that one transaction claims from, or stores failures of: other writers wait for it. */
export const webhooksPerClaimMax = 20

interface Turn {
  /** The webhook that was claimed from last. */
  readonly last: string
  /** Whether the account pauses attempts to webhooks that failed last. */
  readonly isResting: boolean
  readonly isFailing: (webhook: DueWebhook) => boolean
}

/** The webhooks to claim from now: a few, in turn, and first those that did not fail last. `ready` is sorted by id. */
export function chooseWebhooks(ready: readonly DueWebhook[], { last, isResting, isFailing }: Turn) {
  const start = ready.findIndex(({ id }) => id > last)
  const inTurn = start < 0 ? ready : [...ready.slice(start), ...ready.slice(0, start)]
  const { healthy = [], failing = [] } = Object.groupBy(inTurn, (one) => (isFailing(one) ? 'failing' : 'healthy'))
  const claimable = isResting ? healthy : [...healthy, ...failing]
  const chosen = claimable.slice(0, webhooksPerClaimMax).map(({ id }) => id)
  return { chosen, hasFailing: chosen.length > healthy.length, hasMore: claimable.length > chosen.length }
}
