import { InvalidArgumentError } from 'commander'

/** What an option that takes a time in the past accepts. */
export const pastTimeForms = '30s, 10m, 2h, 7d, or a time such as 2026-01-02T03:04:05Z'

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The time in milliseconds. */
export function pastTime(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = count === undefined ? Date.parse(text) : Date.now() - Number(count) * (unitsMs[unit] ?? 0)
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It must be like 30s, 10m, 2h, 7d or 2026-01-02T03:04:05Z.')
  return ms
}
