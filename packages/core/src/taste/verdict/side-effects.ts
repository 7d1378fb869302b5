import type { AttributeName } from '../attributes.ts'

/** How far the percentile ranks of attributes change. */
export type RankChanges = Readonly<Partial<Record<AttributeName, number>>>

/**
 * What usually changes when somebody edits a picture for more or less of an attribute: means over 35 photographs (OASIS)
 * and 34 websites (Calista), measured by `scripts/fit-suggestions.ts`. Changes below 0.15 are left out.
 */
const table = `
more brightness: brightness 0.27, contrast -0.32, shadows -0.55, colourfulness -0.22, saturation -0.18, neon -0.15,
  palette_size -0.28, edge_density -0.25, clutter -0.24, texture -0.17, figure_ground_contrast -0.24
less brightness: brightness -0.34, contrast -0.3, shadows 0.21, colourfulness -0.23, saturation -0.19, neon -0.22,
  palette_size -0.25, edge_density -0.22, clutter -0.24, texture -0.15, figure_ground_contrast -0.23
more contrast: contrast 0.29, shadows 0.17, neon 0.18, clutter 0.18, figure_ground_contrast 0.2
less contrast: contrast -0.29, shadows -0.25, neon -0.2, palette_size -0.17, edge_density -0.16, clutter -0.22,
  figure_ground_contrast -0.23
more shadows: contrast 0.16, shadows 0.3
less shadows: contrast -0.2, shadows -0.47, neon -0.15, palette_size -0.15, clutter -0.15, figure_ground_contrast
  -0.16
more colourfulness: colourfulness 0.28, saturation 0.23, neon 0.29
less colourfulness: colourfulness -0.33, saturation -0.27, neon -0.26, palette_size -0.21
more saturation: colourfulness 0.28, saturation 0.25, neon 0.27
less saturation: colourfulness -0.39, saturation -0.35, neon -0.24, yellows -0.19, blues -0.23, hue_spread -0.15,
  palette_size -0.23, palette_harmony 0.16
more neon: colourfulness 0.3, saturation 0.21, neon 0.49
less neon: neon -0.52
more warmth: saturation 0.25, warmth 0.37, yellows 0.53, blues -0.23, palette_harmony 0.15
less warmth: saturation 0.21, neon -0.15, warmth -0.45, yellows -0.37, blues 0.58
more reds: saturation 0.29, warmth 0.33, reds 0.68, blues -0.22, purples 0.16
less reds: reds -0.37
more yellows: saturation 0.24, warmth 0.3, yellows 0.52, blues -0.2
less yellows: colourfulness -0.17, saturation -0.22, warmth -0.16, yellows -0.43
more greens: saturation 0.21, reds -0.17, greens 0.74, hue_spread 0.2
less greens: greens -0.39
more blues: saturation 0.24, warmth -0.44, yellows -0.38, blues 0.58
less blues: colourfulness -0.23, saturation -0.26, warmth 0.16, blues -0.55
more purples: saturation 0.21, neon -0.15, yellows -0.38, purples 0.77, hue_spread 0.17
less purples: purples -0.31
more hue_spread: hue_spread 0.4, palette_harmony -0.3
less hue_spread: yellows -0.17, blues -0.18, hue_spread -0.32, palette_harmony 0.38
more palette_size: reds 0.17, greens 0.23, purples 0.21, hue_spread 0.47, palette_size 0.3, palette_harmony -0.39
less palette_size: reds -0.23, yellows -0.37, hue_spread -0.54, palette_size -0.26, palette_harmony 0.67
more palette_harmony: yellows -0.15, blues -0.19, hue_spread -0.26, palette_harmony 0.45
less palette_harmony: greens 0.2, hue_spread 0.35, palette_harmony -0.36
more edge_density: edge_density 0.27, clutter 0.37, texture 0.3, sharpness 0.15, grid_alignment -0.27, symmetry -0.15
less edge_density: edge_density -0.48, clutter -0.39, texture -0.31, sharpness -0.4, white_space 0.15, text_density
  -0.42, figure_ground_contrast -0.29, grid_alignment 0.2
more clutter: colourfulness 0.27, neon 0.34, greens 0.34, purples 0.2, hue_spread 0.45, palette_size 0.2,
  palette_harmony -0.5, clutter 0.29, texture 0.17, grid_alignment -0.17
less clutter: edge_density -0.48, clutter -0.4, texture -0.32, sharpness -0.41, text_density -0.44,
  figure_ground_contrast -0.29, grid_alignment 0.19
more texture: edge_density 0.23, clutter 0.25, texture 0.3, sharpness 0.38, white_space -0.45, text_density 0.41,
  straightness -0.23, grid_alignment -0.17
less texture: edge_density -0.42, clutter -0.36, texture -0.3, sharpness -0.41, text_density -0.42,
  figure_ground_contrast -0.28, grid_alignment 0.18
more sharpness: edge_density 0.15, clutter 0.24, texture 0.18, sharpness 0.35, text_density 0.21,
  figure_ground_contrast 0.29
less sharpness: clutter -0.22, sharpness -0.47, text_density -0.33, figure_ground_contrast -0.23
more white_space: edge_density -0.15, texture -0.16, white_space 0.38, grid_alignment 0.16, symmetry 0.15, balance
  0.2, centre_focus 0.31, thirds_energy 0.28
less white_space: palette_size 0.17, sharpness -0.39, white_space -0.28, text_density -0.24, figure_ground_contrast
  -0.15, symmetry -0.22, centre_focus -0.23, thirds_energy -0.32
more text_density: contrast 0.39, shadows 0.15, edge_density 0.33, clutter 0.54, texture 0.47, sharpness 0.29,
  text_density 0.3, figure_ground_contrast 0.48, balance 0.22
less text_density: edge_density -0.45, clutter -0.38, texture -0.3, sharpness -0.43, text_density -0.46,
  figure_ground_contrast -0.3, grid_alignment 0.18
more figure_ground_contrast: contrast 0.28, shadows 0.18, colourfulness 0.16, neon 0.23, clutter 0.2,
  figure_ground_contrast 0.27
less figure_ground_contrast: contrast -0.35, shadows -0.33, colourfulness -0.21, saturation -0.19, neon -0.18, yellows
  -0.16, palette_size -0.28, edge_density -0.23, clutter -0.26, texture -0.17, figure_ground_contrast -0.27
more symmetry: symmetry 0.32
less symmetry: symmetry -0.32, balance -0.22
less balance: symmetry -0.25, balance -0.3
more centre_focus: contrast -0.34, shadows -0.22, colourfulness -0.19, saturation -0.2, palette_size -0.25,
  edge_density -0.28, clutter -0.27, texture -0.21, white_space 0.17, figure_ground_contrast -0.2, balance 0.23,
  centre_focus 0.41, thirds_energy 0.34
less centre_focus: contrast -0.22, edge_density -0.21, clutter -0.21, texture -0.16, figure_ground_contrast -0.18,
  centre_focus -0.47, thirds_energy -0.32
`

export const sideEffects: ReadonlyMap<string, RankChanges> = new Map(
  table
    .trim()
    .split(/\n(?! )/)
    .map((row) => {
      const [change = '', effects = ''] = row.split(': ')
      return [change, Object.fromEntries(effects.split(/,\s+/).map(readEffect))]
    }),
)

function readEffect(text: string): readonly [name: string, change: number] {
  const [name = '', change] = text.split(/\s+/)
  return [name, Number(change)]
}
