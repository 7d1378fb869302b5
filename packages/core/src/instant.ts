/** A timestamp in the stored form (ISO 8601 in UTC), which compares correctly as text. Without a zone it is UTC. */
export function instant(timestamp: string): string {
  const [, time = ''] = timestamp.split('T')
  const hasZone = /Z$|[+-]\d\d:\d\d$/.test(time)
  return new Date(hasZone ? timestamp : `${timestamp}Z`).toISOString()
}

/** Whether the year still has four digits after conversion to UTC. */
export function isInCalendar(timestamp: string): boolean {
  return instant(timestamp).length === '0000-00-00T00:00:00.000Z'.length
}
