import { sameJson } from '../../json.ts'
import { byKind, type Element, type ElementKind, type ElementLists } from '../schema.ts'
import { type IdentifyPicture, type Judgement, judgementsOf, type ReadJudgement } from '../subject/subject.ts'

export interface ListDiff {
  readonly added: readonly Element[]
  readonly removed: readonly Element[]
  readonly changed: readonly { readonly id: string; readonly from: Element; readonly to: Element }[]
}

/** The changes from one state to the other, matched by element id, then by what the elements are about. */
export function diffStates(
  from: ElementLists,
  to: ElementLists,
  identify?: IdentifyPicture,
): { readonly [kind in ElementKind]: ListDiff } {
  const [readFrom, readTo] = [judgementsOf(from, identify), judgementsOf(to, identify)]
  return byKind((kind) => pairBySubject(diffLists(from[kind], to[kind]), kind, readFrom, readTo))
}

/** The changes by element id alone. */
export function diffLists(from: readonly Element[], to: readonly Element[]): ListDiff {
  const before = new Map(from.map((element) => [element.id, element]))
  const after = new Map(to.map((element) => [element.id, element]))
  return {
    added: to.filter(({ id }) => !before.has(id)),
    removed: from.filter(({ id }) => !after.has(id)),
    changed: to.flatMap((element) => {
      const old = before.get(element.id)
      return old && !sameJson(old, element) ? [{ id: element.id, from: old, to: element }] : []
    }),
  }
}

/** An element that replaces a removed one about the same thing is a change of that one, under the new id. */
export function pairBySubject(
  { added, removed, changed }: ListDiff,
  kind: ElementKind,
  readRemoved: ReadJudgement,
  readAdded: ReadJudgement,
): ListDiff {
  if (added.length === 0 || removed.length === 0) return { added, removed, changed }
  const removedBySubject = Map.groupBy(removed, (element) => subjectOf(readRemoved(kind, element)))
  removedBySubject.delete(undefined)
  const pairs = new Map<Element, Element>()
  for (const element of added) {
    const old = removedBySubject.get(subjectOf(readAdded(kind, element)))?.shift()
    if (old) pairs.set(element, old)
  }
  const replaced = new Set(pairs.values())
  return {
    added: added.filter((element) => !pairs.has(element)),
    removed: removed.filter((element) => !replaced.has(element)),
    changed: [...changed, ...Array.from(pairs, ([to, from]) => ({ id: to.id, from, to }))],
  }
}

/** A comparison that was repeated on purpose replaces nothing. */
function subjectOf(judgement: Judgement | undefined): string | undefined {
  return judgement?.isRepeat ? undefined : judgement?.about
}
