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
  brightness: { photograph: [0.2841, 0.403, 0.4813, 0.5535, 0.6571], screen: [0.3197, 0.561, 0.7306, 0.8119, 0.9089] },
  contrast: { photograph: [0.2916, 0.3742, 0.4262, 0.4971, 0.5819] },
  shadows: { photograph: [0.0095, 0.0647, 0.1259, 0.2281, 0.4588], screen: [0.0001, 0.0217, 0.0563, 0.1413, 0.5199] },
  colourfulness: { photograph: [0.119, 0.239, 0.3418, 0.4589, 0.7066], screen: [0.173, 0.3138, 0.405, 0.5398, 0.8193] },
  saturation: {
    photograph: [0.0441, 0.0896, 0.1412, 0.1908, 0.3374],
    screen: [0.0255, 0.0631, 0.0878, 0.1447, 0.2618],
  },
  warmth: { photograph: [0.3869, 0.5006, 0.5829, 0.6867, 0.7991], screen: [0.3747, 0.4637, 0.5006, 0.5583, 0.6615] },
  hue_spread: { photograph: [0.2339, 0.3408, 0.4262, 0.5286, 0.6734], screen: [0.215, 0.3685, 0.4603, 0.5427, 0.6549] },
  palette_size: {
    photograph: [0.3355, 0.4332, 0.5379, 0.652, 0.786],
    screen: [0.2323, 0.3909, 0.4702, 0.5649, 0.6896],
  },
  palette_harmony: {
    photograph: [0.8939, 0.9675, 0.9935, 0.9998, 1],
    screen: [0.8328, 0.9391, 0.9722, 0.9909, 0.9986],
  },
  edge_density: {
    photograph: [0.0922, 0.1943, 0.3275, 0.4684, 0.6587],
    screen: [0.1377, 0.2211, 0.2755, 0.3284, 0.4013],
  },
  clutter: { photograph: [0.2981, 0.4308, 0.5629, 0.6761, 0.8025], screen: [0.3609, 0.5004, 0.5747, 0.6277, 0.6927] },
  texture: { photograph: [0.069, 0.1491, 0.2898, 0.4331, 0.7052], screen: [0.0168, 0.1423, 0.2457, 0.3319, 0.485] },
  sharpness: { photograph: [0.636, 0.7242, 0.7575, 0.7878, 0.8268], screen: [0.7358, 0.7611, 0.7828, 0.8047, 0.8396] },
  white_space: { photograph: [0.005, 0.026, 0.085, 0.2, 0.374] },
  text_density: {
    photograph: [0.0057, 0.0193, 0.034, 0.0613, 0.1125],
    screen: [0.0397, 0.0575, 0.0878, 0.1254, 0.156],
  },
  figure_ground_contrast: {
    photograph: [0.244, 0.332, 0.404, 0.482, 0.625],
    screen: [0.303, 0.386, 0.4335, 0.493, 0.581],
  },
  straightness: {
    photograph: [0.336, 0.362, 0.4029, 0.4649, 0.5892],
    screen: [0.5488, 0.6249, 0.6959, 0.7437, 0.8107],
  },
  grid_alignment: {
    photograph: [0.0143, 0.0298, 0.054, 0.089, 0.1561],
    screen: [0.138, 0.2074, 0.2368, 0.2873, 0.3455],
  },
  symmetry: { photograph: [0.2872, 0.359, 0.4531, 0.5631, 0.6979], screen: [0.381, 0.6086, 0.699, 0.798, 0.8939] },
  balance: { photograph: [0.2757, 0.4934, 0.6381, 0.7613, 0.898], screen: [0.036, 0.4445, 0.5629, 0.7598, 0.8768] },
  centre_focus: {
    photograph: [0.407, 0.4733, 0.5141, 0.5587, 0.6426],
    screen: [0.3459, 0.4339, 0.5272, 0.5695, 0.6342],
  },
  thirds_energy: {
    photograph: [0.4742, 0.5066, 0.5279, 0.5658, 0.6283],
    screen: [0.4345, 0.5174, 0.5404, 0.584, 0.6383],
  },
}

/** Fitted for pictures that are as often one as the other; surer estimates order the pictures of a kind better. */
const certainty = 2

/** Every wish and every attribute of a picture asks for its kind. */
const remembered = new WeakMap<Measured, number>()

/** The probability that a picture is a screen, from its attributes alone. */
export function screenProbability(measured: Measured): number {
  return logistic(certainty * screenLogOdds(measured))
}

function screenLogOdds(measured: Measured): number {
  const known = remembered.get(measured)
  if (known !== undefined) return known
  const logOdds = formAttributes.reduce((sum, name) => sum + evidenceOf(name, measured), offset)
  remembered.set(measured, logOdds)
  return logOdds
}

function evidenceOf(name: AttributeName, measured: Measured): number {
  return isOfForm(name) ? weights[name] * (2 * percentileRank(name, measured[name]) - 1) : 0
}

function isOfForm(name: AttributeName): name is keyof typeof weights {
  return name in weights
}

function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
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

/**
 * The percentiles of a picture's kind. If its kind is uncertain, they lie in between, so that no rank ever jumps. The
 * attribute itself does not count, so that more of it never lowers its rank.
 */
function usualFor(name: AttributeName, measured: Measured): Quantiles {
  const ofKind = quantilesByKind[name]
  if (ofKind === undefined) return quantiles[name]
  const { photograph = quantiles[name], screen = quantiles[name] } = ofKind
  const share = logistic(certainty * (screenLogOdds(measured) - evidenceOf(name, measured)))
  const between = (i: 0 | 1 | 2 | 3 | 4) => photograph[i] + share * (screen[i] - photograph[i])
  return [between(0), between(1), between(2), between(3), between(4)]
}
