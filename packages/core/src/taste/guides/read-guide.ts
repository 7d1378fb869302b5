import { read } from '../constraints/read.ts'
import { type Understanding, understand } from '../constraints.ts'
import { proseOf } from './markdown-prose.ts'

/** Longer documents are not style guides. */
export const guideBytesMax = 256 * 1024

export interface GuideAnswer {
  readonly kind: 'wanted' | 'unwanted'
  readonly question: string
  /** Sentences of the guide, one per line. */
  readonly answer: string
}

export interface Guide {
  /** At most one for each kind. */
  readonly answers: readonly GuideAnswer[]
  /** The sentences that say something about how pictures look. */
  readonly understood: readonly string[]
  readonly notUnderstood: readonly string[]
}

const questions = { wanted: 'What should it look like?', unwanted: 'What should we avoid?' } as const

/** Reads a style guide, such as DESIGN.md, as answers to two questions. */
export function readGuide(markdown: string): Guide {
  const taken: Record<GuideAnswer['kind'], string[]> = { wanted: [], unwanted: [] }
  const notUnderstood: string[] = []
  for (const { heading, sentences } of proseOf(markdown)) {
    const kind = isAboutFaults(heading) ? 'unwanted' : 'wanted'
    for (const sentence of sentences) {
      const understanding = understand({ question: questions[kind], answer: sentence })
      if (understanding.wishes.length > 0) taken[kind].push(sentence)
      else if (isUnknown(understanding)) notUnderstood.push(sentence)
    }
  }
  const answers = (['wanted', 'unwanted'] as const).flatMap((kind) =>
    taken[kind].length === 0 ? [] : [{ kind, question: questions[kind], answer: taken[kind].join('\n') }],
  )
  return { answers, understood: [...taken.wanted, ...taken.unwanted], notUnderstood }
}

/** "Don'ts" and "What to avoid", but not "Do's and Don'ts", whose sentences say themselves what they are about. */
function isAboutFaults(heading: string): boolean {
  return read(heading, { isQuestion: true }).rejectsAnswer && !/\bdo['’]?s?\b.{1,20}\bdon['’]?t/i.test(heading)
}

/** A sentence that allows something is understood, and expresses no wish. */
function isUnknown({ notUnderstood }: Understanding): boolean {
  return notUnderstood.length > 0
}
