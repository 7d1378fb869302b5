/** How somebody answered when an agent or a command asked which of two pictures suits better. */
export type Choice = 'first' | 'second' | 'no difference'

export interface AskedPair {
  readonly profileId: string
  /** The URLs of the two pictures. */
  readonly first: string
  readonly second: string
  readonly dimension?: string | undefined
  readonly source?: 'agent' | undefined
  /** The judgement carries it as `askId`, so that the command that asked can find the answer. */
  readonly askId?: string | undefined
}

/** The path of the dashboard's page that asks. */
export function askPath({ profileId, first, second, dimension, source, askId }: AskedPair): string {
  const query = Object.entries({ a: first, b: second, dimension, source, askId })
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/profiles/${profileId}/teach/ask?${query.join('&')}`
}

/** Marks a judgement that an agent asked for, with the words of the person. */
export function askedByAgent(choice: Choice): { readonly source: 'agent'; readonly quote: string } {
  return { source: 'agent', quote: `Asked which suits better, the person chose: ${choice}` }
}
