import { sameJson } from '../../json.ts'
import { byKind, type Element, type ElementKind, type ElementLists } from '../schema.ts'

export interface ListDiff {
  readonly added: readonly Element[]
  readonly removed: readonly Element[]
  readonly changed: readonly { readonly id: string; readonly from: Element; readonly to: Element }[]
}

/** The changes from one state to the other, matched by element id. */
export function diffStates(from: ElementLists, to: ElementLists): { readonly [kind in ElementKind]: ListDiff } {
  return byKind((kind) => diffLists(from[kind], to[kind]))
}

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
