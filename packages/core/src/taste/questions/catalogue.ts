import { colourQuestions } from './colour.ts'
import { compositionQuestions } from './composition.ts'
import { formQuestions } from './form.ts'
import { interfaceQuestions } from './interface.ts'
import { lightQuestions } from './light.ts'
import { moodQuestions } from './mood.ts'
import type { Question } from './question.ts'
import { styleQuestions } from './style.ts'

/**
 * The questions that the service asks. Ids and answers are part of stored constraints: reword a question, but never
 * give an id another meaning.
 */
export const questions: readonly Question[] = [
  ...colourQuestions,
  ...lightQuestions,
  ...moodQuestions,
  ...compositionQuestions,
  ...formQuestions,
  ...styleQuestions,
  ...interfaceQuestions,
]

const withOwnQuestions = new Set(questions.flatMap(({ dimension }) => dimension ?? []))

/** What may be asked about a dimension. */
export function questionsAbout(dimension: string): readonly Question[] {
  const own = withOwnQuestions.has(dimension) ? dimension : undefined
  return questions.filter((question) => question.dimension === own)
}
