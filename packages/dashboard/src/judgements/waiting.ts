import type { Constraint } from '@palate/client'
import type { Addition, Judgement } from './judgement.ts'

/** An answer that the service does not have yet. */
export interface WaitingAnswer {
  readonly addition: Addition
  readonly constraint: Constraint
}

export function waitingAnswers(waiting: readonly Judgement[]): readonly WaitingAnswer[] {
  return additionsIn(waiting).flatMap((addition) =>
    (addition.annotations.constraints ?? []).map((constraint) => ({ addition, constraint })),
  )
}

/** Elements whose removal is not sent yet. */
export function waitingRemovals(waiting: readonly Judgement[]): ReadonlySet<string> {
  return new Set(waiting.flatMap((judgement) => (judgement.kind === 'remove' ? judgement.elementIds : [])))
}

/** Without those that are undone. */
export function additionsIn(waiting: readonly Judgement[]): readonly Addition[] {
  const undone = new Set(waiting.flatMap((judgement) => (judgement.kind === 'undo' ? [judgement.addition.key] : [])))
  return waiting.filter((judgement) => judgement.kind === 'add').filter(({ key }) => !undone.has(key))
}
