/**
 * The form in which names are compared: Unicode can encode the same text in several ways, such as `é` as one character
 * or as `e` with a combining accent. Names are stored and returned as sent.
 */
export function canonicalName(name: string): string {
  return name.normalize('NFC')
}
