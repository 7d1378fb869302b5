/** Limit for ids that clients choose. */
export const idCharactersMax = 255

/** The kinds of object to which Palate assigns ids. */
export type IdPrefix =
  | 'acct'
  | 'key'
  | 'prof'
  | 'ver'
  | 'req'
  | 'evt'
  | 'hook'
  | 'dlv'
  | 'try'
  | 'alert'
  | 'batch'
  | 'frm'
  | 'aud'
  | 'shr'
  | 'brd'
  | 'ans'
  | 'ask'
  | 'dsc'
  | 'per'

/** A prefixed UUIDv7, so that later ids sort later. `time` comes from `idTime`; `random` is 15 random hex digits. */
export function formatId(prefix: IdPrefix, time: string, counter: number, random: string): string {
  const sequence = (0x7000 | (counter & 0xfff)).toString(16)
  const variant = '89ab'[counter & 3]
  return `${prefix}_${time}${sequence}${variant}${random}`
}

export function idTime(timeMs: number): string {
  return timeMs.toString(16).padStart(12, '0')
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(text.slice(prefix.length + 1))
}
