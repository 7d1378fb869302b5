import { attributes, type Measured } from '../attributes.ts'
import { type Kind, valueAtRank } from './kinds.ts'
import { quantileOf } from './quantiles.ts'

/** Ranks among pictures in general that only pictures of the kind have. */
const form: Readonly<Record<Kind, number>> = { photograph: 0.1, screen: 0.85 }
/** The percentiles depend on the kind and the kind on the values; after so many rounds neither changes. */
const rounds = 20

/** For tests: the attributes of a picture of a kind with these ranks among its kind, and 0.5 for the others. */
export function rankedPicture(ranks: Readonly<Record<string, number>>, kind: Kind = 'photograph'): Measured {
  const start = attributes.map(({ name }) => {
    const isOfForm = ['straightness', 'grid_alignment', 'white_space', 'text_density'].includes(name)
    return [name, quantileOf(name, isOfForm ? form[kind] : 0.5)]
  })
  let measured = Object.fromEntries(start) as Measured
  for (let round = 0; round < rounds; round++) {
    const before = measured
    const values = attributes.map(({ name }) => [name, valueAtRank(name, ranks[name] ?? 0.5, before)])
    measured = Object.fromEntries(values) as Measured
  }
  return measured
}
