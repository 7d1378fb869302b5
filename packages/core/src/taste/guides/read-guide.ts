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
      const isClear = isAboutLooks(heading, sentence) && !isAboutAThing(sentence) && !isTwofold(kind, sentence)
      const wishes = isClear ? understanding.wishes.map(sentWish) : []
      if (wishes.length > 0) taken[kind].push({ sentence, wishes })
      else if (isUnknown(understanding) || understanding.wishes.length > 0) notUnderstood.push(sentence)
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

/** What a page or a picture consists of. A sentence with such a word is about looks. */
const visibleThings = new Set(
  (
    'accent background backdrop border button card chart colour corner design detail edge element frame gradient graphic grid ' +
    'header hero hue icon illustration image imagery ink interface layout lighting line logo look margin motif outline ' +
    'padding page palette panel paper pattern photo photograph photography picture screen shadow shape shot site space spacing ' +
    'style subject surface texture theme thumbnail tint tones shade typography ui video visual website composition contrast scene'
  ).split(' '),
)
/** What a text consists of, and how one writes it. */
const writing = new Set(
  (
    'answer article claim copy email feedback grammar headline humour humor joke language message name promise sentence speak ' +
    'speech spelling story tagline tone vocabulary voice word write writing'
  ).split(' '),
)

/**
 * Style guides also say how to write. A sentence is about looks if it names something that one sees, or if it only has
 * words about looks and none about writing. "Dark jokes are not" and "Söhne Bold" are not about looks.
 */
function isAboutLooks(heading: string, sentence: string): boolean {
  const words = wordsOf(sentence)
  if (words.some((word) => visibleThings.has(word))) return !isAboutWriting(heading)
  return !words.some((word) => writing.has(word)) && !isAboutWriting(heading) && !isUnknown(read(sentence))
}

function isAboutWriting(heading: string): boolean {
  const words = wordsOf(heading)
  return words.some((word) => writing.has(word)) && !words.some((word) => visibleThings.has(word))
}

/** In lower case, and in the singular as well; "looks" is a verb, and "tone" is how one speaks. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]{1,50}/gu) ?? []
  return words.flatMap((word) =>
    word.endsWith('s') && word !== 'tones' && word !== 'looks' ? [word, word.slice(0, -1)] : [word],
  )
}

/** Under "Don't", "no contrast" and "avoid contrast" may forbid contrast or the lack of it. */
function isTwofold(kind: GuideAnswer['kind'], sentence: string): boolean {
  return kind === 'unwanted' && /^\s*(?:no|without|never|not|avoid|skip|stop)\b/i.test(sentence)
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
