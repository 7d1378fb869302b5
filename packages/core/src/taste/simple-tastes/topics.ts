import type { Trait } from './traits.ts'

/** What a trait is about, completing "It seems to be about …". */
export const topicOf: Readonly<Record<Trait, string>> = {
  ...namesOnTopic('light', ['brightness', 'contrast', 'shadows']),
  ...namesOnTopic('colour', [
    'colourfulness',
    'saturation',
    'neon',
    'warmth',
    'reds',
    'yellows',
    'greens',
    'blues',
    'purples',
    'pastel',
  ]),
  ...namesOnTopic('the palette', ['hue_spread', 'palette_size', 'palette_harmony']),
  ...namesOnTopic('detail', ['edge_density', 'clutter', 'texture', 'sharpness']),
  ...namesOnTopic('space', ['white_space', 'text_density', 'figure_ground_contrast']),
  ...namesOnTopic('composition', [
    ...(['straightness', 'grid_alignment', 'symmetry', 'balance', 'centre_focus', 'thirds_energy'] as const),
  ]),
  ...namesOnTopic('the format', ['aspect']),
  ...namesOnTopic('the look', ['look']),
  ...namesOnTopic('the subject', ['content']),
}

function namesOnTopic<Name extends Trait>(topic: string, names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, topic])) as Record<Name, string>
}
