import type { Profile } from '@palate/client'
import type { EarlierChange } from '@palate/client/restore-judgements.ts'
import { sameJson } from '@palate/core/json.ts'
import { elementName } from '../history/describe-elements.ts'

const lists = ['constraints', 'exemplars', 'comparisons'] as const

type Element = Readonly<Record<string, unknown>>
type Lists = Profile['profileData']['workingChanges']

/** A stored judgement, and the one about the same thing that it replaced. */
export interface Stored {
  readonly list: (typeof lists)[number]
  readonly id: string
  readonly element: Element
  readonly before: Element | undefined
  /** The replaced judgement, if it was uncommitted. Undoing puts it back. */
  readonly replaced: Element | undefined
}

/** Compares what the service stored with the profile as it was before. */
export function storedJudgements({ profileData, effectiveSnapshot }: Profile, stored: Lists): readonly Stored[] {
  return lists.flatMap((list) =>
    stored[list].map((element) => {
      const id = element.id ?? ''
      const replaced = profileData.workingChanges[list].find((one) => one.id === id)
      const before = replaced?.removed ? undefined : (replaced ?? effectiveSnapshot[list].find((one) => one.id === id))
      return { list, id, element, before, replaced }
    }),
  )
}

/** Whether the service wrote something: a judgement that says nothing new is left as it was. */
export function isChange({ element, before, replaced }: Stored): boolean {
  return !sameJson(element, replaced ?? before)
}

/**
 * "x.jpg: good → bad"; undefined if nothing was replaced or both say the same. `words` are those of the new judgement:
 * a comparison has the ids of its frames, not their names.
 */
export function changeInWords({ list, element, before }: Stored, words = ''): string | undefined {
  if (!before || saidBy(before) === saidBy(element)) return undefined
  if (list === 'exemplars') return `${elementName(element)}: ${before.label} → ${element.label}`
  if (list === 'constraints') return `${element.question}: ${before.answer} → ${element.answer}`
  return `${words}, no longer ${before.winner === 'tie' ? 'a tie' : 'the other way round'}`
}

/** For the journal: how to undo them. */
export function elementsToUndo(stored: readonly Stored[]): readonly EarlierChange[] {
  return stored.map(({ list, id, replaced }) => ({ list, id, ...(replaced && { replaced }) }))
}

function saidBy({ label, winner, answer }: Element): string {
  return JSON.stringify([label, winner, answer])
}
