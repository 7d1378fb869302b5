/** A measured property of pictures. `low` and `high` describe a picture with a low or high value. */
export interface Attribute<Name extends string = string> {
  readonly name: Name
  readonly description: string
  readonly low: string
  readonly high: string
}

/**
 * In the order of `GET /v1/dimensions` and of the model's inputs: new ones come last. docs/taste-model.md explains how each is
 * computed.
 */
export const attributes = [
  attribute('brightness', 'Mean lightness (CIE L*)', 'dark', 'bright'),
  attribute('contrast', 'Spread of lightness between the light and the dark parts', 'low-contrast', 'high-contrast'),
  attribute('shadows', 'Share of the picture in deep shadow or black', 'free of deep shadows', 'full of deep shadows'),
  attribute('colourfulness', 'Strength and variety of colour (Hasler and Süsstrunk)', 'nearly colourless', 'colourful'),
  attribute('saturation', 'Mean purity of the colours', 'muted', 'saturated'),
  attribute('neon', 'Share of glaring colours, both pure and light', 'free of glaring colours', 'neon'),
  attribute('warmth', 'Balance of reds, oranges and yellows against blues', 'cool', 'warm'),
  attribute('reds', 'Share of reds and pinks', 'without red', 'red'),
  attribute('yellows', 'Share of oranges, browns and yellows', 'without yellow or orange', 'yellow and orange'),
  attribute('greens', 'Share of greens', 'without green', 'green'),
  attribute('blues', 'Share of cyans and blues', 'without blue', 'blue'),
  attribute('purples', 'Share of violets, purples and magentas', 'without purple', 'purple'),
  attribute('hue_spread', 'How evenly the hues are spread around the colour wheel', 'of one hue', 'many-hued'),
  attribute('palette_size', 'Effective number of distinct colours', 'limited to few colours', 'of many colours'),
  attribute(
    'palette_harmony',
    'How well the hues fit a harmonic arrangement',
    'clashing in colour',
    'harmonious in colour',
  ),
  attribute('edge_density', 'Share of pixels on an edge', 'plain in outline', 'full of edges'),
  attribute('clutter', 'Variety of colour, contrast and direction in small areas', 'uncluttered', 'cluttered'),
  attribute('texture', 'Typical variation of lightness in small areas', 'smooth', 'textured'),
  attribute('sharpness', 'Crispness of the edges', 'soft', 'sharp'),
  attribute('white_space', 'Share of the picture that is empty, in any colour', 'filled to the edges', 'spacious'),
  attribute('text_density', 'Share of the picture that looks like lines of text', 'without text', 'text-heavy'),
  attribute(
    'figure_ground_contrast',
    'Contrast of shapes with their background (WCAG ratio)',
    'faint',
    'clearly legible',
  ),
  attribute('straightness', 'Share of edges that are horizontal or vertical', 'organic', 'rectilinear'),
  attribute('grid_alignment', 'How few rows and columns the edges share', 'loosely arranged', 'aligned to a grid'),
  attribute('symmetry', 'Similarity of the left half to the mirrored right half', 'asymmetric', 'symmetric'),
  attribute('balance', 'How close the centre of visual weight is to the middle', 'lopsided', 'balanced'),
  attribute('centre_focus', 'Visual weight in the middle relative to the margins', 'spread to the margins', 'centred'),
  attribute('thirds_energy', 'Detail near the intersections of the thirds', 'off the thirds', 'composed on the thirds'),
  attribute('pastel', 'Share of light colours that are neither grey nor pure', 'free of pastels', 'pastel'),
  attribute('aspect', 'Width as a share of width and height', 'upright', 'wide'),
] as const

export type AttributeName = (typeof attributes)[number]['name']

function attribute<const Name extends string>(
  name: Name,
  description: string,
  low: string,
  high: string,
): Attribute<Name> {
  return { name, description, low, high }
}
