import { annotationsPerRequestMax } from '@palate/core/profile/annotations/annotation-limit.ts'
import type { Reply } from './operation-types.ts'
import type { CallOptions } from './options.ts'
import type { Palate } from './palate.ts'

/** A working change before it was changed. */
export interface EarlierChange {
  readonly list: 'constraints' | 'exemplars' | 'comparisons'
  readonly id: string
  /** Absent if there was none. */
  readonly replaced?: Readonly<Record<string, unknown>>
}

/** What the working changes had before elements were added, of those that changed something and can be restored. */
export function earlierChanges({
  changes,
  replaced,
}: Pick<Reply<'addAnnotations'>, 'changes' | 'replaced'>): readonly EarlierChange[] {
  const unmatched = [...replaced]
  return changes.flatMap(({ list, id, before }): readonly EarlierChange[] => {
    if (before === 'removed') return [{ list, id, replaced: { id, removed: true } }]
    // Elements of two kinds may have the same id; both lists have the same order of kinds.
    const index = before === 'nothing' ? -1 : unmatched.findIndex((element) => element.id === id)
    const [element] = index < 0 ? [] : unmatched.splice(index, 1)
    if (before === 'too_large') return []
    return [{ list, id, ...(before === 'uncommitted' && element && { replaced: element }) }]
  })
}

type WorkingChanges = Reply<'getProfile'>['profileData']['workingChanges']

/** The changes to restore that are not as before. A change of which there was none is only a mark as removed. */
export function lostChanges(now: WorkingChanges, earlier: readonly EarlierChange[]): readonly EarlierChange[] {
  return earlier.filter(({ list, id, replaced }) => {
    const change = now[list].find((one) => one.id === id)
    return replaced ? JSON.stringify(change) !== JSON.stringify(replaced) : change?.removed === true
  })
}

/**
 * Makes working changes what they were before: a change that was replaced or removed is sent again, any other is removed.
 * A change to a committed judgement is sent without its id: it then uses no budget, as before. Returns the budget, unless
 * there was nothing to do.
 */
export async function restoreJudgements(
  { annotations }: Pick<Palate, 'annotations'>,
  { id: profileId, effectiveSnapshot }: Pick<Reply<'getProfile'>, 'id' | 'effectiveSnapshot'>,
  earlier: readonly EarlierChange[],
  options?: CallOptions,
): Promise<Reply<'removeAnnotation'> | undefined> {
  const sent = earlier.flatMap(({ list, id, replaced }) => {
    if (!replaced) return []
    const isFree = replaced.removed !== true && effectiveSnapshot[list].some((one) => one.id === id)
    const { id: _, ...content } = replaced
    return [{ list, element: isFree ? content : { ...content, id } }]
  })
  let last: Reply<'removeAnnotation'> | undefined
  for (let from = 0; from < sent.length; from += annotationsPerRequestMax) {
    const lists = Map.groupBy(sent.slice(from, from + annotationsPerRequestMax), ({ list }) => list)
    const body = Object.fromEntries(
      Array.from(lists, ([list, judgements]) => [list, judgements.map(({ element }) => element)]),
    )
    last = await annotations.add(profileId, body, options)
  }
  for (const { id, replaced } of earlier) if (!replaced) last = await annotations.remove(profileId, id, options)
  return last && { budget: last.budget }
}
