import type { Element, ElementKind } from '../schema.ts'
import { mapTexts, parseReference } from '../text-blobs.ts'

/** An element that both sides of a merge changed; null for a side that does not have it. */
export interface MergeConflict {
  readonly kind: ElementKind
  readonly id: string
  readonly ours: Element | null
  readonly theirs: Element | null
  readonly base: Element | null
}

/** A conflict as it appears in a response. */
export type ShownConflict = Pick<MergeConflict, 'kind' | 'id'> & Partial<MergeConflict>

/** The most bytes for the elements of the conflicts in a response, including pictures. */
export const conflictElementsBytesMax = 4 * 1024 * 1024

/** The conflicts with their elements, as far as these fit. The others have only the kind and the id. */
export function shownConflicts(
  conflicts: readonly MergeConflict[],
  bytesMax = conflictElementsBytesMax,
): readonly ShownConflict[] {
  let bytes = 0
  return conflicts.map((conflict) => {
    if (bytes <= bytesMax) bytes += sizeOf(conflict)
    if (bytes <= bytesMax) return conflict
    const { kind, id } = conflict
    return { kind, id }
  })
}

/** The approximate bytes of a conflict in a response, including its text blobs. */
function sizeOf(conflict: MergeConflict): number {
  let bytes = JSON.stringify(conflict).length
  mapTexts(conflict, (text) => {
    bytes += parseReference(text)?.bytes ?? 0
    return text
  })
  return bytes
}
