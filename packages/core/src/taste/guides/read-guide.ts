import { read } from '../constraints/read.ts'
import { directionOf, type Understanding, understand, type Wish } from '../constraints.ts'
import { proseOf } from './markdown-prose.ts'

/** Longer documents are not style guides. */
export const guideBytesMax = 256 * 1024

export interface GuideAnswer {
  readonly kind: 'wanted' | 'unwanted'
  readonly question: string
  /** Sentences of the guide, one per line. */
  readonly answer: string
}

interface GuideWish {
  readonly attribute: string
  readonly direction: string
}

export interface Guide {
  /** At most one for each kind. */
  readonly answers: readonly GuideAnswer[]
  /** The sentences that say something about how pictures look. */
  readonly understood: readonly string[]
  /** What each of them was taken as, in their order. */
  readonly taken: readonly { readonly sentence: string; readonly wishes: readonly GuideWish[] }[]
  readonly notUnderstood: readonly string[]
}

const questions = { wanted: 'What should it look like?', unwanted: 'What should we avoid?' } as const

/** Reads a style guide, such as DESIGN.md, as answers to two questions. */
export function readGuide(markdown: string): Guide {
  const taken: Record<GuideAnswer['kind'], Guide['taken'][number][]> = { wanted: [], unwanted: [] }
  const notUnderstood: string[] = []
  for (const { heading, sentences } of proseOf(markdown)) {
    const kind = isAboutFaults(heading) ? 'unwanted' : 'wanted'
    for (const sentence of sentences) {
      const understanding = understand({ question: questions[kind], answer: sentence })
      const wishes = isAboutAThing(sentence) ? [] : understanding.wishes.map(sentWish)
      if (wishes.length > 0) taken[kind].push({ sentence, wishes })
      else if (isUnknown(understanding)) notUnderstood.push(sentence)
    }
  }
  const answers = (['wanted', 'unwanted'] as const).flatMap((kind) =>
    taken[kind].length === 0 ? [] : [{ kind, question: questions[kind], answer: sentencesOf(taken[kind]).join('\n') }],
  )
  const all = [...taken.wanted, ...taken.unwanted]
  return { answers, understood: sentencesOf(all), taken: all, notUnderstood }
}

/** "Don'ts" and "What to avoid", but not "Do's and Don'ts", whose sentences say themselves what they are about. */
function isAboutFaults(heading: string): boolean {
  return read(heading, { isQuestion: true }).rejectsAnswer && !/\bdo['’]?s?\b.{1,20}\bdon['’]?t/i.test(heading)
}

function sentencesOf(taken: Guide['taken']): readonly string[] {
  return taken.map(({ sentence }) => sentence)
}

function sentWish(wish: Wish): GuideWish {
  return { attribute: wish.attribute, direction: directionOf(wish) }
}

/**
 * "The quick brown fox": words about looks that stand between unknown ones, after an article, describe some thing and
 * not how pictures should look. Many guides have such sentences as samples of type.
 */
function isAboutAThing(sentence: string): boolean {
  if (!/^(?:the|an?|this|that|these|those|our|my|your|his|her|its|their)\s/i.test(sentence)) return false
  return read(sentence).mentions.every(({ start, end }) => {
    const before = /([\p{L}\p{M}'’-]{1,50})\s$/u.exec(sentence.slice(Math.max(0, start - 60), start))?.[1]
    const after = /^\s([\p{L}\p{M}'’-]{1,50})/u.exec(sentence.slice(end, end + 60))?.[1]
    return [before, after].every((word) => word !== undefined && isUnknown(read(word)))
  })
}

/** A sentence that allows something is understood, and expresses no wish. */
function isUnknown({ notUnderstood }: Pick<Understanding, 'notUnderstood'>): boolean {
  return notUnderstood.length > 0
}
