/** Steps of the colour wheel, ten degrees each. */
export const hueSteps = 36

/**
 * Matsuda's hue templates as half-open arcs [centre, width] in degrees, in the form Cohen-Or and others gave them.
 * The two that admit half the wheel (T and X) are left out: nearly everything would fit them.
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

/** Twice around, so that a turned template is read without wrapping. */
const distanceTables = templates.map((arcs) =>
  Float64Array.from({ length: 2 * hueSteps }, (_, step) =>
    Math.min(...arcs.map(([centre, width]) => distance(step * 10, centre, width))),
  ),
)

/** How far the wheel with all hues alike lies from its best template: the measure's zero. */
const evenDistance = Math.min(...distanceTables.map((table) => table.reduce((sum, d) => sum + d, 0) / table.length))

/** 1 where the hues fit a template, 0 where they fit no better than all hues at once. */
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
