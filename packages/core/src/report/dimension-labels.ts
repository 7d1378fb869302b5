const labels: Readonly<Record<string, string>> = {
  aesthetics: 'Looks',
  usability: 'Ease of use',
  likeness: 'Likeness',
  hue_spread: 'Variety of hues',
  palette_size: 'Number of colours',
  palette_harmony: 'Colour harmony',
  edge_density: 'Outlines',
  white_space: 'Empty space',
  text_density: 'Amount of text',
  figure_ground_contrast: 'Legibility',
  grid_alignment: 'Grid alignment',
  centre_focus: 'Centred',
  thirds_energy: 'Rule of thirds',
  neon: 'Glaring colours',
  pastel: 'Pastel colours',
  aspect: 'Format',
}

/** The name of a dimension in words: "Looks" for `aesthetics`. A dimension of the project's own keeps its name. */
export function dimensionLabel(name: string): string {
  const words = name.replaceAll('_', ' ')
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
