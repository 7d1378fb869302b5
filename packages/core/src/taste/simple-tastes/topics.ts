import type { Trait } from './traits.ts'

/** What a trait is about, completing "It seems to be about …". */
export const topicOf: Readonly<Record<Trait, string>> = {
  ...of('light', ['brightness', 'contrast', 'shadows']),
  ...of('colour', ['colourfulness', 'saturation', 'neon', 'warmth', 'reds', 'yellows', 'greens', 'blues', 'purples']),
  ...of('the palette', ['hue_spread', 'palette_size', 'palette_harmony']),
  ...of('detail', ['edge_density', 'clutter', 'texture', 'sharpness']),
  ...of('space', ['white_space', 'text_density', 'figure_ground_contrast']),
  ...of('composition', [
    ...(['straightness', 'grid_alignment', 'symmetry', 'balance', 'centre_focus', 'thirds_energy'] as const),
  ]),
  ...of('the look', ['look']),
  ...of('the subject', ['content']),
}

function of<Name extends Trait>(topic: string, names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, topic])) as Record<Name, string>
}
