const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const

/** A waiting time: "under a second", "12 s", "3 min". */
export function describeAge(seconds: number): string {
  for (const [size, unit] of units) {
    if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`
  }
  return seconds < 1 ? 'under a second' : `${Math.floor(seconds)} s`
}
