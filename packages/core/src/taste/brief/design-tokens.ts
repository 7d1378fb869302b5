import type { ScreenDesign } from './screen-design.ts'

/** Sizes that several screens have in common, in pixels. Undefined where too little was found. */
export interface DesignTokens {
  /** How many screens were measured. */
  readonly screens: number
  readonly body: number | undefined
  /** The largest text, if it is larger than the rest. */
  readonly heading: number | undefined
  /** The lower quartile, the median and the upper quartile of the distances between neighbours. */
  readonly spacing: readonly [small: number, medium: number, large: number] | undefined
  readonly radius: number | undefined
  /** Whether most screens have pills, such as buttons with round ends. */
  readonly hasPills: boolean
}

const linesMin = 4
const gapsMin = 6
const cornersMin = 4
const headingRatioMin = 1.25

export function designTokensOf(screens: readonly ScreenDesign[]): DesignTokens | undefined {
  if (screens.length === 0) return undefined
  const texts = screens.flatMap((screen) => screen.texts)
  const gaps = screens.flatMap((screen) => screen.gaps)
  const rounded = screens.flatMap(({ corners }) => corners.filter(({ isPill }) => !isPill))
  const body = texts.length < linesMin ? undefined : mostOf(texts)
  const largest = medianOf(screens.flatMap(({ texts: own }) => (own.length === 0 ? [] : [largestOf(own)])))
  return {
    screens: screens.length,
    body: body === undefined ? undefined : Math.round(body),
    heading: body !== undefined && largest >= headingRatioMin * body ? Math.round(largest) : undefined,
    spacing: gaps.length < gapsMin ? undefined : [quantileOf(gaps, 0.25), medianOf(gaps), quantileOf(gaps, 0.75)],
    radius: rounded.length < cornersMin ? undefined : Math.round(medianOf(rounded.map(({ radius }) => radius))),
    hasPills: 2 * screens.filter(({ corners }) => corners.some(({ isPill }) => isPill)).length > screens.length,
  }
}

/** The size of most letters: their weighted median. */
function mostOf(texts: ScreenDesign['texts']): number {
  const ascending = texts.toSorted((one, other) => one.size - other.size)
  const half = texts.reduce((sum, { letters }) => sum + letters, 0) / 2
  let sum = 0
  for (const { size, letters } of ascending) {
    sum += letters
    if (sum >= half) return size
  }
  return 0
}

function largestOf(texts: ScreenDesign['texts']): number {
  return Math.max(...texts.map(({ size }) => size))
}

function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5)
}

function quantileOf(values: readonly number[], share: number): number {
  const ascending = values.toSorted((one, other) => one - other)
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0
}
