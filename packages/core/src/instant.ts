/** A time as stored times are written, in UTC, so that they compare as text. What names no zone is in UTC already. */
export function instant(timestamp: string): string {
  const [, time = ''] = timestamp.split('T')
  const hasZone = /Z$|[+-]\d\d:\d\d$/.test(time)
  return new Date(hasZone ? timestamp : `${timestamp}Z`).toISOString()
}

/** Whether its year has four digits in UTC, too. */
export function isInCalendar(timestamp: string): boolean {
  return instant(timestamp).length === '0000-00-00T00:00:00.000Z'.length
}
