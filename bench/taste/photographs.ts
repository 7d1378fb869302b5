import { openPrior } from '@palate/core/taste/prior/prior.ts'
import { type Crowd, subsetsOf } from '../../fitting/prior/crowd.ts'
import { fitPriorHead } from '../../fitting/prior/prior-head.ts'
import type { FeaturesOf, PictureFeatures } from './methods.ts'
import { ratingTask, seeded, type Task } from './protocol.ts'

export type RaterTask = { readonly task: Task; readonly featuresOf: FeaturesOf; readonly rater: number }

/** The features of each photograph, from a prior fitted without its subset and without the people who rated it. */
export function photographFeatures(crowd: Crowd): readonly PictureFeatures[] {
  const features: PictureFeatures[] = []
  for (const subset of subsetsOf(crowd)) {
    const prior = openPrior(fitPriorHead(crowd, subset))
    for (const [i, { subset: own }] of crowd.photographs.rows.entries()) {
      if (own !== subset) continue
      const embedding = crowd.photographs.embeddings[i] ?? new Float32Array()
      const coordinates = prior.project(embedding)
      const measured = crowd.photographs.measured[i] as PictureFeatures['attributes']
      features[i] = { embedding, coordinates, priorMean: prior.meanAt(coordinates), attributes: measured }
    }
  }
  return features
}

/** The simulated owner. */
export type Sitting = {
  /** The opposite of every rating. */
  readonly isContrarian?: boolean
  readonly isLabelsAlone?: boolean
}

/** Which raters take part, and how many sittings each has. Each sitting draws new pictures. */
export type Scope = { readonly every: number; readonly draws: number }

export function photographTasks(
  { raters }: Crowd,
  photographs: readonly PictureFeatures[],
  labelCount: number,
  { every, draws, isContrarian = false, isLabelsAlone = false }: Sitting & Scope,
): readonly RaterTask[] {
  const featuresOf = (picture: number) => photographs[picture] as PictureFeatures
  return raters.flatMap((one, rater) => {
    if (rater % every !== 0) return []
    const person = isContrarian ? { ...one, ratings: one.ratings.map((rating) => -rating) } : one
    return Array.from({ length: draws }, (_, draw) => {
      const task = ratingTask(person, labelCount, seeded(rater + draw * seedsPerDraw))
      return { task: isLabelsAlone ? { ...task, comparisons: [] } : task, featuresOf, rater }
    })
  })
}

/** Larger than the number of raters. */
const seedsPerDraw = 1000
