import { invalidAt } from '../fault.ts'

const scheme = 'part:'

/** The part of the form that a frame of a scoring request refers to; undefined if its URL is of another kind. */
export function partNameOf(url: string): string | undefined {
  return url.startsWith(scheme) ? url.slice(scheme.length) : undefined
}

/** Refuses a form in which a frame names a part that is missing, or a part is named by no frame. */
export function requireNamedParts(
  frames: readonly { readonly url: string }[],
  parts: ReadonlyMap<string, unknown>,
): void {
  const named = new Set<string>()
  for (const [index, { url }] of frames.entries()) {
    const name = partNameOf(url)
    if (name === undefined) continue
    if (!parts.has(name)) throw invalidAt(`/frames/${index}/url`, 'names a part that the form does not have')
    named.add(name)
  }
  for (const name of parts.keys()) {
    if (!named.has(name)) throw invalidAt('', `no frame names the part ${JSON.stringify(name.slice(0, 50))}`)
  }
}
