import { rankAmongKind } from '../attributes/kinds.ts'
import { type AttributeName, attributes, type Measured } from '../attributes.ts'
import type { ViewName } from '../likeness/same-source.ts'

/** What a simple taste may go by: an attribute, or the likeness to the good exemplars in one view. */
export type Trait = AttributeName | ViewName

export const attributeNames: readonly AttributeName[] = attributes.map(({ name }) => name)
/** In the order of the numbers of `traitsOf`. */
export const traits: readonly Trait[] = [...attributeNames, 'look', 'content']

/** Attributes as ranks among pictures in general, from -1 to 1; views as log odds. */
export function traitsOf(
  measured: Measured,
  views: readonly { readonly view: ViewName; readonly logOdds: number }[],
): Float64Array {
  const values = new Float64Array(traits.length)
  values.set(ranksOf(measured))
  for (const { view, logOdds } of views) values[traits.indexOf(view)] = logOdds
  return values
}

/** By attributes object, because every fold of a cross-validation and every request needs the ranks of the same pictures. */
const rankCache = new WeakMap<Measured, Float64Array>()

/** From -1 to 1, among pictures of the same kind. */
export function ranksOf(measured: Measured): Float64Array {
  const known = rankCache.get(measured)
  if (known) return known
  const ranks = Float64Array.from(attributes, ({ name }) => 2 * rankAmongKind(name, measured) - 1)
  rankCache.set(measured, ranks)
  return ranks
}
