import { type Coordinates, covariances, type Kernel } from '../gaussian-process/kernel.ts'
import { choleskyOfLower, solveLower } from '../linear-algebra/cholesky.ts'
import type { Matrix } from '../linear-algebra/matrix.ts'

/** A label, and where its picture is: in the space of the taste model, and by the ranks of its attributes (-1 to 1). */
export interface DatedLabel {
  readonly coordinates: Coordinates
  readonly ranks: Float64Array
  readonly good: boolean
}

/** With fewer labels of a side, before or after, nobody can tell a new taste from a mistake. */
const labelsOfSideMin = 4
/** How many tastes change while they are taught. */
const changeProbability = 0.02
const certaintyMin = 0.95
/** Of more labels every second, third, … is looked at, because the time grows with the cube of their number. */
const labelsMax = 240
const candidatesMax = 12

/** How much of a label each part of a taste explains. */
const settings = { local: 0.5, ranks: 1, attribute: 3, offset: 4, noise: 0.5, bandwidth: 0.5 }

/**
 * The index of the first label of a new taste, if the labels, in the order in which they were given, are far more likely
 * with two unrelated tastes, one before and one after, than with a single one. Both explanations allow another share of
 * good ones from then on, because many people label all good pictures first.
 */
export function changeOfTaste(labels: readonly DatedLabel[]): number | undefined {
  const step = Math.ceil(labels.length / labelsMax)
  const seen = labels.filter((_, i) => i % step === 0)
  const candidates = candidatesOf(seen)
  if (candidates.length === 0) return undefined
  const likeness = likenessOf(seen)
  const gains = candidates.map((first) => gainOf(seen, likeness, first))
  const best = Math.max(...gains)
  const evidence = best + Math.log(gains.reduce((sum, gain) => sum + Math.exp(gain - best), 0) / gains.length)
  const logOdds = Math.log(changeProbability / (1 - changeProbability)) + evidence
  if (logOdds < Math.log(certaintyMin / (1 - certaintyMin))) return undefined
  return (candidates[gains.indexOf(best)] as number) * step
}

/** A change in words, with what its owner can do. `at` is the time of the first label of the new taste. */
export function describeChange(by: string | undefined, earlier: number, at: string | undefined): string {
  const owner = by === undefined ? 'Your taste' : 'The taste of one person'
  const when = at === undefined ? '' : ` around ${dayOf(at)}`
  return `${owner} seems to have changed${when}: the ${earlier} labels before teach nothing now. Remove them to keep it so, or label these pictures again.`
}

const months = 'January February March April May June July August September October November December'.split(' ')

