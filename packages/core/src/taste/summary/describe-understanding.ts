import { type AttributeName, attributes } from '../attributes/catalogue.ts'

/** An understood answer, as the service sends it. */
export interface SentUnderstanding {
  readonly wishes: readonly { readonly attribute: string; readonly direction: string }[]
  readonly notUnderstood: readonly string[]
}

/** How an answer was understood, in a sentence or two, so that the owner can reword it. */
export function describeUnderstanding({ wishes, notUnderstood }: SentUnderstanding): string {
  const words = wordsOf(wishes)
  if (words === '')
    return notUnderstood.length > 0 ? 'Kept as words; no measure matches them.' : 'Taken as: no preference.'
  const kept = notUnderstood.map((text) => `“${text}”`).join(', ')
  return `Taken as: ${words}.${kept === '' ? '' : ` Kept as words: ${kept}.`}`
}

/** Wishes in a few words: "darker; less colourful". */
export function wordsOf(wishes: SentUnderstanding['wishes']): string {
  return [...new Set(wishes.flatMap(wordsFor))].join('; ')
}

/** What to call a picture with less or more of an attribute than the typical one. */
const comparatives: Readonly<Record<AttributeName, readonly [less: string, more: string]>> = {
  brightness: ['darker', 'brighter'],
  contrast: ['less contrast', 'more contrast'],
  shadows: ['fewer deep shadows', 'more deep shadows'],
  colourfulness: ['less colourful', 'more colourful'],
  saturation: ['more muted', 'more saturated'],
  neon: ['less neon', 'more neon'],
  warmth: ['cooler', 'warmer'],
  reds: ['less red', 'more red'],
  yellows: ['less yellow and orange', 'more yellow and orange'],
  greens: ['less green', 'more green'],
  blues: ['less blue', 'more blue'],
  purples: ['less purple', 'more purple'],
  hue_spread: ['fewer hues', 'more hues'],
  palette_size: ['fewer colours', 'more colours'],
  palette_harmony: ['more clashing colours', 'more harmonious colours'],
  edge_density: ['less detail', 'more detail'],
  clutter: ['less cluttered', 'more cluttered'],
  texture: ['smoother', 'more textured'],
  sharpness: ['softer', 'sharper'],
  white_space: ['less empty space', 'more empty space'],
  text_density: ['less text', 'more text'],
  figure_ground_contrast: ['fainter shapes', 'clearer shapes'],
  straightness: ['more organic shapes', 'straighter lines'],
  grid_alignment: ['more loosely arranged', 'more strictly aligned'],
  symmetry: ['less symmetric', 'more symmetric'],
  balance: ['less balanced', 'more balanced'],
  centre_focus: ['less centred', 'more centred'],
  thirds_energy: ['less on the thirds', 'more on the thirds'],
  pastel: ['fewer pastels', 'more pastels'],
  aspect: ['a more upright format', 'a wider format'],
}

/** Nothing for an attribute of a later version. */
function wordsFor({ attribute, direction }: SentUnderstanding['wishes'][number]): readonly string[] {
  const named = attributes.find(({ name }) => name === attribute)
  if (!named) return []
  if (direction === 'middle') return [`neither ${named.low} nor ${named.high}`]
  const [less, more] = comparatives[named.name]
  return [direction === 'more' ? more : less]
}
