/** The kinds of thing that Palate names by itself. */
export type IdPrefix = 'acct' | 'key' | 'prof' | 'ver' | 'req' | 'evt' | 'hook' | 'dlv' | 'try' | 'alert' | 'batch'

/** A UUIDv7 in prefix form: ids made later sort later. The source supplies time and chance. */
export function formatId(prefix: IdPrefix, timeMs: number, counter: number, random: Uint8Array): string {
  const time = timeMs.toString(16).padStart(12, '0')
  const sequence = (0x7000 | (counter & 0xfff)).toString(16)
  let tail = ''
  for (let i = 0; i < 8; i++) {
    const byte = random[i] ?? 0
    tail += hexOf[i === 0 ? (byte & 0x3f) | 0x80 : byte]
  }
  return `${prefix}_${time}${sequence}${tail}`
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(text.slice(prefix.length + 1))
}
