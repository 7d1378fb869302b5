import type { Comparison, Constraint, Exemplar, Profile, WorkingChanges } from '@palate/client'

export interface ElementOf {
  readonly constraints: Constraint
  readonly exemplars: Exemplar
  readonly comparisons: Comparison
}
export type ElementKind = keyof ElementOf

export const elementKinds = ['constraints', 'exemplars', 'comparisons'] as const

/** How many elements are added, changed or marked as removed since the last commit. */
export function uncommittedCount(changes: WorkingChanges): number {
  return elementKinds.reduce((sum, kind) => sum + changes[kind].length, 0)
}

/** The elements of the current branch with the uncommitted changes, oldest first. */
export function elementsNow<Kind extends ElementKind>(
  { effectiveSnapshot, profileData }: Pick<Profile, 'effectiveSnapshot' | 'profileData'>,
  kind: Kind,
): readonly ElementOf[Kind][] {
  const byId = new Map(effectiveSnapshot[kind].map((element) => [element.id, element]))
  for (const change of profileData.workingChanges[kind]) {
    if (change.removed === true) byId.delete(change.id)
    else byId.set(change.id, change)
  }
  return [...byId.values()] as ElementOf[Kind][]
}
