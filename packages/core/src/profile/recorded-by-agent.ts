/** What an agent recorded for the person, such as `recorded by an agent: “I love it.”`. Undefined for other judgements. */
export function recordedByAgent(element: Readonly<Record<string, unknown>>): string | undefined {
  const { source, quote } = element
  if (source !== 'agent') return undefined
  return typeof quote === 'string' ? `recorded by an agent: “${quote}”` : 'recorded by an agent, without a quote'
}
