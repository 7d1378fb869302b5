import type { DimensionDiagnostics } from '@palate/client'
import { counted, percent } from '../../../../ui/format.ts'
import { describeNeed } from '../../describe-need.ts'

/** With fewer judgements, none can be held back for testing. */
export const judgementsForPrediction = 10

/** How well the profile predicts a dimension, in one sentence for its owner. */
export function describePrediction({ selfPrediction, labels, comparisons }: DimensionDiagnostics): string {
  const judgements = labels.good + labels.bad + comparisons
  if (selfPrediction === null) {
    const missing = Math.max(1, judgementsForPrediction - judgements)
    return `Too early to tell: testing needs ${counted(missing, 'more judgement')}.`
  }
  const { correct } = selfPrediction
  const share = percent(correct)
  if (correct >= 0.85) return `It predicts you well: it guessed ${share} of unseen judgements right.`
  if (correct >= 0.7) return `It predicts you fairly well: it guessed ${share} of unseen judgements right.`
  if (isPredictive(selfPrediction)) return `It has a rough idea: it guessed ${share} of unseen judgements right.`
  return `It cannot predict you yet: ${share} of unseen judgements guessed right is no better than chance.`
}

/** Better than chance. */
function isPredictive(selfPrediction: DimensionDiagnostics['selfPrediction']): boolean {
  return selfPrediction !== null && selfPrediction.correct >= 0.58
}

/** Whether more judgements would help, and what else would if they would not. */
export function describeNext({ selfPrediction, ...need }: DimensionDiagnostics): string {
  const advice = need.enough && !isPredictive(selfPrediction)
  return `${describeNeed(need)}${advice ? ' Judge different pictures, or settle contradictions.' : ''}`
}

/** Contradictions among the judgements; empty if there are none. */
export function describeContradictions({ consistency }: DimensionDiagnostics): readonly string[] {
  const { contradictoryLabels, contradictoryComparisons, cycles, repeatAgreement } = consistency
  return [
    contradictoryLabels.length > 0 ? `${counted(contradictoryLabels.length, 'picture')} called both good and bad` : '',
    contradictoryComparisons.length > 0 ? `${counted(contradictoryComparisons.length, 'pair')} judged both ways` : '',
    cycles.length > 0 ? `${counted(cycles.length, 'cycle')} such as A over B over C over A` : '',
    repeatAgreement !== null && repeatAgreement < 0.8
      ? `repeated questions got the same answer ${Math.round(repeatAgreement * 100)} % of the time`
      : '',
  ].filter((text) => text !== '')
}
