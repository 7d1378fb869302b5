import type { IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import { openPrior } from '@palate/core/taste/prior/prior.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { type Crowd, subsetsOf } from '../../fitting/prior/crowd.ts'
import { type Rater, standardised } from '../../fitting/prior/judgements.ts'
import { fitPriorHead } from '../../fitting/prior/prior-head.ts'
import { seeded } from '../../fitting/seeded.ts'
import { isGoodBy, shuffled } from '../taste/protocol.ts'

/** Settings were chosen on these people and their photographs. */
export const developmentSubsets = ['subset2', 'subset3']
export const heldOutSubsets = ['subset1']

export interface Person {
  /** The pictures that the person labelled. */
  readonly labelled: readonly number[]
  readonly isGood: (picture: number) => boolean
  /** Standardised. */
  readonly ratingOf: (picture: number) => number
}

/** People who rated the same photographs. None of them labelled the test pictures. */
export interface Group {
  readonly people: readonly Person[]
  /** Everybody else who rated the photographs. */
  readonly others: readonly Person[]
  readonly test: readonly number[]
  readonly learner: Learner
  readonly pictures: readonly IdentifiedPicture[]
}

/** A learner for the photographs of each subset, with a prior fitted without them and without the people who rated them. */
export function learnersOf(crowd: Crowd): ReadonlyMap<string, Learner> {
  const builtin = { kind: 'builtin' } as const
  const knowledge = openBuiltinPrior(builtin)
  if (!knowledge) throw new Error('there is no built-in prior')
  const space = openBuiltinLikeness(builtin)
  return new Map(
    subsetsOf(crowd).map((subset) => [
      subset,
      createLearner({ ...knowledge, prior: openPrior(fitPriorHead(crowd, subset)) }, space),
    ]),
  )
}

/** The rest are the test pictures. */
const shareToLabel = 0.55
const groupsSeed = 5

/** Draws people without replacement until all have been drawn, and then again. */
export function groupsOf(
  crowd: Crowd,
  learners: ReadonlyMap<string, Learner>,
  subsets: readonly string[],
  labelCounts: readonly number[],
  groupsMax: number,
): readonly Group[] {
  const { photographs, raters } = crowd
  const pictures = photographs.embeddings.map((embedding, i) => {
    return { contentHash: `${i}`, embedding, attributes: photographs.measured[i] as IdentifiedPicture['attributes'] }
  })
  const perSubset = Math.ceil(groupsMax / subsets.length)
  return subsets.flatMap((subset) => {
    const people = raters.filter((rater) => rater.subset === subset)
    const learner = learners.get(subset) as Learner
    const groups: Group[] = []
    for (let round = 0; groups.length < perSubset; round++) {
      const random = seeded(groupsSeed + round)
      const order = shuffled(people.length, random).map((i) => people[i] as Rater)
      for (let i = 0; i + labelCounts.length <= order.length && groups.length < perSubset; i += labelCounts.length) {
        const chosen = order.slice(i, i + labelCounts.length)
        const shown = shuffled(chosen[0]?.pictures.length ?? 0, random).map((k) => chosen[0]?.pictures[k] as number)
        const known = shown.slice(0, Math.max(Math.ceil(shareToLabel * shown.length), ...labelCounts))
        const drawn = (count: number) =>
          shuffled(known.length, random)
            .slice(0, count)
            .map((k) => known[k] as number)
        groups.push({
          people: chosen.map((rater, k) => personOf(rater, drawn(labelCounts[k] as number))),
          others: people.filter((rater) => !chosen.includes(rater)).map((rater) => personOf(rater, [])),
          test: shown.slice(known.length),
          learner,
          pictures,
        })
      }
    }
    return groups
  })
}

function personOf({ pictures, ratings }: Rater, labelled: readonly number[]): Person {
  const isGood = isGoodBy(ratings)
  const values = standardised(ratings)
  const place = new Map(pictures.map((picture, i) => [picture, i]))
  const at = (picture: number) => place.get(picture) as number
  return {
    labelled,
    isGood: (picture) => isGood(ratings[at(picture)] as number),
    ratingOf: (picture) => values[at(picture)] as number,
  }
}
