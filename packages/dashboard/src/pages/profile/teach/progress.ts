import type { Budget } from '@palate/client'

/** How much more would help, as the service estimates it. */
export interface Need {
  readonly enough: boolean
  readonly remaining: number
}

export type Counter = keyof Budget

/** After as many judgements it is shown what was learned. */
export const roundSize = 5

const nouns = { comparisons: 'comparisons', labels: 'labels', questions: 'questions' } as const

export function describeNeed({ enough, remaining }: Need): string {
  if (enough) return 'Enough. More judgements would hardly help.'
  return `About ${remaining} more ${remaining === 1 ? 'judgement' : 'judgements'} would help.`
}

export function describeBudget(budget: Budget, counter: Counter): string {
  const { used, total } = budget[counter]
  return `${used} of ${total} ${nouns[counter]} used`
}

export function isUsedUp(budget: Budget, counter: Counter): boolean {
  return budget[counter].used >= budget[counter].total
}
