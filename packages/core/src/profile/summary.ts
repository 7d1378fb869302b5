import type { Element } from './schema.ts'

/** The profile in words, as far as it was told in words: the seed and the answered questions. */
export function summarise(seed: string | null, constraints: readonly Element[]): string {
  const answers = constraints.flatMap(sentenceOf)
  return [seed?.trim() ?? '', ...answers].filter((part) => part !== '').join('\n')
}

function sentenceOf({ question, answer }: Element): string[] {
  const said = typeof answer === 'string' ? answer.trim() : answer === undefined ? '' : JSON.stringify(answer)
  if (said === '' || said === 'null') return []
  return [typeof question === 'string' && question.trim() !== '' ? `${question.trim()} ${said}` : said]
}
