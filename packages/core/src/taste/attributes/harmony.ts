/** Steps of the colour wheel, of ten degrees each. */
export const hueSteps = 36

/**
 * Matsuda's hue templates as arcs [centre, width] in degrees, after Cohen-Or et al. Templates T and X are left out,
 * because they cover half the wheel and nearly every picture would fit them.
 */
const templates: readonly (readonly (readonly [centre: number, width: number])[])[] = [
  [[0, 93.6]],
  [
    [0, 18],
    [90, 79.2],
  ],
  [
    [0, 18],
    [-90, 79.2],
  ],
  [
    [0, 93.6],
    [180, 18],
  ],
]

/** Covers the wheel twice, so that a rotated template can be read without wrapping around. */
const distanceTables = templates.map((arcs) =>
  Float64Array.from({ length: 2 * hueSteps }, (_, step) =>
    Math.min(...arcs.map(([centre, width]) => distance(step * 10, centre, width))),
  ),
)

/** The distance of evenly spread hues from their best template, at which the measure is 0. */
const evenDistance = Math.min(...distanceTables.map((table) => table.reduce((sum, d) => sum + d, 0) / table.length))

/** 1 if the hues fit a template, 0 if they fit no better than evenly spread hues. */
export function hueHarmony(hueMass: Float64Array, total: number): number {
  let best = Number.POSITIVE_INFINITY
  for (const table of distanceTables) {
    for (let turn = 0; turn < hueSteps; turn++) {
      let away = 0
      for (let step = 0; step < hueSteps; step++) away += (hueMass[step] ?? 0) * (table[step + turn] ?? 0)
      if (away < best) best = away
    }
  }
  return Math.max(0, 1 - best / total / evenDistance)
}

function distance(hueDegrees: number, centre: number, width: number): number {
  const away = Math.abs(((((hueDegrees - centre) % 360) + 540) % 360) - 180)
  return Math.max(0, away - width / 2)
}
