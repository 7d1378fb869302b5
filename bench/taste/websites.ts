import { openPrior } from '@palate/core/taste/prior.ts'
import { type Crowd, chosenGroup, headOf, ratedGroups, spaceOf, subsetsOf } from '../../fitting/prior/crowd.ts'
import { fitOpinion, opinionAt } from '../../fitting/prior/crowd-utility.ts'
import { logOddsPerDeviation } from '../../fitting/prior/prior-head.ts'
import type { Seen } from './methods.ts'
import type { Asked } from './photographs.ts'
import { seeded, shuffled } from './protocol.ts'

const pictureFolds = 5
const raterFolds = 4
const drawsPerRater = 3
const choicesPerRaterMin = 25

/**
 * Each rater states some choices; the others are asked, one by one, of a prior that was fitted without the two pictures
 * (and everything in their folds) and without this rater's quarter of the raters. The axes come from pictures alone.
 */
export function websiteTasks(crowd: Crowd, stated: number): readonly Asked[] {
  const space = spaceOf(crowd, subsetsOf(crowd))
  const place = openPrior(headOf(crowd)).place
  const rated = ratedGroups(crowd, space, subsetsOf(crowd))
  const all = chosenGroup(crowd, space)
  const places = crowd.websites.embeddings.map(place)
  const foldOf = foldsOf(crowd.websites.embeddings.length)
  const known = new Map<string, readonly Seen[]>()

  function seenWithout(a: number, b: number, rater: number): readonly Seen[] {
    const [low, high] = [Math.min(foldOf(a), foldOf(b)), Math.max(foldOf(a), foldOf(b))]
    const key = `${low} ${high} ${rater % raterFolds}`
    const before = known.get(key)
    if (before) return before
    const hidden = (picture: number) => foldOf(picture) === low || foldOf(picture) === high
    const choices = crowd.choosers
      .filter((_, i) => i % raterFolds !== rater % raterFolds)
      .flatMap((chooser) => chooser.choices.filter(({ winner, loser }) => !hidden(winner) && !hidden(loser)))
    const opinion = fitOpinion(rated, { points: all.points, choices })
    const seen = crowd.websites.embeddings.map((embedding, i) => ({
      embedding,
      place: places[i] ?? place(embedding),
      priorMean: logOddsPerDeviation * opinionAt(opinion, all.points[i] ?? new Float32Array()),
    }))
    known.set(key, seen)
    return seen
  }

  return crowd.choosers.flatMap(({ choices }, rater) => {
    if (choices.length < choicesPerRaterMin) return []
    return Array.from({ length: drawsPerRater }, (_, draw) => {
      const random = seeded(rater * drawsPerRater + draw)
      const order = shuffled(choices.length, random).map((i) => choices[i] ?? { winner: 0, loser: 0 })
      const comparisons = order.slice(0, stated).map(({ winner, loser }) => ({ a: winner, b: loser, share: 1 }))
      return order.slice(stated).map(({ winner, loser }) => {
        const seen = seenWithout(winner, loser, rater)
        const task = { labels: [], comparisons, asked: [{ better: winner, worse: loser }] }
        return { task, seen: (picture: number) => seen[picture] as Seen, rater }
      })
    }).flat()
  })
}

function foldsOf(count: number): (picture: number) => number {
  const order = shuffled(count, seeded(7))
  const fold = new Map(order.map((picture, i) => [picture, i % pictureFolds]))
  return (picture) => fold.get(picture) ?? 0
}
