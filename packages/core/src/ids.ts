/** The kinds of thing that Palate names by itself. */
export type IdPrefix = 'acct' | 'key' | 'prof' | 'ver' | 'req'

/** A UUIDv7 in prefix form: ids made later sort later. The source supplies time and chance. */
export function formatId(prefix: IdPrefix, timeMs: number, counter: number, random: Uint8Array): string {
  const time = timeMs.toString(16).padStart(12, '0')
  const sequence = (0x7000 | (counter & 0xfff)).toString(16)
  const tail = Array.from(random.subarray(0, 8), (byte, i) => (i === 0 ? (byte & 0x3f) | 0x80 : byte))
  return `${prefix}_${time}${sequence}${tail.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(text.slice(prefix.length + 1))
}
