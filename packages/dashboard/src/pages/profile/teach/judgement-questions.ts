const questions: Readonly<Record<string, readonly [pair: string, one: string]>> = {
  aesthetics: ['Which one do you like better?', 'Is it good?'],
  likeness: ['Which one looks more like yours?', 'Does it look like yours?'],
  usability: ['Which one is easier to use?', 'Is it easy to use?'],
}

/** The question for two pictures. */
export function pairQuestion(dimension: string): string {
  return questions[dimension]?.[0] ?? `Which one is better in ${dimension}?`
}

/** The question for one picture. */
export function labelQuestion(dimension: string): string {
  return questions[dimension]?.[1] ?? `Is it good in ${dimension}?`
}
