import { openPrior } from '@palate/core/taste/model/prior.ts'
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
      features[i] = { embedding, coordinates, priorMean: prior.meanAt(coordinates) }
    }
  }
  return features
}

export function photographTasks(
  crowd: Crowd,
  photographs: readonly PictureFeatures[],
  labelCount: number,
): readonly RaterTask[] {
  const featuresOf = (picture: number) => photographs[picture] as PictureFeatures
  return crowd.raters.map((rater, i) => ({ task: ratingTask(rater, labelCount, seeded(i)), featuresOf, rater: i }))
}
