/**
 * The form in which names are compared: Unicode has several spellings of the same text, such as `é` as one character or
 * as `e` with an accent. Names are stored and returned as they were sent.
 */
export function canonicalName(name: string): string {
  return name.normalize('NFC')
}
