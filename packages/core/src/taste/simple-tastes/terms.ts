import type { AttributeName } from '../attributes.ts'
import { attributeNames, type Trait, traits } from './traits.ts'

/**
 * What a simple taste adds up: the bias towards calling pictures good, the wishes, traits, squares of attributes, and axes
 * of the space in which pictures are compared.
 */
export type Term = 'bias' | 'wishes' | Trait | SquareTerm | AxisTerm
export type SquareTerm = `${AttributeName} squared`
export type AxisTerm = `axis ${number}`

const named: readonly Term[] = ['bias', 'wishes', ...traits, ...attributeNames.map(squareOf)]
const places = new Map(named.map((term, place) => [term, place]))
/** The places of the terms before the axes. */
export const [firstTrait, firstSquare, firstAxis] = [2, 2 + traits.length, named.length]

/** How many of the numbers of `termValuesOf` are axes. */
export function axisCountOf(values: Float64Array | undefined): number {
  return values ? values.length - firstAxis : 0
}

/** The place of a term among the numbers of `termValuesOf`. */
export function placeOf(term: Term): number {
  return places.get(term) ?? firstAxis + Number(term.slice('axis '.length))
}

export function squareOf(name: AttributeName): SquareTerm {
  return `${name} squared`
}

/** The terms that say which attributes or views matter. */
export function traitsIn(terms: readonly Term[]): readonly Trait[] {
  return terms.filter((term): term is Trait => traits.includes(term as Trait))
}
