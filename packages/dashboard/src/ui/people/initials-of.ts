export const colourCount = 8

/** The first letters of the first and the last word: "Ada King Lovelace" is AL. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters = [first, last].map((word = '') => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? '').join('')
  return letters.toUpperCase() || '?'
}

/** One of eight colours, the same on every page and for everybody (FNV-1a of the id). */
export function colourOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return (hash >>> 24) % colourCount
}
