import { cholesky, solveCholesky } from '../linear-algebra/cholesky.ts'
import { dot, type Matrix, symmetricMatrix } from '../linear-algebra/matrix.ts'
import type { FitInput } from '../model/fit-input.ts'

/** A judgement: the qualities of a screen, or the difference of the qualities of two screens. */
export interface QualityJudgement {
  readonly qualities: ArrayLike<number>
  /** Labels share a bias towards good or bad. */
  readonly isLabel: boolean
  /** From −1 (bad, or the other screen wins) to 1. */
  readonly verdict: number
  readonly weight: number
}

// In units of a verdict and of a standard deviation of the qualities. Chosen with `bench:usability`.
const coefficientVariance = 3
const biasVariance = 0.5
const noiseVariance = 0.5
/** How much less likely it is that one more quality matters. */
const oneMoreFactor = 0.5

/**
 * How much each quality matters to the owner, as a factor of its variance: 1 for all if there are no judgements.
 *
 * People mostly judge screens by few things at a time. So any set of qualities may be relevant, smaller sets more
 * probably, and the judgements show which: Bayesian variable selection over all sets. The likelihood is Gaussian, so
 * that the evidence has a closed form.
 */
export function relevanceOf(judgements: readonly QualityJudgement[], count: number): readonly number[] {
  const moments = momentsOf(judgements, count)
  const sets = Array.from({ length: 2 ** count - 1 }, (_, i) => membersOf(i + 1, count))
  const logWeights = sets.map((set) => logPrior(set.length, count) + logEvidence(moments, set))
  const largest = Math.max(...logWeights)
  const weights = logWeights.map((value) => Math.exp(value - largest))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const relevance = new Array<number>(count).fill(0)
  for (const [i, set] of sets.entries()) {
    // The total variance is the same for all sets, and the qualities of a set share it.
    const share = ((weights[i] as number) / total) * (count / set.length)
    for (const quality of set) relevance[quality] = (relevance[quality] as number) + share
  }
  return relevance
}

/** The judgements of a training set, given the qualities of its pictures. */
export function qualityJudgementsOf(
  { labels, comparisons }: Pick<FitInput, 'labels' | 'comparisons'>,
  qualities: readonly Float32Array[],
): readonly QualityJudgement[] {
  const at = (picture: number) => qualities[picture] as Float32Array
  return [
    ...labels.map(({ picture, good, weight }) => ({
      ...{ qualities: at(picture), isLabel: true, verdict: good ? 1 : -1, weight },
    })),
    ...comparisons.map(({ a, b, outcome, weight }) => ({
      qualities: at(a).map((value, i) => value - (at(b)[i] as number)),
      ...{ isLabel: false, verdict: 2 * outcome - 1, weight },
    })),
  ]
}

interface Moments {
  /** Sums of products of the qualities and the bias, which comes last. */
  readonly products: Matrix
  readonly withVerdicts: Float64Array
}

function momentsOf(judgements: readonly QualityJudgement[], count: number): Moments {
  const products = new Float64Array((count + 1) ** 2)
  const withVerdicts = new Float64Array(count + 1)
  for (const { qualities, isLabel, verdict, weight } of judgements) {
    const at = (i: number) => (i < count ? (qualities[i] as number) : Number(isLabel))
    for (let i = 0; i <= count; i++) {
      const scaled = (weight * at(i)) / noiseVariance
      withVerdicts[i] = (withVerdicts[i] as number) + scaled * verdict
      for (let j = 0; j <= count; j++) {
        products[i * (count + 1) + j] = (products[i * (count + 1) + j] as number) + scaled * at(j)
      }
    }
  }
  return { products: { rows: count + 1, columns: count + 1, values: products }, withVerdicts }
}

/** Log evidence for the qualities of a set, up to a constant. */
function logEvidence({ products, withVerdicts }: Moments, set: readonly number[]): number {
  const columns = [...set, products.columns - 1]
  const varianceOf = (i: number) => (i < set.length ? coefficientVariance / set.length : biasVariance)
  const precision = symmetricMatrix(columns.length, (i, j) => {
    const product = products.values[(columns[i] as number) * products.columns + (columns[j] as number)] as number
    return product + (i === j ? 1 / varianceOf(i) : 0)
  })
  const factor = cholesky(precision)
  const target = columns.map((column) => withVerdicts[column] as number)
  const logDeterminant = columns.reduce(
    (sum, _, i) => sum + 2 * Math.log(factor.values[i * columns.length + i] as number) + Math.log(varianceOf(i)),
    0,
  )
  return (dot(target, solveCholesky(factor, target)) - logDeterminant) / 2
}

/** Sets of the same size are equally probable. */
function logPrior(size: number, count: number): number {
  let sets = 1
  for (let i = 0; i < size; i++) sets = (sets * (count - i)) / (i + 1)
  return size * Math.log(oneMoreFactor) - Math.log(sets)
}

function membersOf(bits: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => (bits >> i) & 1)
}
