import { type EventType, eventTypes } from './events.ts'

/** The event types that match a name, a pattern such as `profile.*`, or `*`. */
export function typesOf(pattern: string): readonly EventType[] {
  if (pattern === '*') return eventTypes
  if (!pattern.endsWith('.*')) return eventTypes.filter((type) => type === pattern)
  return eventTypes.filter((type) => type.startsWith(pattern.slice(0, -1)))
}

export function isEventPattern(pattern: string): boolean {
  return typesOf(pattern).length > 0
}

/** Whether a subscription to these patterns includes the type. */
export function wants(patterns: readonly string[], type: EventType): boolean {
  return patterns.some((pattern) => typesOf(pattern).includes(type))
}
