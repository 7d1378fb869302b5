import { withoutBars } from './attributes/bars.ts'
import { type AttributeName, attributes } from './attributes/catalogue.ts'
import { readCells } from './attributes/cells.ts'
import { measureEdges } from './attributes/edges.ts'
import { measureHues } from './attributes/hues.ts'
import { measureLayout } from './attributes/layout.ts'
import { measurePaletteSize, readPalette } from './attributes/palette.ts'
import type { Pixels } from './attributes/pixels.ts'
import { readPlanes } from './attributes/planes.ts'
import { quantileOf } from './attributes/quantiles.ts'
import { measureSharpness } from './attributes/sharpness.ts'
import { measureSurface } from './attributes/surface.ts'
import { measureTone } from './attributes/tone.ts'

export type { Pixels }
export { type AttributeName, attributes }
export type Measured = Readonly<Record<AttributeName, number>>

/** Increment when a measure changes, so that stored values of different versions are never mixed. */
export const attributesVersion = 2

/** All attributes of a picture, each in [0, 1]. Calibrated for a long side of 256 pixels. */
export function measureAttributes(pixels: Pixels): Measured {
  const { width, height, data } = pixels
  if (width < 1 || height < 1 || data.length < width * height * 3) {
    throw new RangeError(`a ${width} × ${height} picture needs ${width * height * 3} bytes, not ${data.length}`)
  }
  const picture = withoutBars(pixels)
  const planes = readPlanes(picture)
  const cells = readCells(planes)
  const palette = readPalette(planes)
  const tone = measureTone(planes)
  const measured = {
    ...tone,
    ...measureHues(planes),
    palette_size: measurePaletteSize(palette),
    ...measureEdges(planes),
    sharpness: measureSharpness(planes),
    ...measureSurface(cells),
    ...measureLayout(planes, cells, palette[0]),
    aspect: picture.width / (picture.width + picture.height),
  }
  return tone.contrast < blankContrastMax && palette.length === 1 ? { ...measured, ...arrangementOfBlank } : measured
}

/** The noise of an empty frame varies less. */
const blankContrastMax = 0.02

/** A blank picture has no arrangement, so it is neither symmetric nor lopsided, sharp nor soft: it has what is usual. */
const arrangementOfBlank = Object.fromEntries(
  (
    [
      ...(['sharpness', 'figure_ground_contrast', 'straightness', 'grid_alignment'] as const),
      ...(['symmetry', 'balance', 'centre_focus', 'thirds_energy'] as const),
    ] satisfies readonly AttributeName[]
  ).map((name) => [name, quantileOf(name, 0.5)]),
)
