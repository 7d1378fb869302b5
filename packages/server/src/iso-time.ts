let lastMs = Number.NaN
let lastText = ''

/** `toISOString`, made once for all that happens in a millisecond: a request writes the time several times. */
export function isoTime(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}
