import { ask } from './question.ts'

export const colourQuestions = [
  ask('colour', 'temperature', 'Warm or cool?', { warm: ['+warmth'], cool: ['-warmth'] }),
  ask('colour', 'strength', 'Should colours be vivid or muted?', {
    vivid: ['+saturation', '+colourfulness'],
    muted: ['-saturation'],
    'in between': ['~saturation'],
  }),
  ask('colour', 'hues', 'One hue, or many hues together?', {
    'one hue': ['-hue_spread', '-palette_size'],
    'many hues': ['+hue_spread', '+colourfulness'],
  }),
  ask('colour', 'palette', 'A palette of few colours or of many?', {
    'few colours': ['-palette_size'],
    'many colours': ['+palette_size'],
    'a handful': ['~palette_size'],
  }),
  ask('colour', 'wanted', 'Which colour should stand out?', {
    red: ['+reds'],
    'orange or yellow': ['+yellows'],
    green: ['+greens'],
    blue: ['+blues'],
    purple: ['+purples'],
  }),
  ask('colour', 'unwanted', 'Which colour should stay out?', {
    red: ['-reds'],
    'orange or yellow': ['-yellows'],
    green: ['-greens'],
    blue: ['-blues'],
    purple: ['-purples'],
  }),
  ask('colour', 'harmony', 'May colours clash?', { 'they may': [], never: ['+palette_harmony'] }),
  ask('colour', 'neon', 'How much neon?', { plenty: ['+neon'], 'a little': ['~neon'], none: ['-neon'] }),
  ask('colour', 'pastel', 'Pastel shades or full-strength colours?', {
    pastel: ['+pastel', '-saturation', '+brightness'],
    'full strength': ['+saturation', '-pastel'],
  }),
  ask('colour', 'monochrome', 'Colour, or black and white?', {
    colour: ['+colourfulness'],
    'black and white': ['-colourfulness', '-saturation'],
  }),
  ask('colour', 'accent', 'A single accent colour, or colour everywhere?', {
    'a single accent': ['-palette_size', '-hue_spread', '+colourfulness'],
    'colour everywhere': ['+colourfulness', '+palette_size'],
  }),
  ask('colour', 'world', 'Which world of colours is closest?', {
    'earth tones': ['+yellows', '+warmth', '-saturation'],
    ice: ['-warmth', '+brightness'],
    sweets: ['+saturation', '+brightness', '+purples'],
    forest: ['+greens', '-brightness'],
    'sea and sky': ['+blues', '-warmth'],
  }),
  ask('colour', 'nature', 'Green of nature, or man-made colours?', {
    'green of nature': ['+greens', '-neon'],
    'man-made colours': ['-greens', '+saturation'],
  }),
]
