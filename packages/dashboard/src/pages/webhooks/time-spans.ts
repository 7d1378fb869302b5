/** How far back a list goes. */
export const timeSpans = [
  { value: '', label: 'Any time' },
  { value: '1h', label: 'The last hour' },
  { value: '1d', label: 'The last day' },
  { value: '7d', label: 'The last week' },
]

const hourMs = 3_600_000
const lengthsMs: Readonly<Record<string, number>> = { '1h': hourMs, '1d': 24 * hourMs, '7d': 7 * 24 * hourMs }

/** When a span that ends now starts; undefined for an unlimited one. */
export function startOfSpan(span: string, now = Date.now()): string | undefined {
  const lengthMs = lengthsMs[span]
  return lengthMs === undefined ? undefined : new Date(now - lengthMs).toISOString()
}
