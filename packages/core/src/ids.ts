/** The kinds of thing that Palate names by itself. */
export type IdPrefix = 'acct' | 'key' | 'prof' | 'ver' | 'req' | 'evt' | 'hook' | 'dlv' | 'try' | 'alert' | 'batch'

/** A UUIDv7 in prefix form: ids made later sort later. The source supplies the time as text, and 15 hex digits of chance. */
export function formatId(prefix: IdPrefix, time: string, counter: number, chance: string): string {
  const sequence = (0x7000 | (counter & 0xfff)).toString(16)
  const variant = '89ab'[counter & 3]
  return `${prefix}_${time}${sequence}${variant}${chance}`
}

export function idTime(timeMs: number): string {
  return timeMs.toString(16).padStart(12, '0')
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(text.slice(prefix.length + 1))
}
