import type { WorkingChanges } from '@palate/client'

const kinds = ['constraints', 'exemplars', 'comparisons'] as const

/** How many elements are added, changed or marked as removed since the last commit. */
export function uncommittedCount(changes: WorkingChanges): number {
  return kinds.reduce((sum, kind) => sum + changes[kind].length, 0)
}
