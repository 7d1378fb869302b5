import { type Wish, wishesFor } from '../constraints/ranges.ts'
import type { AttributeTarget } from '../constraints/words.ts'
import { questions } from './catalogue.ts'
import type { Question, QuickAnswer, WishTarget } from './question.ts'

const byId: ReadonlyMap<string, Question> = new Map(questions.map((question) => [question.id, question]))

export function findQuestion(id: unknown): Question | undefined {
  return typeof id === 'string' ? byId.get(id) : undefined
}

/** The wishes of a quick answer, or of several; undefined if the question does not have one of them. */
export function quickWishes(question: Question, answer: unknown): readonly Wish[] | undefined {
  const given: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const found = given.map((one) => findQuickAnswer(question, one))
  return found.length === 0 || found.includes(undefined)
    ? undefined
    : found.flatMap((one) => (one ? wishesOf(question, one) : []))
}

export function wishesOf({ question }: Question, { answer, wishes }: QuickAnswer): readonly Wish[] {
  const phrase = `${question} ${answer}`
  const weight = 1 / Math.sqrt(wishes.length)
  return wishes.flatMap((target) =>
    wishesFor([direction(target)], target.startsWith('~') ? { degree: 'moderate' } : {}, phrase).map((wish) => ({
      ...wish,
      strength: round(wish.strength * weight),
    })),
  )
}

/** A middling amount is its own range, in either direction. */
function direction(target: WishTarget): AttributeTarget {
  return target.replace('~', '+') as AttributeTarget
}

/** Compared without case and outer spaces, because forms change both. */
function findQuickAnswer({ answers }: Question, given: unknown): QuickAnswer | undefined {
  if (typeof given !== 'string') return undefined
  const wanted = given.trim().toLowerCase()
  return answers.find(({ answer }) => answer.toLowerCase() === wanted)
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
