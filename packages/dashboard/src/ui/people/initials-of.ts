export const colourCount = 8

/** One of eight colours, the same on every page and for everybody (FNV-1a of the id). */
export function colourOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return (hash >>> 24) % colourCount
}
