import type { Voiced } from './equal-say.ts'
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

/**
 * Labels and comparisons get half of the limit each; unused room of one kind goes to the other. Each person gets the same
 * part of it, so that one who judges a lot does not push out what others said.
 */
export function keepNewest<Picture>({ labels, comparisons, constraints }: TrainingExamples<Picture>): {
  readonly kept: TrainingExamples<Picture>
  readonly dropped: readonly Unusable[]
} {
  const half = judgementsPerModelMax / 2
  const labelCount = Math.min(labels.length, Math.max(half, judgementsPerModelMax - comparisons.length))
  const comparisonCount = Math.min(comparisons.length, judgementsPerModelMax - labelCount)
  const [oldLabels, newLabels] = newestOf(labels, labelCount, droppedTogether)
  const [oldComparisons, newComparisons] = newestOf(comparisons, comparisonCount, droppedTogether)
  const [oldAnswers, newAnswers] = newestOf(constraints, answersPerModelMax, 1)
  return {
    kept: { labels: newLabels, comparisons: newComparisons, constraints: newAnswers },
    dropped: [
      ...oldLabels.map(({ elementId }) => pastLimit('exemplars', elementId, oldJudgement)),
      ...oldComparisons.map(({ elementId }) => pastLimit('comparisons', elementId, oldJudgement)),
      ...oldAnswers.map(({ id }) => pastLimit('constraints', id, oldAnswer)),
    ],
  }
}

/** What is too old, and the newest judgements, in their order. The oldest of each person go in steps of a size. */
function newestOf<Judgement extends Voiced>(
  judgements: readonly Judgement[],
  max: number,
  stepMax: number,
): readonly [old: readonly Judgement[], newest: readonly Judgement[]] {
  const byPerson = Map.groupBy(judgements, ({ by }) => by)
  const shares = fairShares(new Map([...byPerson].map(([person, { length }]) => [person, length])), max)
  const old = new Set<Judgement>()
  for (const [person, own] of byPerson) {
    const share = shares.get(person) ?? 0
    // Of a small share, a large step would leave nothing.
    const step = Math.max(1, Math.min(stepMax, Math.floor(share / droppedTogether)))
    const excess = Math.ceil((own.length - share) / step) * step
    for (const judgement of own.slice(0, excess)) old.add(judgement)
  }
  if (old.size === 0) return [[], judgements]
  return [[...old], judgements.filter((judgement) => !old.has(judgement))]
}

/** The same for everybody, but to nobody more than they have; what they leave goes to the others. */
function fairShares<Key>(counts: ReadonlyMap<Key, number>, max: number): ReadonlyMap<Key, number> {
  const shares = new Map<Key, number>()
  let left = max
  for (const [place, [key, count]] of [...counts].sort(([, one], [, other]) => one - other).entries()) {
    const share = Math.min(count, Math.floor(left / (counts.size - place)))
    shares.set(key, share)
    left -= share
  }
  return shares
}

const oldJudgement = `only the newest ${judgementsPerModelMax} judgements of a dimension are used`
const oldAnswer = `only the newest ${answersPerModelMax} answers of a dimension are used`

function pastLimit(kind: Unusable['kind'], id: string, message: string): Unusable {
  return { kind, id, code: 'past_limit', message, retryable: false }
}
