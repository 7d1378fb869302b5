import type { AttributeName } from '../attributes/catalogue.ts'

/** How to say that a picture has more or less of an attribute than wanted. */
interface Phrases {
  /** Completes "It … than …". */
  readonly hasMore: string
  readonly hasLess: string
}

export const phrases: Readonly<Record<AttributeName, Phrases>> = {
  brightness: { hasMore: 'is brighter', hasLess: 'is darker' },
  contrast: { hasMore: 'has more contrast', hasLess: 'has less contrast' },
  shadows: { hasMore: 'has more dark areas', hasLess: 'has fewer dark areas' },
  colourfulness: { hasMore: 'is more colourful', hasLess: 'is less colourful' },
  saturation: { hasMore: 'is more saturated', hasLess: 'is less saturated' },
  neon: { hasMore: 'has more glaring colour', hasLess: 'has less glaring colour' },
  warmth: { hasMore: 'is warmer', hasLess: 'is cooler' },
  reds: { hasMore: 'has more red', hasLess: 'has less red' },
  yellows: { hasMore: 'has more yellow and orange', hasLess: 'has less yellow and orange' },
  greens: { hasMore: 'has more green', hasLess: 'has less green' },
  blues: { hasMore: 'has more blue', hasLess: 'has less blue' },
  purples: { hasMore: 'has more purple', hasLess: 'has less purple' },
  hue_spread: { hasMore: 'has more hues', hasLess: 'has fewer hues' },
  palette_size: { hasMore: 'has more colours', hasLess: 'has fewer colours' },
  palette_harmony: { hasMore: 'is more harmonious in colour', hasLess: 'clashes more in colour' },
  edge_density: { hasMore: 'has more edges', hasLess: 'has fewer edges' },
  clutter: { hasMore: 'is more cluttered', hasLess: 'is less cluttered' },
  texture: { hasMore: 'has more texture', hasLess: 'is smoother' },
  sharpness: { hasMore: 'has sharper edges', hasLess: 'has softer edges' },
  white_space: { hasMore: 'has more empty space', hasLess: 'has less empty space' },
  text_density: { hasMore: 'has more text', hasLess: 'has less text' },
  figure_ground_contrast: {
    hasMore: 'separates shapes and background more',
    hasLess: 'separates shapes and background less',
  },
  straightness: { hasMore: 'has straighter lines', hasLess: 'has fewer straight lines' },
  grid_alignment: { hasMore: 'is aligned more strictly', hasLess: 'is aligned less' },
  thirds_energy: { hasMore: 'has more detail on the thirds', hasLess: 'has less detail on the thirds' },
  symmetry: { hasMore: 'is more symmetric', hasLess: 'is less symmetric' },
  balance: { hasMore: 'is more balanced', hasLess: 'is less balanced' },
  centre_focus: { hasMore: 'is more centred', hasLess: 'is less centred' },
  pastel: { hasMore: 'has more pastel', hasLess: 'has less pastel' },
  aspect: { hasMore: 'is wider', hasLess: 'is more upright' },
}
