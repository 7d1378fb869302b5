import type { Palate } from '@palate/client'
import { elementName } from '../history/describe-elements.ts'

const lists = ['constraints', 'exemplars', 'comparisons'] as const

type Element = Readonly<Record<string, unknown>>
type Added = Awaited<ReturnType<Palate['annotations']['add']>>

/** A judgement as the service stored it. */
export interface Stored {
  readonly list: (typeof lists)[number]
  readonly id: string
  readonly element: Element
  /** The judgement about the same thing that it replaced; itself if it said nothing new. */
  readonly before: Element | undefined
  readonly isChange: boolean
}

export function storedJudgements(added: Added): readonly Stored[] {
  return lists.flatMap((list) =>
    added[list].map((element) => {
      const id = element.id ?? ''
      const change = added.changes.find((one) => one.list === list && one.id === id)
      const replaced = change?.before === 'removed' ? undefined : added.replaced.find((one) => one.id === id)
      return { list, id, element, before: change ? replaced : element, isChange: change !== undefined }
    }),
  )
}

/**
 * "x.jpg: good → bad"; undefined if nothing was replaced or both say the same. `words` are those of the new judgement:
 * a comparison has the ids of its frames, not their names.
 */
export function changeInWords(
  { list, element, before }: Pick<Stored, 'list' | 'element' | 'before'>,
  words = '',
): string | undefined {
  if (!before || saidBy(before) === saidBy(element)) return undefined
  if (list === 'exemplars') return `${elementName(element)}: ${before.label} → ${element.label}`
  if (list === 'constraints') return `${element.question}: ${before.answer} → ${element.answer}`
  return `${words}, no longer ${before.winner === 'tie' ? 'a tie' : 'the other way round'}`
}

function saidBy({ label, winner, answer }: Element): string {
  return JSON.stringify([label, winner, answer])
}
