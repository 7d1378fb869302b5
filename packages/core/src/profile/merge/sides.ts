import { sameJson } from '../../json.ts'
import type { Element } from '../schema.ts'

/** The elements of one kind in the three states of a merge, by id. */
export type ElementSides = Readonly<Record<'base' | 'ours' | 'theirs', ReadonlyMap<string, Element>>>

export function byId(elements: readonly Element[]): ReadonlyMap<string, Element> {
  return new Map(elements.map((element) => [element.id, element]))
}

export function same(a: Element | undefined, b: Element | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameJson(a, b))
}
