import { sameJson } from '../../json.ts'
import type { Element } from '../schema.ts'
import type { Judgement } from '../subject/subject.ts'

/** The elements of one kind in the three states of a merge, by id. */
export type ElementSides = Readonly<Record<'base' | 'ours' | 'theirs', ReadonlyMap<string, Element>>>

/** Reads an element as a judgement, in the state of one side. */
type Read = (element: Element) => Judgement | undefined
export type ReadSides = Readonly<Record<keyof ElementSides, Read>>

/** An element that both sides changed: their versions of it and the base's. */
export interface ListConflict {
  readonly id: string
  readonly ours: Element | null
  readonly theirs: Element | null
  readonly base: Element | null
}

export function byId(elements: readonly Element[]): ReadonlyMap<string, Element> {
  return new Map(elements.map((element) => [element.id, element]))
}

export function same(a: Element | undefined, b: Element | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameJson(a, b))
}
