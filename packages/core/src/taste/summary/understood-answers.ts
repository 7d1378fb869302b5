import type { z } from 'zod'
import { type Element, isRemovalMark } from '../../profile/schema.ts'
import { directionOf } from '../constraints.ts'
import type { UnderstoodAnswer } from '../diagnostics-schema.ts'
import { understandingsOf } from '../model/fit-input.ts'

/** Wishes of an answer, and parts that were not understood, that are listed. */
export const shownPerAnswerMax = 50
/** So much is shown of a part that was not understood. */
export const shownCharactersMax = 200

/** How the seed and each answer were understood, for people to check. */
export function understoodAnswers(
  seed: string | null,
  constraints: readonly Element[],
): readonly z.infer<typeof UnderstoodAnswer>[] {
  const answers = constraints.filter((constraint) => !isRemovalMark(constraint))
  return understandingsOf(seed, answers).map(({ id, wishes, notUnderstood }) => ({
    id,
    wishes: wishes.slice(0, shownPerAnswerMax).map((wish) => ({ ...wish, direction: directionOf(wish) })),
    notUnderstood: notUnderstood.slice(0, shownPerAnswerMax).map(clip),
  }))
}

function clip(text: string): string {
  return text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax - 1).toWellFormed()}…`
}
