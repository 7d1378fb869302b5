import type { Edit } from '../../fitting/likeness/edits.ts'

/** The fourteen looks of the first table. */
export const fourteenLooks: Readonly<Record<string, Edit>> = {
  'warm and faded': { contrast: 0.7, lift: 25, saturation: 0.75, gain: [1.1, 1, 0.84] },
  'cold and hard': { contrast: 1.4, saturation: 0.9, gain: [0.86, 1, 1.16] },
  'high key': { gamma: 0.55, lift: 25, contrast: 0.85 },
  'low key': { gamma: 1.9, lift: -10 },
  duotone: { tone: { dark: [40, 20, 90], light: [250, 190, 120], share: 1 } },
  'black and white': { saturation: 0 },
  muted: { saturation: 0.4, contrast: 0.9 },
  neon: { saturation: 2.2, contrast: 1.2 },
  grain: { grain: 22 },
  soft: { blur: 2.5 },
  vignette: { vignette: 0.75 },
  'tight crop': { crop: 0.5 },
  posterised: { levels: 4 },
  'as it is': {},
}

/** The fourteen looks and six more. */
export const twentyLooks: Readonly<Record<string, Edit>> = {
  ...fourteenLooks,
  sepia: { tone: { dark: [35, 22, 10], light: [255, 238, 205], share: 0.9 } },
  'teal and orange': { tone: { dark: [10, 70, 90], light: [255, 190, 130], share: 0.45 }, contrast: 1.1 },
  'white frame': { border: { width: 0.1, colour: [255, 255, 255] } },
  pixelated: { block: 6 },
  'green cast': { gain: [0.92, 1.12, 0.88], contrast: 1.1 },
  'faded print': { lift: 40, contrast: 0.65, grain: 10 },
}
