import { attributes } from '@palate/core/taste/attributes.ts'
import type { Explanation as ExplanationDetails } from '@palate/core/taste/explanation-schema.ts'
import type { Explanation } from '@palate/core/taste/model/explain.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Change } from '@palate/core/taste/verdict/gain.ts'
import type { Limits, Verdict } from '@palate/core/taste/verdict/threshold-schema.ts'
import { verdictOf } from '@palate/core/taste/verdict/verdict.ts'
import type { VerdictBasis } from '@palate/core/taste/verdict/verdict-basis.ts'
import type { Features } from '../../pictures/features/features.ts'

/** Scores a picture along one dimension and, on request, explains the score. */
export interface DimensionScorer {
  readonly dimension: Dimension
  score(picture: Features): number
  /** Includes the score. */
  explain(picture: Features): ExplainedScore
}

export interface ExplainedScore extends Pick<Explanation, 'probability' | 'confidence'> {
  readonly details: ExplanationDetails
  /** If the scorer has a basis for verdicts. */
  readonly verdict?: Verdict
}

/** What verdicts in one dimension are based on. */
export interface VerdictRule extends VerdictBasis {
  readonly limits: Limits
}

export function modelScorer(
  learner: Learner,
  dimension: Dimension,
  model: LearnedModel,
  rule?: VerdictRule,
): DimensionScorer {
  return {
    dimension,
    score: (picture) => learner.predict(model, picture),
    explain(picture) {
      const explanation = learner.explain(model, picture)
      if (!rule) return explanation
      const gainOf = (change: Change) => learner.gainOf(model, picture, explanation, change)
      const verdict = verdictOf(rule, rule.limits, model.wishes, explanation, picture.attributes, gainOf)
      return { ...explanation, verdict }
    },
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
      probability: measured[attribute.name],
      confidence: 1,
      details: { measured: measured[attribute.name], low: attribute.low, high: attribute.high },
    }),
  }
}
