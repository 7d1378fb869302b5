import type { AttributeName } from '../attributes/catalogue.ts'
import type { Pixels } from '../attributes/pixels.ts'
import { groundOf, hasLayout } from './elements.ts'
import * as layout from './layout-edits.ts'
import * as pixel from './pixel-edits.ts'

interface Change {
  /** The suggestion, as an imperative. */
  readonly words: string
  readonly edit: pixel.PixelEdit
  /** The attributes that it is meant to change: 1 for more, −1 for less. */
  readonly moves: Readonly<Partial<Record<AttributeName, 1 | -1>>>
  /** The change that does the reverse. */
  readonly opposite?: string
}

/** What can be tried on a copy of a picture, the most helpful first. */
const changes = {
  more_space: pair('Leave more empty space', layout.moreSpace, { white_space: 1 }, 'less_space'),
  fewer_elements: pair(
    'Show fewer elements',
    layout.removeElements,
    less('clutter', 'edge_density', 'text_density'),
    'more_elements',
  ),
  fewer_colours: pair('Use fewer colours', pixel.fewerHues, less('palette_size', 'hue_spread'), 'more_colours'),
  larger_text: pair('Use larger text', layout.largerText, { text_density: -1 }, 'smaller_text'),
  lighter: pair('Use more light', pixel.lighten, { brightness: 1 }, 'darker'),
  more_contrast: pair(
    'Increase the contrast',
    pixel.moreContrast,
    { contrast: 1, figure_ground_contrast: 1 },
    'less_contrast',
  ),
  muted: pair('Mute the colours', pixel.lessChroma, less('saturation', 'colourfulness', 'neon'), 'purer'),
  aligned: pair('Align the elements', layout.align, { grid_alignment: 1 }, 'freer'),
  warmer: pair('Make the colours warmer', pixel.tint([1, 0.62, 0.1]), { warmth: 1, blues: -1 }, 'cooler'),
  softer: pair('Soften the edges', pixel.soften, { sharpness: -1 }, 'sharper'),
  crop_closer: {
    words: 'Crop closer to the subject',
    edit: withoutLayout(pixel.cropCloser),
    moves: { white_space: -1 },
  },
  straighter: { words: 'Straighten the picture', edit: withoutLayout(pixel.straighten), moves: { straightness: 1 } },
  lift_shadows: pair('Lift the shadows', pixel.liftShadows, { shadows: -1 }, 'deepen_shadows'),
  smoother: pair('Smooth the surfaces', pixel.smooth, { texture: -1 }, 'more_texture'),
  less_space: pair('Fill more of the space', layout.lessSpace, { white_space: -1 }, 'more_space'),
  more_elements: pair(
    'Show more elements',
    layout.addElements,
    more('clutter', 'edge_density', 'text_density'),
    'fewer_elements',
  ),
  more_colours: pair('Use more colours', pixel.moreHues, more('palette_size', 'hue_spread'), 'fewer_colours'),
  smaller_text: pair('Use smaller text', layout.smallerText, { text_density: 1 }, 'larger_text'),
  darker: pair('Use less light', pixel.darken, { brightness: -1 }, 'lighter'),
  less_contrast: pair(
    'Reduce the contrast',
    pixel.lessContrast,
    { contrast: -1, figure_ground_contrast: -1 },
    'more_contrast',
  ),
  purer: pair('Use purer colours', pixel.moreChroma, more('saturation', 'colourfulness', 'neon'), 'muted'),
  freer: pair('Place the elements more freely', layout.misalign, { grid_alignment: -1 }, 'aligned'),
  cooler: pair('Make the colours cooler', pixel.tint([0.1, 0.45, 1]), { warmth: -1, blues: 1 }, 'warmer'),
  sharper: pair('Sharpen the edges', pixel.sharpen, { sharpness: 1 }, 'softer'),
  deepen_shadows: pair('Deepen the shadows', pixel.deepenShadows, { shadows: 1 }, 'lift_shadows'),
  more_texture: pair('Add texture', pixel.addGrain, { texture: 1 }, 'smoother'),
} as const satisfies Readonly<Record<string, Change>>

export type ChangeName = keyof typeof changes
export const changeNames = Object.keys(changes) as [ChangeName, ...ChangeName[]]

/** How strongly a change is made. The small step still shows the same picture; the large one is for what is far off. */
export const changeAmounts = { small: 0.5, large: 1 } as const

export interface TryableChange {
  readonly change: ChangeName
  readonly amount: number
}

export function changeOf(name: ChangeName): Change & { readonly opposite?: ChangeName } {
  return changes[name] as Change & { readonly opposite?: ChangeName }
}

/** A copy of a picture with a change; undefined if it means nothing for this picture. */
export function withChange(picture: Pixels, { change, amount }: TryableChange): Pixels | undefined {
  return changes[change].edit(picture, amount)
}

function pair<const Opposite extends string>(
  words: string,
  edit: pixel.PixelEdit,
  moves: Change['moves'],
  opposite: Opposite,
) {
  return { words, edit, moves, opposite }
}

function more(...names: readonly AttributeName[]): Change['moves'] {
  return Object.fromEntries(names.map((name) => [name, 1]))
}

function less(...names: readonly AttributeName[]): Change['moves'] {
  return Object.fromEntries(names.map((name) => [name, -1]))
}

/** Only for pictures without a layout, such as photographs. */
function withoutLayout(edit: pixel.PixelEdit): pixel.PixelEdit {
  return (picture, strength) => (hasLayout(groundOf(picture)) ? undefined : edit(picture, strength))
}
