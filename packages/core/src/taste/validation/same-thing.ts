import type { FitInput } from '../model/fit-input.ts'

type Judgements = Pick<FitInput, 'labels' | 'comparisons'>

/**
 * The observations (labels, then comparisons) by index, in groups that must not be divided between training and test:
 * what one person said about a picture or a pair is known to a model that has learned what another said about it.
 * Without people each observation is on its own.
 */
export function groupsOfSameThing({ labels, comparisons }: Judgements): readonly (readonly number[])[] {
  const judged = [
    ...labels.map(({ picture, by }) => ({ thing: `${picture}`, by })),
    ...comparisons.map(({ a, b, by }) => ({ thing: `${Math.min(a, b)} ${Math.max(a, b)}`, by })),
  ]
  const observations = judged.map(({ thing, by }, index) => ({ thing, by, index }))
  const groups = [...Map.groupBy(observations, ({ thing }) => thing).values()]
  return groups.flatMap((same) => {
    const indices = same.map(({ index }) => index)
    return same.some(({ by }) => by !== undefined) ? [indices] : indices.map((index) => [index])
  })
}
