import type { Cells } from './cells.ts'
import { luminanceOf } from './colour-space.ts'

/** A cell with a smaller colour deviation (in Lab) is empty. */
const emptyDeviation = 2
/** Scales at which feature congestion adds up the spreads of colour, contrast and orientation. */
const congestion = { colour: 4, contrast: 6, orientation: 4, scale: 2 }
const textureDeviationMax = 20
/** A cell with a smaller range of lightness shows no figure against a ground. */
const figureRangeMin = 8

/** Measures the content of the cells: empty space, texture, text, clutter. */
export function measureSurface(cells: Cells) {
  const count = cells.columns * cells.rows
  let [empty, crowded, figures, contrast] = [0, 0, 0, 0]
  for (let cell = 0; cell < count; cell++) {
    const deviation = (cells.lightnessDeviation[cell] ?? 0) ** 2 + (cells.chromaDeviation[cell] ?? 0) ** 2
    if (deviation < emptyDeviation ** 2) empty++
    crowded +=
      (cells.colourSpread[cell] ?? 0) / congestion.colour +
      (cells.contrastSpread[cell] ?? 0) / congestion.contrast +
      (cells.orientationSpread[cell] ?? 0) / congestion.orientation
    const darkest = cells.lightnessMin[cell] ?? 0
    const lightest = cells.lightnessMax[cell] ?? 0
    if (lightest - darkest < figureRangeMin) continue
    figures++
    contrast += Math.log((luminanceOf(lightest) + 0.05) / (luminanceOf(darkest) + 0.05)) / Math.log(21)
  }
  return {
    white_space: empty / count,
    clutter: 1 - Math.exp(-crowded / count / congestion.scale),
    texture: Math.min(1, median(cells.lightnessDeviation) / textureDeviationMax),
    figure_ground_contrast: figures === 0 ? 0 : Math.min(1, contrast / figures),
    text_density: measureText(cells),
  }
}

/** Text runs along rows, so a cell counts at most as much as the better of its left and right neighbours. */
function measureText(cells: Cells): number {
  const { columns, rows } = cells
  const strokes = new Float32Array(columns * rows)
  for (let cell = 0; cell < strokes.length; cell++) strokes[cell] = strokesOf(cells, cell)
  let total = 0
  for (let cell = 0; cell < strokes.length; cell++) {
    const column = cell % columns
    const left = column > 0 ? (strokes[cell - 1] ?? 0) : 0
    const right = column < columns - 1 ? (strokes[cell + 1] ?? 0) : 0
    total += Math.min(strokes[cell] ?? 0, Math.max(left, right))
  }
  return total / strokes.length
}

/** Text has many lightness extrema along the rows, little chroma, and a ground at one end of the lightness range. */
function strokesOf(cells: Cells, cell: number): number {
  const darkest = cells.lightnessMin[cell] ?? 0
  const range = (cells.lightnessMax[cell] ?? 0) - darkest
  if (range < figureRangeMin) return 0
  const ground = Math.min(1, Math.max(0, ((cells.groundShare[cell] ?? 0) - 0.15) / 0.2))
  const plainness = 1 - Math.min(1, (cells.chromaDeviation[cell] ?? 0) / 15)
  return Math.min(1, cells.turnsPerRow[cell] ?? 0) * plainness * Math.min(1, range / 25) * ground
}

function median(values: Float32Array): number {
  const sorted = values.slice().sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}
