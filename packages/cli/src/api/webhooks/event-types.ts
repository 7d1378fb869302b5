import { UsageError } from '../../output.ts'

/** The event types that names and patterns such as `profile.*` stand for. A mistyped one would never match. */
export async function eventTypesAmong(patterns: readonly string[]): Promise<ReadonlySet<string>> {
  const { typesOf } = await import('@palate/core/webhooks/subscription.ts')
  const unknown = patterns.length === 0 ? [''] : patterns.filter((pattern) => typesOf(pattern).length === 0)
  if (unknown.length > 0) {
    const names = unknown.map((one) => JSON.stringify(one)).join(', ')
    const are = unknown.length === 1 ? 'is not an event type' : 'are not event types'
    throw new UsageError(`${names} ${are}: GET /v1/event-types lists them`)
  }
  return new Set(patterns.flatMap(typesOf))
}
