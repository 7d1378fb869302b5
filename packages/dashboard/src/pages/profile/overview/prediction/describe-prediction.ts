import type { DimensionDiagnostics } from '@palate/client'
import { counted, percent } from '../../../../ui/format.ts'

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
export function isPredictive(selfPrediction: DimensionDiagnostics['selfPrediction']): boolean {
  return selfPrediction !== null && selfPrediction.correct >= 0.58
}

/** Whether more judgements would help. */
export function describeNeed({
  enough,
  remaining,
  selfPrediction,
}: Pick<DimensionDiagnostics, 'enough' | 'remaining' | 'selfPrediction'>): string {
  if (enough && !isPredictive(selfPrediction))
    return 'More judgements of the same kind would change little. Judge different pictures, or settle contradictions.'
  if (enough) return 'Enough: more judgements would change little.'
  return remaining > 0
    ? `About ${counted(remaining, 'more judgement')} would still help a lot.`
    : 'More judgements help.'
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
