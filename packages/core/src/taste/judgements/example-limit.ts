import type { TrainingExamples, Unusable } from './training-examples.ts'

/** The cost of a fit grows with the cube of the number of judgements, so a model uses only the newest. */
export const judgementsPerModelMax = 600
/** The oldest are dropped in steps of this size, so that successive states of a growing profile share their oldest judgements. */
const droppedTogether = 20
/** From this number of labels and comparisons on, a model is full: what it gains from new ones it loses with old ones. */
export const fullModelMin = judgementsPerModelMax - 2 * droppedTogether
/** Each answer is parsed, and each of its wishes is evaluated for every frame. */
export const answersPerModelMax = 600

/** The newest judgements and answers of each dimension within the limits, and the elements that were left out. */
export function limitExamples(byDimension: ReadonlyMap<string, TrainingExamples>): {
  readonly examples: ReadonlyMap<string, TrainingExamples>
  readonly dropped: readonly Unusable[]
} {
  const limited = [...byDimension].map(([dimension, examples]) => [dimension, keepNewest(examples)] as const)
  return {
    examples: new Map(limited.map(([dimension, { kept }]) => [dimension, kept])),
    dropped: limited.flatMap(([, { dropped }]) => dropped),
  }
}

/** Labels and comparisons get half of the limit each; unused room of one kind goes to the other. */
export function keepNewest<Picture>({ labels, comparisons, constraints }: TrainingExamples<Picture>): {
  readonly kept: TrainingExamples<Picture>
  readonly dropped: readonly Unusable[]
} {
  const half = judgementsPerModelMax / 2
  const labelCount = Math.min(labels.length, Math.max(half, judgementsPerModelMax - comparisons.length))
  const comparisonCount = Math.min(comparisons.length, judgementsPerModelMax - labelCount)
  const oldLabels = inSteps(labels.length - labelCount)
  const oldComparisons = inSteps(comparisons.length - comparisonCount)
  const oldAnswers = Math.max(0, constraints.length - answersPerModelMax)
  return {
    kept: {
      labels: labels.slice(oldLabels),
      comparisons: comparisons.slice(oldComparisons),
      constraints: constraints.slice(oldAnswers),
    },
    dropped: [
      ...labels.slice(0, oldLabels).map(({ elementId }) => pastLimit('exemplars', elementId, oldJudgement)),
      ...comparisons.slice(0, oldComparisons).map(({ elementId }) => pastLimit('comparisons', elementId, oldJudgement)),
      ...constraints.slice(0, oldAnswers).map(({ id }) => pastLimit('constraints', id, oldAnswer)),
    ],
  }
}

function inSteps(count: number): number {
  return Math.ceil(count / droppedTogether) * droppedTogether
}

const oldJudgement = `only the newest ${judgementsPerModelMax} judgements of a dimension are used`
const oldAnswer = `only the newest ${answersPerModelMax} answers of a dimension are used`

function pastLimit(kind: Unusable['kind'], id: string, message: string): Unusable {
  return { kind, id, code: 'past_limit', message, retryable: false }
}
