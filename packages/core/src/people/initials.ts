/**
 * The first letters of the first and the last word: "Ada King Lovelace" is AL. The page of a share has this function as
 * text, so it uses nothing from outside.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters = [first, last].map((word = '') => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? '').join('')
  return letters.toUpperCase() || '?'
}
