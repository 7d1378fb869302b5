import { type Matrix, matrix } from '../linear-algebra/matrix.ts'
import { probabilityOf } from '../score.ts'
import type { TasteComponent } from './owner-mixture.ts'
import { marginalsOf, meansOf, type Targets } from './posterior.ts'

export type ScoredTargets = Targets & {
  /** What the simple tastes contribute to the scores. */
  readonly simpleScores: Float64Array
}

/** A comparison of two targets, or a label of one (`minus` undefined). */
export type Question = { readonly plus: number; readonly minus: number | undefined }

/**
 * For each question, the outcome that a model considers more probable: 1 or 0, or 0.5 if neither. A label is more
 * probably good if the score is above 0.5; of two frames, the one with the higher score wins. `crowd` is what people in
 * general would say about each observation.
 *
 * Computing the variance of a frame takes a hundred times as long as its mean, and most questions have the same answer
 * whatever the variances are. So variances are computed only for the others.
 */
export function likelierOutcomes(
  components: readonly TasteComponent[],
  crowd: Float64Array,
  targets: ScoredTargets,
  questions: readonly Question[],
): readonly number[] {
  const bounds = scoreBounds(components, targets)
  const outcomes = questions.map(({ plus, minus }) => outcomeOf(boundsAt(bounds, plus), boundsAt(bounds, minus)))
  const open = questions.filter((_, i) => outcomes[i] === undefined)
  const needed = [...new Set(open.flatMap(({ plus, minus = plus }) => [plus, minus]))]
  const scores = scoresOf(components, crowd, restrictTargets(targets, needed))
  const scoreOf = new Map(needed.map((target, i) => [target, scores[i] as number]))
  return questions.map(({ plus, minus }, i) => {
    const other = minus === undefined ? 0.5 : (scoreOf.get(minus) as number)
    return outcomes[i] ?? sideOf((scoreOf.get(plus) as number) - other)
  })
}

type Bounds = { readonly lowest: number; readonly highest: number }

/** The scores with zero variance and with the prior variance. The actual score is between these. */
function scoreBounds(components: readonly TasteComponent[], targets: ScoredTargets): readonly Bounds[] {
  const means = components.map((component) => meansOf(component, targets))
  return Array.from(targets.variances, (variance, i) => {
    const simple = targets.simpleScores[i] as number
    let [lowest, highest] = [simple, simple]
    for (const [k, { weight, agreement }] of components.entries()) {
      const mean = (means[k] as Float64Array)[i] as number
      const before = variance + targets.ownShare * agreement.variance * (targets.crowd[i] as number) ** 2
      const [a, b] = [probabilityOf({ mean, variance: 0 }), probabilityOf({ mean, variance: before })]
      lowest += weight * Math.min(a, b)
      highest += weight * Math.max(a, b)
    }
    return { lowest, highest }
  })
}

function boundsAt(bounds: readonly Bounds[], target: number | undefined): Bounds {
  return target === undefined ? { lowest: 0.5, highest: 0.5 } : (bounds[target] as Bounds)
}

/** Undefined if the variances decide. */
function outcomeOf(plus: Bounds, minus: Bounds): number | undefined {
  if (plus.lowest > minus.highest) return 1
  return plus.highest < minus.lowest ? 0 : undefined
}

/** The score of each target. */
export function scoresOf(
  components: readonly TasteComponent[],
  crowd: Float64Array,
  targets: ScoredTargets,
): Float64Array {
  const scores = targets.simpleScores.slice()
  for (const component of components) {
    const { weight, means, variances } = marginalsOf(component, crowd, targets)
    for (const [i, mean] of means.entries()) {
      scores[i] = (scores[i] as number) + weight * probabilityOf({ mean, variance: variances[i] as number })
    }
  }
  return scores
}

function restrictTargets(targets: ScoredTargets, chosen: readonly number[]): ScoredTargets {
  const chosenOf = (values: Float64Array) => Float64Array.from(chosen, (i) => values[i] as number)
  return {
    ...{ wishes: chosenOf(targets.wishes), crowd: chosenOf(targets.crowd), variances: chosenOf(targets.variances) },
    ...{ simpleScores: chosenOf(targets.simpleScores), ownShare: targets.ownShare },
    covariances: rowsOf(targets.covariances, chosen),
  }
}

function rowsOf({ columns, values }: Matrix, chosen: readonly number[]): Matrix {
  return matrix(chosen.length, columns, (i, k) => values[(chosen[i] as number) * columns + k] as number)
}

function sideOf(margin: number): number {
  return margin === 0 ? 0.5 : Number(margin > 0)
}
