import type { ChangedCopy, Judge as ChangeJudge, Direction } from '@palate/core/taste/advice/advice.ts'
import type { MeasuredGain } from '@palate/core/taste/advice/measured-gain.ts'
import { attributes } from '@palate/core/taste/attributes.ts'
import type { Explanation as ExplanationDetails } from '@palate/core/taste/explanation-schema.ts'
import type { Explanation } from '@palate/core/taste/model/explain.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import { surroundingsOf } from '@palate/core/taste/novelty/novelty.ts'
import type { Judge } from '@palate/core/taste/people/judges.ts'
import { likedDirections } from '@palate/core/taste/regions/regions.ts'
import { rewardOf } from '@palate/core/taste/reward/reward.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import { type Calibration, noveltyMax } from '@palate/core/taste/verdict/certainty.ts'
import type { Limits, Verdict } from '@palate/core/taste/verdict/threshold-schema.ts'
import { type DraftVerdict, decisionAt, draftVerdict } from '@palate/core/taste/verdict/verdict.ts'
import type { VerdictBasis } from '@palate/core/taste/verdict/verdict-basis.ts'
import { LRUCache } from 'lru-cache'
import type { Features } from '../../pictures/features/features.ts'

/** Scores a picture along one dimension and, on request, explains the score. */
export interface DimensionScorer {
  readonly dimension: Dimension
  /** What the owner wants more or less of. */
  readonly liked: readonly Direction[]
  score(picture: Features): number
  /** Includes the score. */
  explain(picture: Features): ExplainedScore
  /** The score, its standard deviation in log odds, and the decision. Undefined without a basis for verdicts. */
  readonly decide?: ((picture: Features) => DecidedScore) | undefined
  /** Undefined without a basis for verdicts. */
  readonly reward?: ((picture: Features) => RewardedScore) | undefined
  /** What the whole team says, if the scores are those of a person or the people are asked for. */
  readonly team?: TeamScorer
}

export interface DecidedScore {
  readonly probability: number
  readonly deviation: number
  /** By the score alone: the pixels may have problems. */
  readonly decision: Verdict['decision']
}

export interface RewardedScore {
  readonly probability: number
  readonly reward: number
  readonly novelty: number
}

export interface TeamScorer {
  score(picture: Features): number
  /** Those who judged most, if they are asked for and there are two. */
  readonly people: readonly PersonScorer[]
  /** Everybody who judged something, if they are asked for. */
  readonly judges: readonly Judge[]
}

export interface PersonScorer extends Pick<Judge, 'id' | 'judgements'> {
  score(picture: Features): number
}

export interface ExplainedScore extends Pick<Explanation, 'probability' | 'confidence'> {
  readonly details: ExplanationDetails
  /** If the scorer has a basis for verdicts. */
  readonly draft?: DraftVerdict & ChangeJudge
}

/** What verdicts in one dimension are based on. */
export interface VerdictRule extends VerdictBasis {
  readonly limits: Limits
  readonly calibration: Calibration
}

export function modelScorer(
  learner: Learner,
  dimension: Dimension,
  model: LearnedModel,
  rule?: VerdictRule,
  team?: TeamScorer,
): DimensionScorer {
  const around = (picture: Features, { familiarity, goodPictures }: VerdictRule) =>
    surroundingsOf(familiarity, goodPictures, model.taste.frames, learner.frameOf(model, picture))
  return {
    dimension,
    ...(team && { team }),
    liked: likedDirections(model),
    score: (picture) => learner.predict(model, picture),
    decide:
      rule &&
      ((picture) => {
        const { variance, probability } = learner.predictionOf(model, picture)
        const isNovel = around(picture, rule).novelty >= noveltyMax
        const decision = decisionAt(probability, rule.limits, isNovel)
        return { probability, deviation: Math.sqrt(variance), decision }
      }),
    reward:
      rule &&
      ((picture) => {
        const { variance, probability } = learner.predictionOf(model, picture)
        const { strangeness, novelty } = around(picture, rule)
        return { probability, reward: rewardOf({ probability, deviation: Math.sqrt(variance), strangeness }), novelty }
      }),
    explain(picture) {
      const explanation = learner.explain(model, picture)
      if (!rule) return explanation
      const surroundings = around(picture, rule)
      const draft = draftVerdict(rule, rule.limits, model.wishes, explanation, picture.attributes, surroundings)
      return { ...explanation, draft: { ...draft, gainsOf: (copies) => gainsOf(learner, model, picture, copies) } }
    },
  }
}

/** Gains of this many copies are kept for each model, so that the same verdict is not computed again. */
export const gainsKeptMax = 1000
const gainsByModel = new WeakMap<LearnedModel, LRUCache<string, MeasuredGain>>()

function gainsOf(
  learner: Learner,
  model: LearnedModel,
  picture: Features,
  copies: readonly ChangedCopy[],
): readonly MeasuredGain[] {
  const known = gainsByModel.get(model) ?? new LRUCache<string, MeasuredGain>({ max: gainsKeptMax })
  gainsByModel.set(model, known)
  const keyOf = ({ change, amount }: ChangedCopy) => `${picture.contentHash} ${change} ${amount}`
  const missing = copies.filter((copy) => !known.has(keyOf(copy)))
  const measured = learner.gainsOf(
    model,
    picture,
    missing.map(({ features }) => features),
  )
  const fresh = new Map(missing.map((copy, i) => [keyOf(copy), measured[i] as MeasuredGain]))
  const gains = copies.map((copy) => (fresh.get(keyOf(copy)) ?? known.get(keyOf(copy))) as MeasuredGain)
  for (const [key, gain] of fresh) known.set(key, gain)
  return gains
}

/** The score is the measurement itself, so its confidence is 1. */
export function attributeScorer(dimension: Dimension): DimensionScorer {
  const attribute = attributes.find(({ name }) => name === dimension.name)
  if (!attribute) throw new Error(`${dimension.name} is not an attribute`)
  return {
    dimension,
    // So that the part that lowers it is described by it.
    liked: [{ attribute: attribute.name, wantsMore: true }],
    score: ({ attributes: measured }) => measured[attribute.name],
    explain: ({ attributes: measured }) => ({
      probability: measured[attribute.name],
      confidence: 1,
      details: { measured: measured[attribute.name], low: attribute.low, high: attribute.high },
    }),
  }
}
