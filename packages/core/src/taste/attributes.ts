import { type AttributeName, attributes } from './attributes/catalogue.ts'
import { readCells } from './attributes/cells.ts'
import { measureEdges } from './attributes/edges.ts'
import { measureHues } from './attributes/hues.ts'
import { measureLayout } from './attributes/layout.ts'
import { measurePaletteSize, readPalette } from './attributes/palette.ts'
import type { Pixels } from './attributes/pixels.ts'
import { readPlanes } from './attributes/planes.ts'
import { measureSharpness } from './attributes/sharpness.ts'
import { measureSurface } from './attributes/surface.ts'
import { measureTone } from './attributes/tone.ts'

export type { Pixels }
export { type AttributeName, attributes }
export type Measured = Readonly<Record<AttributeName, number>>

/** Increment when a measure changes, so that stored values of different versions are never mixed. */
export const attributesVersion = 1

/** All attributes of a picture, each in [0, 1]. Calibrated for a long side of 256 pixels. */
export function measureAttributes(pixels: Pixels): Measured {
  const { width, height, data } = pixels
  if (width < 1 || height < 1 || data.length < width * height * 3) {
    throw new RangeError(`a ${width} × ${height} picture needs ${width * height * 3} bytes, not ${data.length}`)
  }
  const planes = readPlanes(pixels)
  const cells = readCells(planes)
  const palette = readPalette(planes)
  return {
    ...measureTone(planes),
    ...measureHues(planes),
    palette_size: measurePaletteSize(palette),
    ...measureEdges(planes),
    sharpness: measureSharpness(planes),
    ...measureSurface(cells),
    ...measureLayout(planes, cells, palette[0]),
  }
}
