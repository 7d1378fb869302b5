import { attributes } from '@palate/core/taste/attributes.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Features } from '../features/features.ts'

/** Scores a picture along one dimension and, on request, explains the score. */
export interface DimensionScorer {
  readonly dimension: Dimension
  score(picture: Features): number
  explain(picture: Features): { readonly confidence: number; readonly details: unknown }
}

export function modelScorer(learner: Learner, dimension: Dimension, model: LearnedModel): DimensionScorer {
  return {
    dimension,
    score: (picture) => learner.predict(model, picture),
    explain: (picture) => learner.explain(model, picture),
  }
}

/** The score is the measurement itself, so its confidence is 1. */
export function attributeScorer(dimension: Dimension): DimensionScorer {
  const attribute = attributes.find(({ name }) => name === dimension.name)
  if (!attribute) throw new Error(`${dimension.name} is not an attribute`)
  return {
    dimension,
    score: ({ attributes: measured }) => measured[attribute.name],
    explain: ({ attributes: measured }) => ({
      confidence: 1,
      details: { measured: measured[attribute.name], low: attribute.low, high: attribute.high },
    }),
  }
}
