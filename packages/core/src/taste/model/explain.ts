import { unusualAttributes } from '../attributes/extremes.ts'
import type { Measured } from '../attributes.ts'
import type { LearnedExplanation, ScoreReason } from '../explanation-schema.ts'
import { expectedAgreement } from '../gaussian-process/preference.ts'
import type { Prediction } from '../gaussian-process/taste-model.ts'
import type { ViewLikeness } from '../likeness/likeness.ts'
import { describeLikeness } from '../likeness/words.ts'
import type { ExplainedPrior } from './explained-prior.ts'
import type { LearnedModel } from './learned-model.ts'
import { elementsShownMax } from './score-reasons.ts'

export interface Explanation {
  /** The score. */
  readonly probability: number
  readonly confidence: number
  readonly details: LearnedExplanation
}

export const nearestMax = 5
/** The most wishes in an explanation: those that contribute most, in their original order. */
export const wishesShownMax = 20
/** Apart from the reasons, all parts are utilities, in log odds of being called good. */
export function explanationOf(
  model: LearnedModel,
  prior: ExplainedPrior,
  prediction: Prediction,
  reasons: readonly ScoreReason[],
  measured: Measured,
): Explanation {
  const likeness = model.dimension === 'likeness' ? model.likeness : undefined
  return {
    probability: prediction.probability,
    confidence: prediction.confidence,
    details: {
      ...(likeness && { summary: describeLikeness(prior.views, likeness) }),
      utility: round(prediction.mean),
      deviation: round(Math.sqrt(prediction.variance)),
      prior: {
        ...(likeness
          ? { views: prior.views.map(roundView) }
          : { crowd: round(prior.crowd * expectedAgreement(model.taste.settings)) }),
        ...(model.team && { team: round(prior.team * expectedAgreement(model.taste.settings)) }),
        ...(model.pooledTaste && { others: round(prior.others * expectedAgreement(model.taste.settings)) }),
        constraints: strongestOf(prior.wishes.parts).map(roundPart),
        ...(model.dimension === 'usability' && { usability: prior.usability.parts.map(roundPart) }),
      },
      ...(model.dimension === 'usability' && { qualities: roundAll(prior.qualities) }),
      learned: { part: round(prediction.learnedPart), nearest: nearestOf(model, prediction) },
      reasons: [...reasons],
      attributes: unusualAttributes(measured).map((one) => ({ ...one, value: round(one.value) })),
    },
  }
}

function strongestOf<Of extends { readonly contribution: number }>(parts: readonly Of[]): readonly Of[] {
  if (parts.length <= wishesShownMax) return parts
  const strongest = parts.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const shown = new Set(strongest.slice(0, wishesShownMax))
  return parts.filter((part) => shown.has(part))
}

function nearestOf({ elementIds }: LearnedModel, { nearest }: Prediction) {
  return (
    nearest
      // Frames that nobody has judged have no elements.
      .filter(({ frame, influence }) => frame < elementIds.length && Math.abs(influence) >= 0.001)
      .map(({ frame, influence }) => ({
        elements: (elementIds[frame] ?? []).slice(0, elementsShownMax),
        influence: round(influence),
      }))
  )
}

function roundPart<Part extends { readonly measured: number; readonly contribution: number }>(part: Part): Part {
  return { ...part, measured: round(part.measured), contribution: round(part.contribution) }
}

function roundView({ view, share, logOdds }: ViewLikeness) {
  return { view, share: round(share), logOdds: round(logOdds) }
}

function roundAll(values: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value)]))
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4 || 0
}
