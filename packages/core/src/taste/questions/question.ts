import type { AttributeName } from '../attributes.ts'

/** More of an attribute (`+`), less of it (`-`), or a middling amount (`~`). */
export type WishTarget = `${'+' | '-' | '~'}${AttributeName}`

export interface QuickAnswer {
  readonly answer: string
  /** Empty if the answer expresses no wish. */
  readonly wishes: readonly WishTarget[]
}

export interface Question {
  readonly id: string
  readonly category: string
  readonly question: string
  readonly answers: readonly QuickAnswer[]
  /** The only dimension that it is asked for. Without one it is asked for every dimension that has no questions of its own. */
  readonly dimension?: string
}

export const indifferent = 'no preference'

/** A question whose answers are given as `{answer: wishes}`. Every question can be answered with "no preference". */
export function ask(
  category: string,
  topic: string,
  question: string,
  answers: Readonly<Record<string, readonly WishTarget[]>>,
): Question {
  const quick = Object.entries(answers).map(([answer, wishes]) => ({ answer, wishes }))
  return { id: `${category}-${topic}`, category, question, answers: [...quick, { answer: indifferent, wishes: [] }] }
}
