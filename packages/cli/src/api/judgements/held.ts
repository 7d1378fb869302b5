import type { Profile } from '@palate/client'

export const lists = ['constraints', 'exemplars', 'comparisons'] as const
export type List = (typeof lists)[number]
export type Element = Readonly<Record<string, unknown>>

/** A judgement of the profile: at the head, in the working changes, or both. */
export interface Held {
  readonly list: List
  readonly id: string
  /** What the profile says now; for one that is marked as removed, what the head says. */
  readonly element: Element
  readonly committed: Element | undefined
  /** The uncommitted change, which may be a removal mark. */
  readonly working: Element | undefined
}

/** Everything that the head and the working changes hold, including what is marked as removed. */
export function heldJudgements({ profileData, effectiveSnapshot }: Profile): readonly Held[] {
  return lists.flatMap((list) => {
    const committed = new Map(effectiveSnapshot[list].map((one) => [one.id ?? '', one as Element]))
    const working = new Map(profileData.workingChanges[list].map((one) => [one.id ?? '', one as Element]))
    return [...new Set([...committed.keys(), ...working.keys()])].flatMap((id) => {
      const [before, change] = [committed.get(id), working.get(id)]
      const element = change && change.removed !== true ? change : before
      return element ? [{ list, id, element, committed: before, working: change }] : []
    })
  })
}

export function isRemoved({ working }: Held): boolean {
  return working?.removed === true
}
