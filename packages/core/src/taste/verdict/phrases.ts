import type { AttributeName } from '../attributes/catalogue.ts'

/** How to say that a picture has more or less of an attribute than wanted, and what to do about it, if anything. */
interface Phrases {
  /** Completes "It … than …". */
  readonly hasMore: string
  readonly hasLess: string
  readonly addMore?: string
  readonly useLess?: string
}

export const phrases: Readonly<Record<AttributeName, Phrases>> = {
  brightness: of('is brighter', 'is darker', 'Use more light', 'Use less light'),
  contrast: of('has more contrast', 'has less contrast', 'Increase the contrast', 'Reduce the contrast'),
  shadows: of('has more deep shadow', 'has less deep shadow', 'Deepen the shadows', 'Lift the shadows'),
  colourfulness: of(
    'is more colourful',
    'is less colourful',
    'Use stronger, more varied colours',
    'Tone the colours down',
  ),
  saturation: of('is more saturated', 'is less saturated', 'Use purer colours', 'Mute the colours'),
  neon: of('has more glaring colour', 'has less glaring colour', 'Use glowing colours', 'Avoid glaring colours'),
  warmth: of('is warmer', 'is cooler', 'Make the colours warmer', 'Make the colours cooler'),
  reds: of('has more red', 'has less red', 'Use more red or pink', 'Use less red and pink'),
  yellows: of(
    'has more yellow and orange',
    'has less yellow and orange',
    'Use more yellow or orange',
    'Use less yellow and orange',
  ),
  greens: of('has more green', 'has less green', 'Use more green', 'Use less green'),
  blues: of('has more blue', 'has less blue', 'Use more blue', 'Use less blue'),
  purples: of('has more purple', 'has less purple', 'Use more purple', 'Use less purple'),
  hue_spread: of('has more hues', 'has fewer hues', 'Use more hues', 'Keep to fewer hues'),
  palette_size: of('has more colours', 'has fewer colours', 'Use more colours', 'Use fewer colours'),
  palette_harmony: of(
    'is more harmonious in colour',
    'clashes more in colour',
    'Choose colours that go together',
    'Let colours clash',
  ),
  edge_density: of('has more edges', 'has fewer edges', 'Add detail', 'Simplify the shapes'),
  clutter: of('is more cluttered', 'is less cluttered', 'Add variety', 'Remove clutter'),
  texture: of('has more texture', 'is smoother', 'Add texture', 'Smooth the surfaces'),
  sharpness: of('is sharper', 'is softer', 'Sharpen the edges', 'Soften the edges'),
  white_space: of('has more empty space', 'has less empty space', 'Leave more empty space', 'Fill more of the space'),
  text_density: of('has more text', 'has less text', 'Show more text', 'Show less text'),
  figure_ground_contrast: of(
    'separates shapes and background more',
    'separates shapes and background less',
    'Make text and shapes stand out from the background',
    'Let text and shapes blend with the background',
  ),
  // Nobody can do these to a finished picture, so that nothing shows whether they would raise the score.
  straightness: of('has straighter lines', 'has fewer straight lines'),
  grid_alignment: of('is aligned more strictly', 'is aligned less'),
  thirds_energy: of('has more detail on the thirds', 'has less detail on the thirds'),
  symmetry: of('is more symmetric', 'is less symmetric', 'Make the layout symmetric', 'Break the symmetry'),
  balance: of('is more balanced', 'is less balanced', undefined, 'Shift the visual weight to one side'),
  centre_focus: of(
    'is more centred',
    'is less centred',
    'Put more weight in the centre',
    'Put more weight near the margins',
  ),
}

function of(hasMore: string, hasLess: string, addMore?: string, useLess?: string): Phrases {
  return { hasMore, hasLess, ...(addMore && { addMore }), ...(useLess && { useLess }) }
}
