import type { Comparison, Exemplar, FrameReference, Profile } from '@palate/client'
import { libraryIdOf } from '../../../../api/frame-names.ts'
import { elementsNow } from '../../uncommitted.ts'

/** The comparisons that a picture took part in, newest first. */
export function comparisonsOf(profile: Profile, exemplar: Exemplar): readonly Comparison[] {
  const names = new Set([exemplar.id, exemplar.frameId, libraryIdOf(exemplar.url)].filter((name) => name != null))
  const isThis = (reference: FrameReference | null | undefined) => {
    if (reference == null) return false
    if (typeof reference === 'string') return names.has(reference)
    return reference.url == null ? names.has(reference.id) : reference.url === exemplar.url
  }
  return elementsNow(profile, 'comparisons')
    .filter(({ frameA, frameB }) => isThis(frameA) || isThis(frameB))
    .toReversed()
}

/** The next picture in this direction that is still labelled. */
export function neighbourOf(
  order: readonly string[],
  exemplars: readonly { readonly id: string }[],
  id: string,
  by: 1 | -1,
): string | undefined {
  const left = new Set(exemplars.map((one) => one.id))
  for (let i = order.indexOf(id) + by; i >= 0 && i < order.length; i += by) {
    const other = order[i]
    if (other !== undefined && left.has(other)) return other
  }
  return undefined
}

/** Without an id, so that it replaces the label of the same picture at no cost. */
export function relabelled({ id: _, ...exemplar }: Exemplar, label: 'good' | 'bad'): Exemplar {
  return { ...exemplar, label }
}
