import { openPrior } from '@palate/core/taste/prior/prior.ts'
import { axesOf, type Crowd, choiceGroup, ratedGroups, subsetsOf } from '../../fitting/prior/crowd.ts'
import { fitCrowdUtility, utilityAt } from '../../fitting/prior/crowd-utility.ts'
import { fitPriorHead, logOddsPerDeviation } from '../../fitting/prior/prior-head.ts'
import type { PictureFeatures } from './methods.ts'
import type { RaterTask } from './photographs.ts'
import { seeded, shuffled } from './protocol.ts'

const pictureFolds = 5
const raterFolds = 4
const drawsPerRater = 3
const choicesPerRaterMin = 25

/**
 * Some of a rater's choices are the training set, and each of the others is a test pair. The prior for a test pair is
 * cross-validated: fitted without the folds of the two pictures and without this rater's fold of the raters. The
 * principal axes use all pictures, but no judgements.
 */
export function websiteTasks(crowd: Crowd, choiceCount: number): readonly RaterTask[] {
  const axes = axesOf(crowd, subsetsOf(crowd))
  const { project } = openPrior(fitPriorHead(crowd))
  const rated = ratedGroups(crowd, axes, subsetsOf(crowd))
  const { points } = choiceGroup(crowd, axes)
  const coordinates = crowd.websites.embeddings.map(project)
  const foldOf = foldsOf(crowd.websites.embeddings.length)
  const cache = new Map<string, readonly PictureFeatures[]>()

  function featuresWithout(a: number, b: number, rater: number): readonly PictureFeatures[] {
    const [low, high] = [Math.min(foldOf(a), foldOf(b)), Math.max(foldOf(a), foldOf(b))]
    const key = `${low} ${high} ${rater % raterFolds}`
    const cached = cache.get(key)
    if (cached) return cached
    const hidden = (picture: number) => foldOf(picture) === low || foldOf(picture) === high
    const choices = crowd.choiceMakers
      .filter((_, i) => i % raterFolds !== rater % raterFolds)
      .flatMap((person) => person.choices.filter(({ winner, loser }) => !hidden(winner) && !hidden(loser)))
    const utility = fitCrowdUtility(rated, { points, choices })
    const features = crowd.websites.embeddings.map((embedding, i) => ({
      embedding,
      attributes: crowd.websites.measured[i] as PictureFeatures['attributes'],
      coordinates: coordinates[i] ?? project(embedding),
      priorMean: logOddsPerDeviation * utilityAt(utility, points[i] ?? new Float32Array()),
    }))
    cache.set(key, features)
    return features
  }

  return crowd.choiceMakers.flatMap(({ choices }, rater) => {
    if (choices.length < choicesPerRaterMin) return []
    return Array.from({ length: drawsPerRater }, (_, draw) => {
      const random = seeded(rater * drawsPerRater + draw)
      const order = shuffled(choices.length, random).map((i) => choices[i] ?? { winner: 0, loser: 0 })
      const comparisons = order.slice(0, choiceCount).map(({ winner, loser }) => ({ a: winner, b: loser, share: 1 }))
      return order.slice(choiceCount).map(({ winner, loser }) => {
        const features = featuresWithout(winner, loser, rater)
        const task = { labels: [], comparisons, testPairs: [{ better: winner, worse: loser }] }
        return { task, featuresOf: (picture: number) => features[picture] as PictureFeatures, rater }
      })
    }).flat()
  })
}

function foldsOf(count: number): (picture: number) => number {
  const order = shuffled(count, seeded(7))
  const fold = new Map(order.map((picture, i) => [picture, i % pictureFolds]))
  return (picture) => fold.get(picture) ?? 0
}
