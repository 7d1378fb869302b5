export const dayMs = 24 * 3600 * 1000

/** The most days of usage that a request can return. */
export const usageDaysMax = 90
export const usageDaysDefault = 30

export interface DayOfUse {
  /** A UTC day: `2026-01-02`. */
  readonly date: string
  readonly requests: number
}

/** The UTC day of a time. */
export function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

/** The UTC day this many days before a time. */
export function dateBefore(now: string, days: number): string {
  return dateOf(Date.parse(now) - days * dayMs)
}

/** Every day up to today, oldest first; 0 for days without requests. */
export function completeDays(used: readonly DayOfUse[], now: string, days: number): DayOfUse[] {
  const known = new Map(used.map(({ date, requests }) => [date, requests]))
  return Array.from({ length: days }, (_, i) => {
    const date = dateBefore(now, days - 1 - i)
    return { date, requests: known.get(date) ?? 0 }
  })
}
