import type { AttributeName } from './catalogue.ts'

/** The 10th, 30th, 50th, 70th and 90th percentile. */
export type Quantiles = readonly [number, number, number, number, number]

/**
 * The 10th, 30th, 50th, 70th and 90th percentile of each attribute over typical pictures: half photographs (OASIS),
 * half websites (Calista). Those of single colours, `neon` and `pastel` are set by hand, since most pictures have almost
 * none, and those of `aspect`, such that formats from square to 3 : 2 are usual.
 */
export const quantiles: Readonly<Record<AttributeName, Quantiles>> = {
  brightness: [0.301, 0.452, 0.553, 0.699, 0.861],
  contrast: [0.29, 0.389, 0.474, 0.538, 0.676],
  shadows: [0.004, 0.043, 0.097, 0.203, 0.484],
  colourfulness: [0.14, 0.276, 0.373, 0.511, 0.802],
  saturation: [0.032, 0.072, 0.112, 0.169, 0.283],
  neon: [0.001, 0.003, 0.01, 0.03, 0.1],
  warmth: [0.378, 0.48, 0.528, 0.612, 0.756],
  reds: [0.005, 0.02, 0.05, 0.15, 0.4],
  yellows: [0.005, 0.02, 0.05, 0.15, 0.4],
  greens: [0.005, 0.02, 0.05, 0.15, 0.4],
  blues: [0.005, 0.02, 0.05, 0.15, 0.4],
  purples: [0.005, 0.02, 0.05, 0.15, 0.4],
  hue_spread: [0.227, 0.358, 0.446, 0.537, 0.669],
  palette_size: [0.277, 0.411, 0.501, 0.597, 0.749],
  palette_harmony: [0.854, 0.955, 0.985, 0.996, 0.999],
  edge_density: [0.117, 0.219, 0.29, 0.369, 0.543],
  clutter: [0.327, 0.494, 0.58, 0.662, 0.786],
  texture: [0.036, 0.142, 0.267, 0.39, 0.607],
  sharpness: [0.699, 0.757, 0.784, 0.81, 0.839],
  white_space: [0.01, 0.047, 0.145, 0.309, 0.486],
  text_density: [0.011, 0.036, 0.07, 0.104, 0.178],
  figure_ground_contrast: [0.271, 0.372, 0.439, 0.516, 0.618],
  straightness: [0.351, 0.425, 0.571, 0.66, 0.762],
  grid_alignment: [0.024, 0.069, 0.137, 0.227, 0.318],
  symmetry: [0.322, 0.425, 0.592, 0.697, 0.852],
  balance: [0.144, 0.464, 0.6, 0.76, 0.885],
  centre_focus: [0.373, 0.467, 0.518, 0.565, 0.634],
  thirds_energy: [0.449, 0.513, 0.539, 0.582, 0.635],
  pastel: [0.003, 0.015, 0.04, 0.12, 0.35],
  aspect: [0.36, 0.44, 0.55, 0.66, 0.72],
}

const ranks = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1] as const

/** The value at a percentile rank in [0, 1], linearly interpolated; 0 and 1 at the ends. */
export function quantileOf(name: AttributeName, rank: number): number {
  return quantileIn(quantiles[name], rank)
}

/** The share of typical pictures below a value: the inverse of `quantileOf`. */
export function percentileRank(name: AttributeName, value: number): number {
  return rankIn(quantiles[name], value)
}

export function quantileIn(percentiles: Quantiles, rank: number): number {
  return interpolate(ranks, [0, ...percentiles, 1], rank)
}

export function rankIn(percentiles: Quantiles, value: number): number {
  return interpolate([0, ...percentiles, 1], ranks, value)
}

function interpolate(from: readonly number[], to: readonly number[], at: number): number {
  if (!(at > 0)) return 0
  if (at >= 1) return 1
  const above = from.findIndex((known) => known >= at)
  const [fromLow, fromHigh] = [from[above - 1] ?? 0, from[above] ?? 1]
  const [toLow, toHigh] = [to[above - 1] ?? 0, to[above] ?? 1]
  return toLow + ((at - fromLow) / (fromHigh - fromLow)) * (toHigh - toLow)
}
