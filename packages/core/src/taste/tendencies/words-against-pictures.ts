import type { z } from 'zod'
import type { Element } from '../../profile/schema.ts'
import type { AttributeName } from '../attributes/catalogue.ts'
import type { UnderstoodAnswer, WordsAgainstPictures } from '../diagnostics-schema.ts'
import { phrases } from '../verdict/phrases.ts'
import type { MeasuredTendencies, ShownPicture } from './measured-tendencies.ts'

/** How many questions are asked, and good pictures shown with each. */
export const questionsMax = 5
export const picturesPerQuestion = 3

interface Evidence {
  readonly understood: readonly z.infer<typeof UnderstoodAnswer>[]
  readonly constraints: readonly Element[]
  readonly claims: MeasuredTendencies['claims']
  readonly pictures: readonly ShownPicture[]
}

/**
 * Words that ask for the opposite of what separates the good pictures from the bad ones: a question for the owner, who
 * may keep either. What a constraint lists as `confirmed` has been asked.
 */
export function wordsAgainstPictures({
  understood,
  constraints,
  claims,
  pictures,
}: Evidence): readonly z.infer<typeof WordsAgainstPictures>[] {
  const confirmed = new Set(constraints.flatMap(({ confirmed: names }) => (Array.isArray(names) ? names : [])))
  const asked = new Set<string>()
  return claims
    .flatMap((claim) => {
      const wishes = understood.flatMap(({ id, wishes: all }) =>
        all.flatMap((wish) => (wish.attribute === claim.attribute ? [{ answer: id, ...wish }] : [])),
      )
      const [wish] = wishes
      // Words that ask for both sides say nothing to contradict.
      const isOpposite = wishes.every(({ direction }) => direction !== 'middle' && direction !== claim.direction)
      if (!wish || !isOpposite || confirmed.has(claim.attribute)) return []
      // "Quiet" means several things. The largest difference asks for all of them.
      const about = `${wish.answer}\n${wish.phrase}`
      if (asked.has(about)) return []
      asked.add(about)
      return [
        {
          ...{ answer: wish.answer, phrase: wish.phrase, attribute: claim.attribute, direction: claim.direction },
          statement: statementOf(wish.phrase, claim),
          ...{ good: { ...claim.good }, bad: { ...claim.bad } },
          pictures: clearest(claim, pictures),
        },
      ]
    })
    .slice(0, questionsMax)
}

function statementOf(phrase: string, { attribute, direction, bad }: MeasuredTendencies['claims'][number]): string {
  const { hasMore, hasLess } = phrases[attribute as AttributeName]
  const others = bad.of > 0 ? 'your bad ones' : 'most pictures'
  return `You asked for “${phrase}”. Your good pictures ${plural(direction === 'more' ? hasMore : hasLess)} than ${others}.`
}

/** "is darker" → "are darker" */
function plural(predicate: string): string {
  const [verb = '', ...rest] = predicate.split(' ')
  return [plurals[verb] ?? verb.replace(/s$/, ''), ...rest].join(' ')
}

const plurals: Readonly<Record<string, string>> = { is: 'are', has: 'have', clashes: 'clash' }

/** The good pictures that show it most. */
function clearest({ attribute, direction }: MeasuredTendencies['claims'][number], pictures: readonly ShownPicture[]) {
  const name = attribute as AttributeName
  const sign = direction === 'more' ? 1 : -1
  return pictures
    .filter(({ preference }) => preference > 0)
    .flatMap(({ thumbnail, attributes }) => (thumbnail === undefined ? [] : [{ thumbnail, value: attributes[name] }]))
    .sort((one, other) => sign * (other.value - one.value))
    .slice(0, picturesPerQuestion)
    .map(({ thumbnail }) => thumbnail)
}
