import type { AttributeName } from '@palate/core/taste/attributes.ts'
import * as edit from './pixel-edits.ts'

/** What somebody with an image editor does to get more or less of an attribute. */
export interface Edit {
  readonly attribute: AttributeName
  readonly wantsMore: boolean
  readonly apply: edit.PixelEdit
}

/** More, then less. Where there is none, no edit of a finished picture does it. */
const editsOf: Readonly<Partial<Record<AttributeName, readonly [edit.PixelEdit | null, edit.PixelEdit | null]>>> = {
  brightness: [edit.lighten, edit.darken],
  contrast: [edit.moreContrast, edit.lessContrast],
  shadows: [edit.deepenShadows, edit.liftShadows],
  colourfulness: [edit.moreChroma, edit.lessChroma],
  saturation: [edit.moreChroma, edit.lessChroma],
  neon: [edit.moreChroma, edit.lessChroma],
  warmth: [edit.tint([1, 0.62, 0.1]), edit.tint([0.1, 0.45, 1])],
  reds: [edit.tint([1, 0.1, 0.2]), edit.fade(340, 20)],
  yellows: [edit.tint([1, 0.7, 0.05]), edit.fade(20, 70)],
  greens: [edit.tint([0.1, 0.8, 0.2]), edit.fade(70, 165)],
  blues: [edit.tint([0.1, 0.4, 1]), edit.fade(165, 260)],
  purples: [edit.tint([0.6, 0.15, 0.9]), edit.fade(260, 340)],
  hue_spread: [edit.moreHues, edit.fewerHues],
  palette_size: [edit.moreHues, edit.fewerHues],
  palette_harmony: [edit.fewerHues, edit.moreHues],
  edge_density: [edit.addDetail, edit.simplify],
  clutter: [edit.addVariety, edit.simplify],
  texture: [edit.addGrain, edit.smooth],
  sharpness: [edit.sharpen, edit.soften],
  white_space: [edit.shrink, edit.enlarge],
  text_density: [edit.addText, edit.simplify],
  figure_ground_contrast: [edit.moreContrast, edit.lessContrast],
  symmetry: [edit.mirror, edit.moveAside],
  balance: [null, edit.moveAside],
  centre_focus: [edit.fadeMargins, edit.fadeMiddle],
}

export const edits: readonly Edit[] = Object.entries(editsOf).flatMap(([name, [more, less]]) => {
  const attribute = name as AttributeName
  return [
    ...(more ? [{ attribute, wantsMore: true, apply: more }] : []),
    ...(less ? [{ attribute, wantsMore: false, apply: less }] : []),
  ]
})
