import type { MergeConflict, MergeResolutions } from '@palate/client'

export type Choice = 'ours' | 'theirs'

/** The chosen side by kind and id of the element. */
export type Choices = ReadonlyMap<
  string,
  { readonly kind: MergeConflict['kind']; readonly id: string; readonly choice: Choice }
>

export function choiceOf(choices: Choices, conflict: Pick<MergeConflict, 'kind' | 'id'>): Choice | undefined {
  return choices.get(conflictKeyOf(conflict))?.choice
}

export function choose(
  choices: Choices,
  conflicts: readonly Pick<MergeConflict, 'kind' | 'id'>[],
  choice: Choice,
): Choices {
  return new Map([
    ...choices,
    ...conflicts.map(({ kind, id }) => [conflictKeyOf({ kind, id }), { kind, id, choice }] as const),
  ])
}

/** In the form of the request. */
export function resolutionsOf(choices: Choices): MergeResolutions {
  const byKind = Map.groupBy(choices.values(), ({ kind }) => kind)
  return Object.fromEntries(
    [...byKind].map(([kind, resolved]) => [kind, Object.fromEntries(resolved.map(({ id, choice }) => [id, choice]))]),
  )
}

export function conflictKeyOf({ kind, id }: Pick<MergeConflict, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}
