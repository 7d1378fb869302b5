import type { AttributeName } from '../attributes/catalogue.ts'
import type { Kind } from '../attributes/kinds.ts'

/** What to call a low and a high amount in "Aim for …" and "Avoid …". An adverb goes in the place of `*`. */
interface Sides {
  /** Undefined if nobody would aim for it: the attribute is then mentioned only where it is present. */
  readonly low?: string
  readonly high: string
  /** What to aim for if a low amount is unwanted and "Avoid" does not go with its phrase: "Avoid hardly any text" is no sentence. */
  readonly notLow?: string
}

export function phrasesFor(attribute: AttributeName, kind: Kind | undefined): Sides {
  return (kind && phrasesByKind[kind][attribute]) ?? phrases[attribute]
}

export const phrases: Readonly<Record<AttributeName, Sides>> = {
  brightness: { low: '*dark tones', high: '*bright tones' },
  contrast: { low: '*low contrast', high: '*high contrast' },
  shadows: { high: '*deep shadows' },
  colourfulness: { low: 'hardly any colour', high: 'a lot of colour', notLow: 'some colour' },
  saturation: { low: '*muted colours', high: '*saturated colours' },
  neon: { high: 'neon colours' },
  warmth: { low: '*cool colours', high: '*warm colours' },
  reds: { high: 'reds' },
  yellows: { high: 'yellows' },
  greens: { high: 'greens' },
  blues: { high: 'blues' },
  purples: { high: 'purples' },
  hue_spread: { low: 'few hues', high: 'many hues', notLow: 'several hues' },
  palette_size: { low: 'a *small palette', high: 'a *large palette' },
  palette_harmony: { low: 'clashing colours', high: '*harmonious colours' },
  edge_density: { low: 'little detail', high: 'a lot of detail', notLow: 'some detail' },
  clutter: { low: 'an *uncluttered look', high: 'a *busy look' },
  texture: { low: '*smooth surfaces', high: '*textured surfaces' },
  sharpness: { low: 'a *soft focus', high: 'a *sharp focus' },
  white_space: { low: 'a filled frame', high: 'a lot of empty space' },
  text_density: { low: 'hardly any text', high: 'a lot of text', notLow: 'some text' },
  figure_ground_contrast: { low: 'faint shapes', high: 'clear shapes' },
  straightness: { low: '*organic shapes', high: 'straight lines' },
  grid_alignment: { low: 'a *loose arrangement', high: 'a *strict grid' },
  symmetry: { low: 'an *asymmetric composition', high: 'a *symmetric composition' },
  balance: { low: 'a lopsided composition', high: 'a balanced composition' },
  centre_focus: { low: 'a spread-out composition', high: 'a centred subject' },
  thirds_energy: { high: 'a subject on the thirds' },
  pastel: { high: 'pastel colours' },
  aspect: { low: 'an upright format', high: 'a wide format' },
}

/** Where interfaces and photographs have words of their own. */
const phrasesByKind: Readonly<Record<Kind, Partial<Record<AttributeName, Sides>>>> = {
  photograph: {
    white_space: { low: 'a filled frame', high: 'a lot of empty space' },
    figure_ground_contrast: { low: 'faint outlines', high: 'clear outlines' },
  },
  screen: {
    shadows: { high: '*dark areas' },
    palette_size: { low: '*few colours', high: '*many colours' },
    edge_density: { low: 'few details', high: 'a dense layout', notLow: 'some detail' },
    clutter: { low: 'a *calm layout', high: 'a *busy layout' },
    texture: { low: '*flat surfaces', high: '*textured surfaces' },
    sharpness: { low: '*soft edges', high: '*crisp edges' },
    white_space: { low: 'a dense layout', high: 'a lot of white space' },
    figure_ground_contrast: { low: 'faint text and shapes', high: 'text and shapes that stand out' },
    straightness: { low: '*round shapes', high: 'straight edges' },
    grid_alignment: { low: 'a *loose alignment', high: '*strict alignment to a grid' },
    symmetry: { low: 'an *asymmetric layout', high: 'a *symmetric layout' },
    balance: { low: 'a lopsided layout', high: 'a balanced layout' },
    centre_focus: { low: 'weight at the margins', high: 'centred content' },
  },
}

/**
 * Pairs that say nearly the same or contradict each other, so that only the stronger is mentioned. A name without a sign
 * stands for both directions.
 */
export const onceOnly: readonly (readonly [one: string, other: string])[] = [
  ['saturation', 'colourfulness'],
  ['hue_spread', 'palette_size'],
  ['contrast', 'figure_ground_contrast'],
  ['symmetry', 'balance'],
  ['straightness', 'grid_alignment'],
  ['clutter', 'edge_density'],
  ['+centre_focus', '+thirds_energy'],
  ['+edge_density', '-white_space'],
  ['+brightness', '+shadows'],
  ['+clutter', '+white_space'],
  ['+warmth', '+blues'],
  ['-warmth', '+yellows'],
  ['-warmth', '+reds'],
  ['-saturation', '+neon'],
  ['-brightness', '+pastel'],
  ...['+neon', '+pastel', '+reds', '+yellows', '+greens', '+blues', '+purples', '+hue_spread', '+palette_size'].map(
    (contradiction) => ['-colourfulness', contradiction] as const,
  ),
]

/** Pairs of which the second goes without saying, unless the owner said it. */
export const implied: readonly (readonly [one: string, other: string])[] = [
  ['+brightness', '-shadows'],
  ['-clutter', '+white_space'],
  ['+clutter', '-white_space'],
  ['+warmth', '-blues'],
  ['-warmth', '-yellows'],
  ['-warmth', '-reds'],
  ['-saturation', '-neon'],
  ['-brightness', '-pastel'],
  ...['-neon', '-pastel', '-reds', '-yellows', '-greens', '-blues', '-purples'].map(
    (absence) => ['-colourfulness', absence] as const,
  ),
]
