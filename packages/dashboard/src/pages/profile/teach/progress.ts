import type { Budget } from '@palate/client'

export type Counter = keyof Budget

/** The learning summary appears after every this many judgements. */
export const roundSize = 5

const nearlyUsedUpFrom = 20
const nouns = { comparisons: 'comparisons', labels: 'labels', questions: 'questions' } as const

export function describeBudget(budget: Budget, counter: Counter): string {
  const { used, total } = budget[counter]
  return `${Math.max(0, total - used)} ${nouns[counter]} left`
}

/** Before, the number would only stand beside how many more would help, and seem to contradict it. */
export function isNearlyUsedUp(budget: Budget, counter: Counter): boolean {
  return budget[counter].total - budget[counter].used <= nearlyUsedUpFrom
}

export function isUsedUp(budget: Budget, counter: Counter): boolean {
  return budget[counter].used >= budget[counter].total
}
