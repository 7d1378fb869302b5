const dayMs = 24 * 3_600_000

/** What is older than this has expired. Undefined if it is kept for ever. */
export function expiredBefore(clock: () => Date, daysKept: number): string | undefined {
  return daysKept === 0 ? undefined : new Date(clock().getTime() - daysKept * dayMs).toISOString()
}
