import { type AttributeName, attributes } from './catalogue.ts'
import { quantiles } from './quantiles.ts'
import { describe } from './words.ts'

/**
 * The 3rd and 97th percentile of each attribute over typical pictures: half photographs (OASIS), half websites
 * (Calista). About half of them are outside for no attribute. At 0 or 1 nothing is outside: most pictures have no
 * purple, so its absence is not unusual.
 */
const extremes: Readonly<Record<AttributeName, readonly [low: number, high: number]>> = {
  brightness: [0.208, 0.931],
  contrast: [0.173, 0.779],
  shadows: [0, 0.653],
  colourfulness: [0.078, 0.954],
  saturation: [0.012, 0.446],
  neon: [0, 0.124],
  warmth: [0.245, 0.872],
  reds: [0, 0.407],
  yellows: [0, 0.647],
  greens: [0, 0.356],
  blues: [0, 0.746],
  purples: [0, 0.079],
  hue_spread: [0.084, 0.728],
  palette_size: [0.153, 0.849],
  palette_harmony: [0.704, 1],
  edge_density: [0.059, 0.696],
  clutter: [0.219, 0.821],
  texture: [0.002, 0.779],
  sharpness: [0.598, 0.865],
  white_space: [0, 0.614],
  text_density: [0.003, 0.207],
  figure_ground_contrast: [0.211, 0.662],
  straightness: [0.289, 0.824],
  grid_alignment: [0.011, 0.386],
  symmetry: [0.249, 0.906],
  balance: [0, 0.933],
  centre_focus: [0.294, 0.706],
  thirds_energy: [0.346, 0.682],
  pastel: [0, 0.35],
  aspect: [0.33, 0.75],
}

export interface UnusualAttribute {
  readonly name: AttributeName
  readonly value: number
  readonly word: string
}

const unusualMax = 3
/** What is unusual among pictures in general may be usual for its kind: many websites are bright. */
const rankAmongKindMin = 0.9

/** What is unusual about a picture among pictures in general, most unusual first; often nothing. */
export function unusualAttributes(measured: Readonly<Record<AttributeName, number>>): readonly UnusualAttribute[] {
  return attributes
    .flatMap(({ name }) => {
      const value = measured[name]
      const [lowest, highest] = extremes[name]
      const excess = value < lowest ? lowest - value : value - highest
      const described = excess > 0 ? describe(name, measured) : undefined
      if (!described || Math.max(described.rank, 1 - described.rank) < rankAmongKindMin) return []
      return [{ name, value, word: described.word, excess: excess / spread(name) }]
    })
    .sort((one, other) => other.excess - one.excess)
    .slice(0, unusualMax)
    .map(({ name, value, word }) => ({ name, value, word }))
}

/** Attributes vary differently, so excesses are compared in units of the range from the 10th to the 90th percentile. */
function spread(name: AttributeName): number {
  return quantiles[name][4] - quantiles[name][0]
}
