/** A text as one line of Markdown without any markup: names, seeds and answers come from clients. */
export function plainText(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}<>[\]~|&]/g, (character) => `\\${character}`)
    .replace(/^(\d*)([#+=.)-])/, '$1\\$2')
}
