import { formAttributes } from '@palate/core/taste/attributes/kinds.ts'
import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import { attributes, type Measured } from '@palate/core/taste/attributes.ts'

export type KindFit = { readonly offset: number; readonly weights: Readonly<Record<string, number>> }

const steps = 4000
const stepLength = 2
/** Keeps the weights of attributes that go together small. */
const penalty = 0.003

/** A logistic regression on the ranks of the attributes of form. Both kinds count the same. */
export function fitKinds({
  photographs,
  screens,
}: {
  readonly photographs: readonly Measured[]
  readonly screens: readonly Measured[]
}): KindFit {
  const rows = [
    ...photographs.map((measured) => ({ values: ranksOf(measured), target: 0, share: 0.5 / photographs.length })),
    ...screens.map((measured) => ({ values: ranksOf(measured), target: 1, share: 0.5 / screens.length })),
  ]
  let offset = 0
  let weights = formAttributes.map(() => 0)
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => penalty * weight)
    let offsetGradient = 0
    for (const { values, target, share } of rows) {
      const error = share * (probabilityOf(offset, weights, values) - target)
      offsetGradient += error
      for (const [i, value] of values.entries()) gradient[i] = (gradient[i] as number) + error * value
    }
    weights = weights.map((weight, i) => weight - stepLength * (gradient[i] as number))
    offset -= stepLength * offsetGradient
  }
  const named = formAttributes.map((name, i) => [name, rounded(weights[i] as number, 2)] as const)
  return { offset: rounded(offset, 2), weights: Object.fromEntries(named) }
}

/** The share of the pictures that are taken for screens. */
export function screenShare({ offset, weights }: KindFit, pictures: readonly Measured[]): number {
  const inOrder = formAttributes.map((name) => weights[name] ?? 0)
  return pictures.filter((one) => probabilityOf(offset, inOrder, ranksOf(one)) > 0.5).length / pictures.length
}

/** The 10th, 30th, 50th, 70th and 90th percentile of each attribute. */
export function quantilesOf(pictures: readonly Measured[]): Readonly<Record<string, readonly number[]>> {
  const rows = attributes.map(({ name }) => {
    const values = pictures.map((one) => one[name]).sort((a, b) => a - b)
    const at = (rank: number) => rounded(values[Math.floor(rank * values.length)] as number, 4)
    return [name, [0.1, 0.3, 0.5, 0.7, 0.9].map(at)] as const
  })
  return Object.fromEntries(rows)
}

function ranksOf(measured: Measured): readonly number[] {
  return formAttributes.map((name) => 2 * percentileRank(name, measured[name]) - 1)
}

function probabilityOf(offset: number, weights: readonly number[], values: readonly number[]): number {
  const logOdds = values.reduce((sum, value, i) => sum + value * (weights[i] as number), offset)
  return 1 / (1 + Math.exp(-logOdds))
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
