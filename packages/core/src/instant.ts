/** A timestamp in the stored form (ISO 8601 in UTC), which compares correctly as text. Without a zone it is UTC. */
export function instant(timestamp: string): string {
  const date = parseInstant(timestamp)
  if (!date) throw new RangeError(`${JSON.stringify(timestamp)} is not a time`)
  return date.toISOString()
}

export function isInstant(text: string): boolean {
  return parseInstant(text) !== undefined
}

/** Whether two timestamps name the same millisecond. Clients may rewrite the timestamps that they read. */
export function isSameInstant(one: string, other: string): boolean {
  return one === other || instant(one) === instant(other)
}

/** Whether the year still has four digits after conversion to UTC. */
export function isInCalendar(timestamp: string): boolean {
  return instant(timestamp).length === '0000-00-00T00:00:00.000Z'.length
}

/** The extended and the basic form of ISO 8601, to the minute or finer. `Date` accepts only some of the valid forms. */
const extendedForm =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/i
const basicForm =
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d(?:\d\d)?)?$/i

function parseInstant(text: string): Date | undefined {
  const { groups } = extendedForm.exec(text) ?? basicForm.exec(text) ?? {}
  if (!groups) return undefined
  const [year = 0, month = 0, day = 0] = [groups.year, groups.month, groups.day].map(Number)
  const [hour = 0, minute = 0, second = 0] = [groups.hour, groups.minute, groups.second ?? 0].map(Number)
  const milliseconds = Number((groups.fraction ?? '').slice(0, 3).padEnd(3, '0'))
  const offset = offsetMinutes(groups.zone ?? 'Z')
  if (offset === undefined || !isDay(year, month, day) || !isTimeOfDay(hour, minute, second, milliseconds)) {
    return undefined
  }
  const date = dateOf(year, month, day)
  date.setUTCHours(hour, minute - offset, second, milliseconds)
  return date
}

function isDay(year: number, month: number, day: number): boolean {
  const date = dateOf(year, month, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** 24:00 is the end of the day. */
function isTimeOfDay(hour: number, minute: number, second: number, milliseconds: number): boolean {
  if (hour === 24) return minute + second + milliseconds === 0
  return hour < 24 && minute < 60 && second < 60
}

/** Parses `Z`, `+hh`, `+hhmm` or `+hh:mm`. */
function offsetMinutes(zone: string): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}

/** `Date.UTC` would map the years 0 to 99 to 1900 to 1999. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}
