import type { Budget } from '@palate/client'

export type Counter = keyof Budget

/** The learning summary appears after every this many judgements. */
export const roundSize = 5

const nouns = { comparisons: 'comparisons', labels: 'labels', questions: 'questions' } as const

export function describeBudget(budget: Budget, counter: Counter): string {
  const { used, total } = budget[counter]
  return `${Math.max(0, total - used)} ${nouns[counter]} left`
}

export function isUsedUp(budget: Budget, counter: Counter): boolean {
  return budget[counter].used >= budget[counter].total
}
