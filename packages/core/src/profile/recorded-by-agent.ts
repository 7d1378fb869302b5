/** What an agent recorded for the person, such as `recorded by an agent: “I love it.”`. Undefined for other judgements. */
export function recordedByAgent(element: Readonly<Record<string, unknown>>): string | undefined {
  const { source, quote } = element
  if (source !== 'agent') return undefined
  return typeof quote === 'string' ? `recorded by an agent: “${quote}”` : 'recorded by an agent, without a quote'
}

/** Where a judgement comes from that nobody made in person: from an agent, or from the answers to a share. */
export function sourceNote(element: Readonly<Record<string, unknown>>): string | undefined {
  const { source, quote } = element
  if (source === 'share') return typeof quote === 'string' ? `from a share, ${quote}` : 'from a share'
  return recordedByAgent(element)
}
