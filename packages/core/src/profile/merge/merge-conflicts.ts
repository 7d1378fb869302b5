import { mapTexts, parseReference } from '../long-texts.ts'
import type { Element, ElementKind } from '../schema.ts'

/** An element that both sides of a merge changed. Null: that side does not have it. */
export interface MergeConflict {
  readonly kind: ElementKind
  readonly id: string
  readonly ours: Element | null
  readonly theirs: Element | null
  readonly base: Element | null
}

/** A conflict as it is answered with. */
export type ShownConflict = Pick<MergeConflict, 'kind' | 'id'> & Partial<MergeConflict>

/** What the elements of the conflicts in an answer may take, pictures included. */
export const conflictElementsBytesMax = 4 * 1024 * 1024

/** The conflicts with their elements, as far as these fit. Of the others only the kind and the id are given. */
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

/** About the bytes that it takes in an answer, with its long texts. */
function sizeOf(conflict: MergeConflict): number {
  let bytes = JSON.stringify(conflict).length
  mapTexts(conflict, (text) => {
    bytes += parseReference(text)?.bytes ?? 0
    return text
  })
  return bytes
}
