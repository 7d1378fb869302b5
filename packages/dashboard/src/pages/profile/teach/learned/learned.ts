import { attributes } from '@palate/core/taste/attributes/catalogue.ts'
import { listed } from '../../../../ui/format.ts'

/** The score change of a picture, and its measured attributes. */
export interface Change {
  readonly change: number
  readonly measured: Readonly<Record<string, number>>
}

/** Traits that correlate less with the changes are not named. */
const correlationMin = 0.5
const traitsMax = 3
/** With fewer pictures or smaller mean changes, no traits are named. */
const picturesMin = 6
const changeMin = 0.005

/** Describes the traits that risen pictures have and fallen ones lack; undefined if nothing stands out. */
export function describeTraits(pictures: readonly Change[]): string | undefined {
  const changes = pictures.map(({ change }) => change)
  if (pictures.length < picturesMin || mean(changes.map(Math.abs)) < changeMin) return undefined
  const words = attributes
    .map(({ name, low, high }) => {
      const values = pictures.map(({ measured }) => measured[name] ?? 0)
      const r = correlation(changes, values)
      return { word: r > 0 ? high : low, strength: Math.abs(r) }
    })
    .filter(({ strength }) => strength >= correlationMin)
    .sort((a, b) => b.strength - a.strength)
    .slice(0, traitsMax)
    .map(({ word }) => word)
  return words.length === 0 ? undefined : `It now leans more towards pictures that are ${listed(words)}.`
}

function correlation(values: readonly number[], others: readonly number[]): number {
  const [meanOfValues, meanOfOthers] = [mean(values), mean(others)]
  let [product, squares, otherSquares] = [0, 0, 0]
  for (const [i, value] of values.entries()) {
    const [x, y] = [value - meanOfValues, (others[i] ?? 0) - meanOfOthers]
    product += x * y
    squares += x * x
    otherSquares += y * y
  }
  return squares > 0 && otherSquares > 0 ? product / Math.sqrt(squares * otherSquares) : 0
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