function dayOf(instant: string): string {
  const [year, month, day] = instant.slice(0, 10).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

/** Whether there are enough labels of each side to notice a change. */
export function mayHaveChanged(labels: readonly { readonly good: boolean }[]): boolean {
  const good = labels.filter((label) => label.good).length
  return Math.min(good, labels.length - good) >= 2 * labelsOfSideMin
}

/** Places for a change that leave enough labels of each side before and after. */
function candidatesOf(labels: readonly DatedLabel[]): readonly number[] {
  const places = labels.flatMap((_, first) => {
    const isEnough = (part: readonly DatedLabel[]) => {
      const good = part.filter((label) => label.good).length
      return Math.min(good, part.length - good) >= labelsOfSideMin
    }
    return isEnough(labels.slice(0, first)) && isEnough(labels.slice(first)) ? [first] : []
  })
  const step = Math.ceil(places.length / candidatesMax)
  return places.filter((_, i) => i % step === 0)
}

/** How much the labels of two pictures say about each other. */
function likenessOf(labels: readonly DatedLabel[]): Float64Array {
  const count = labels.length
  const kernel: Kernel = { bandwidth: settings.bandwidth, localVariance: settings.local, sharedVariance: 0 }
  const coordinates = labels.map((label) => label.coordinates)
  const { values } = covariances(kernel, coordinates, coordinates)
  const scale = (settings.ranks * 3) / (labels[0]?.ranks.length ?? 1)
  for (const [i, { ranks }] of labels.entries()) {
    for (let j = 0; j < count; j++) {
      const others = (labels[j] as DatedLabel).ranks
      let product = 0
      for (let k = 0; k < ranks.length; k++) product += (ranks[k] as number) * (others[k] as number)
      values[i * count + j] = (values[i * count + j] as number) + scale * product
    }
  }
  return values
}

/** How much likelier the labels are, as log odds, if those from `first` on follow a taste of their own. */
function gainOf(labels: readonly DatedLabel[], likeness: Float64Array, first: number): number {
  const evidenceOf = (from: number, to: number) => {
    const byAttribute = (labels[0]?.ranks ?? []).map((_, k) => attributeEvidence(labels, k, first, from, to))
    const anything = tasteEvidence(labels, likeness, first, from, to)
    return logMean([anything, logMean([...byAttribute])])
  }
  return evidenceOf(0, first) + evidenceOf(first, labels.length) - evidenceOf(0, labels.length)
}

/** The logarithm of the mean of numbers given by their logarithms. */
function logMean(logarithms: readonly number[]): number {
  const largest = Math.max(...logarithms)
  return largest + Math.log(logarithms.reduce((sum, one) => sum + Math.exp(one - largest), 0) / logarithms.length)
}

/** The evidence of the labels in a range, if the taste may be for anything. */
function tasteEvidence(
  labels: readonly DatedLabel[],
  likeness: Float64Array,
  first: number,
  from: number,
  to: number,
): number {
  const size = to - from
  const lower = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const isSamePart = from + i < first === from + j < first
      const value = likeness[(from + i) * labels.length + from + j] as number
      lower[i * size + j] = value + (isSamePart ? settings.offset : 0) + (i === j ? settings.noise : 0)
    }
  }
  const factor = choleskyOfLower({ rows: size, columns: size, values: lower })
  const residuals = solveLower(factor, labels.slice(from, to).map(outcomeOf))
  return logDensity(residuals, factor)
}

/** The same if it is for one attribute. */
function attributeEvidence(
  labels: readonly DatedLabel[],
  attribute: number,
  first: number,
  from: number,
  to: number,
): number {
  const { noise, offset, attribute: variance } = settings
  const precision = new Float64Array([1 / offset, 0, 0, 0, 1 / offset, 0, 0, 0, 1 / variance])
  const right = new Float64Array(3)
  for (let i = from; i < to; i++) {
    const label = labels[i] as DatedLabel
    const rank = label.ranks[attribute] as number
    const part = i < first ? 0 : 1
    precision[4 * part] = (precision[4 * part] as number) + 1 / noise
    precision[6 + part] = (precision[6 + part] as number) + rank / noise
    precision[8] = (precision[8] as number) + rank ** 2 / noise
    right[part] = (right[part] as number) + outcomeOf(label) / noise
    right[2] = (right[2] as number) + (rank * outcomeOf(label)) / noise
  }
  const factor = choleskyOfLower({ rows: 3, columns: 3, values: precision })
  const solved = solveLower(factor, right)
  const size = to - from
  const priors = Math.log(offset) * 2 + Math.log(variance)
  const gained = solved.reduce((sum, value) => sum + value ** 2, 0)
  const determinant = [0, 4, 8].reduce((sum, i) => sum + 2 * Math.log(factor.values[i] as number), 0)
  return -(size / noise - gained + size * Math.log(noise) + priors + determinant) / 2
}

function outcomeOf({ good }: DatedLabel): number {
  return good ? 1 : -1
}

/** Up to a constant for each label. */
function logDensity(residuals: Float64Array, factor: Matrix): number {
  return residuals.reduce(
    (sum, residual, i) => sum - residual ** 2 / 2 - Math.log(factor.values[i * factor.columns + i] as number),
    0,
  )
}
