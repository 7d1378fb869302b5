import type { AttributeName } from './catalogue.ts'
import { percentileRank, type Quantiles, quantileIn, quantiles, rankIn } from './quantiles.ts'

type Measured = Readonly<Record<AttributeName, number>>

/** Screens are interfaces and websites. What is usual on them is not what is usual in photographs. */
export type Kind = 'photograph' | 'screen'

/** How much the rank of each attribute of form says that a picture is a screen. Fitted by `scripts/fit-kinds.ts`. */
const weights = {
  palette_size: -0.41,
  palette_harmony: -1.58,
  edge_density: 0.18,
  clutter: 0.93,
  texture: 0.34,
  sharpness: 1.11,
  white_space: 2.62,
  text_density: 2.02,
  figure_ground_contrast: -1.07,
  straightness: 1.78,
  grid_alignment: 1.83,
  symmetry: 0.16,
  balance: 0.06,
  centre_focus: -0.06,
  thirds_energy: -0.25,
} as const satisfies Partial<Record<AttributeName, number>>
const offset = 0.07

export const formAttributes = Object.keys(weights) as readonly (keyof typeof weights)[]

/**
 * The 10th, 30th, 50th, 70th and 90th percentile over photographs (OASIS) and over websites (Calista). Attributes and
 * kinds that are left out have those of pictures in general: most pictures have almost none of a single colour, and these
 * websites are not typical of others in contrast and white space. For white space, photographs are halfway between their
 * own and those in general, since a website that looks like a photograph would count as spacious otherwise.
 */
const quantilesByKind: Partial<Record<AttributeName, Partial<Record<Kind, Quantiles>>>> = {
  brightness: { photograph: [0.284, 0.403, 0.481, 0.553, 0.657], screen: [0.32, 0.561, 0.731, 0.812, 0.909] },
  contrast: { photograph: [0.292, 0.374, 0.426, 0.497, 0.582] },
  shadows: { photograph: [0.01, 0.065, 0.126, 0.228, 0.459], screen: [0, 0.022, 0.056, 0.141, 0.52] },
  colourfulness: { photograph: [0.119, 0.239, 0.342, 0.459, 0.707], screen: [0.173, 0.314, 0.405, 0.54, 0.819] },
  saturation: { photograph: [0.044, 0.09, 0.141, 0.191, 0.337], screen: [0.025, 0.063, 0.088, 0.145, 0.262] },
  warmth: { photograph: [0.387, 0.501, 0.583, 0.687, 0.799], screen: [0.375, 0.464, 0.501, 0.558, 0.661] },
  hue_spread: { photograph: [0.234, 0.341, 0.426, 0.529, 0.673], screen: [0.215, 0.368, 0.46, 0.543, 0.655] },
  palette_size: { photograph: [0.336, 0.433, 0.538, 0.652, 0.786], screen: [0.232, 0.391, 0.47, 0.565, 0.69] },
  palette_harmony: { photograph: [0.894, 0.967, 0.993, 1, 1], screen: [0.833, 0.939, 0.972, 0.991, 0.999] },
  edge_density: { photograph: [0.092, 0.194, 0.327, 0.468, 0.659], screen: [0.138, 0.221, 0.275, 0.328, 0.401] },
  clutter: { photograph: [0.298, 0.431, 0.563, 0.676, 0.802], screen: [0.361, 0.5, 0.575, 0.628, 0.693] },
  texture: { photograph: [0.069, 0.149, 0.29, 0.433, 0.705], screen: [0.017, 0.142, 0.246, 0.332, 0.485] },
  sharpness: { photograph: [0.636, 0.724, 0.757, 0.788, 0.827], screen: [0.736, 0.761, 0.783, 0.805, 0.84] },
  white_space: { photograph: [0.005, 0.026, 0.085, 0.2, 0.374] },
  text_density: { photograph: [0.006, 0.019, 0.034, 0.061, 0.112], screen: [0.04, 0.057, 0.088, 0.125, 0.156] },
  figure_ground_contrast: {
    photograph: [0.244, 0.332, 0.404, 0.482, 0.625],
    screen: [0.303, 0.386, 0.434, 0.493, 0.581],
  },
  straightness: { photograph: [0.336, 0.362, 0.403, 0.465, 0.589], screen: [0.549, 0.625, 0.696, 0.744, 0.811] },
  grid_alignment: { photograph: [0.014, 0.03, 0.054, 0.089, 0.156], screen: [0.138, 0.207, 0.237, 0.287, 0.346] },
  symmetry: { photograph: [0.287, 0.359, 0.453, 0.563, 0.698], screen: [0.381, 0.609, 0.699, 0.798, 0.894] },
  balance: { photograph: [0.276, 0.493, 0.638, 0.761, 0.898], screen: [0.036, 0.444, 0.563, 0.76, 0.877] },
  centre_focus: { photograph: [0.407, 0.473, 0.514, 0.559, 0.643], screen: [0.346, 0.434, 0.527, 0.57, 0.634] },
  thirds_energy: { photograph: [0.474, 0.507, 0.528, 0.566, 0.628], screen: [0.434, 0.517, 0.54, 0.584, 0.638] },
}

/** Fitted for pictures that are as often one as the other; surer estimates order the pictures of a kind better. */
const certainty = 2

/** Every wish and every attribute of a picture asks for its kind. */
const remembered = new WeakMap<Measured, number>()

/** The probability that a picture is a screen, from its attributes alone. */
export function screenProbability(measured: Measured): number {
  const known = remembered.get(measured)
  if (known !== undefined) return known
  const logOdds = formAttributes.reduce(
    (sum, name) => sum + weights[name] * (2 * percentileRank(name, measured[name]) - 1),
    offset,
  )
  const probability = 1 / (1 + Math.exp(-certainty * logOdds))
  remembered.set(measured, probability)
  return probability
}

/** What most of the pictures are; undefined if there are none. */
export function kindOf(pictures: readonly Measured[]): Kind | undefined {
  if (pictures.length === 0) return undefined
  const screens = pictures.reduce((sum, measured) => sum + screenProbability(measured), 0)
  return screens > pictures.length / 2 ? 'screen' : 'photograph'
}

/** The share of pictures of the same kind that have less of an attribute. */
export function rankAmongKind(name: AttributeName, measured: Measured): number {
  return rankIn(usualFor(name, measured), measured[name])
}

/** The value with which a picture would have a rank among pictures of its kind: the inverse of `rankAmongKind`. */
export function valueAtRank(name: AttributeName, rank: number, measured: Measured): number {
  return quantileIn(usualFor(name, measured), rank)
}

/** The percentiles of a picture's kind. If its kind is uncertain, they lie in between, so that no rank ever jumps. */
function usualFor(name: AttributeName, measured: Measured): Quantiles {
  const ofKind = quantilesByKind[name]
  if (ofKind === undefined) return quantiles[name]
  const { photograph = quantiles[name], screen = quantiles[name] } = ofKind
  const share = screenProbability(measured)
  const between = (i: 0 | 1 | 2 | 3 | 4) => photograph[i] + share * (screen[i] - photograph[i])
  return [between(0), between(1), between(2), between(3), between(4)]
}
