const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** "3 hours ago", with the exact time on hover and for machines. */
export function TimeAgo({ at }: { readonly at: string | number }) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)}>
      {describeTime(date)}
    </time>
  )
}

export function describeTime(date: Date, now = Date.now()): string {
  const seconds = (date.getTime() - now) / 1000
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return seconds > 0 ? 'in a moment' : 'just now'
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** "Today", "Yesterday" or "March 12, 2026", in local time. */
export function describeDay(date: Date, now = new Date()): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const day = date.toDateString()
  if (day === now.toDateString()) return 'Today'
  return day === yesterday.toDateString() ? 'Yesterday' : dayFormat.format(date)
}
