import type { Diagnostics, Profile } from '@palate/client'
import { type ElementOf, elementsNow } from '../uncommitted.ts'

type Contradiction = Diagnostics['contradictions'][number]

export interface OpenContradiction {
  readonly contradiction: Contradiction
  readonly elements: readonly ElementOf[keyof ElementOf][]
}

/** Those whose judgements are still there and that the person may see. */
export function openContradictions(
  profile: Profile,
  contradictions: readonly Contradiction[],
  removed: ReadonlySet<string> = new Set(),
): readonly OpenContradiction[] {
  return contradictions.flatMap((contradiction) => {
    const { kind, elements: ids } = contradiction
    const elements = elementsNow(profile, kind).filter(({ id }) => ids.includes(id ?? '') && !removed.has(id ?? ''))
    return elements.length > 1 ? [{ contradiction, elements }] : []
  })
}
