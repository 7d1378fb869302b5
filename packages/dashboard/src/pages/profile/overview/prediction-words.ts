import type { DimensionDiagnostics } from '@palate/client'
import { counted } from '../../../ui/format.ts'

/** With fewer judgements nothing can be held back. */
export const judgementsForPrediction = 10

/** How well a dimension is known, in one sentence for its owner. */
export function describePrediction({ selfPrediction, labels, comparisons }: DimensionDiagnostics): string {
  const judgements = labels.good + labels.bad + comparisons
  if (selfPrediction === null) {
    const missing = Math.max(1, judgementsForPrediction - judgements)
    return `Too early to tell: ${counted(missing, 'more judgement')} and it can be tested.`
  }
  const { correct } = selfPrediction
  const times = Math.round(correct * 10)
  if (correct >= 0.85) return `It knows you well: ${times} of 10 judgements that it had not seen, it guessed right.`
  if (correct >= 0.7) return `It is getting to know you: ${times} of 10 unseen judgements, it guessed right.`
  if (correct >= 0.58) return `It has a first idea: ${times} of 10 unseen judgements, it guessed right.`
  return `It does not know you yet: ${times} of 10 unseen judgements guessed right is no better than chance.`
}

/** Whether more judgements would help. */
export function describeNeed({ enough, remaining }: DimensionDiagnostics): string {
  if (enough) return 'Enough: more judgements would hardly change it.'
  return remaining > 0
    ? `About ${counted(remaining, 'more judgement')} would still help much.`
    : 'More judgements help.'
}

/** What does not fit together in the judgements; none where all is well. */
export function describeContradictions({ consistency }: DimensionDiagnostics): readonly string[] {
  const { contradictoryLabels, contradictoryComparisons, cycles, repeatAgreement } = consistency
  return [
    contradictoryLabels.length > 0 ? `${counted(contradictoryLabels.length, 'picture')} called both good and bad` : '',
    contradictoryComparisons.length > 0 ? `${counted(contradictoryComparisons.length, 'pair')} judged both ways` : '',
    cycles.length > 0 ? `${counted(cycles.length, 'circle')} such as A over B over C over A` : '',
    repeatAgreement !== null && repeatAgreement < 0.8
      ? `asked again, the answer was the same ${Math.round(repeatAgreement * 100)} % of the time`
      : '',
  ].filter((text) => text !== '')
}
