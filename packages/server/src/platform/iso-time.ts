let lastMs = Number.NaN
let lastText = ''

/** `toISOString`, computed once per millisecond, because a request writes the time several times. */
export function isoTime(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}
