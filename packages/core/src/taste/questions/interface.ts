import { ask, type Question } from './question.ts'

/** Asked for `usability`, where moods and styles say little. */
export const interfaceQuestions: readonly Question[] = [
  ask('interface', 'density', 'Much on one screen, or little at a time?', {
    'much on one screen': ['+clutter', '+text_density'],
    'little at a time': ['-clutter', '+white_space'],
  }),
  ask('interface', 'legibility', 'How strongly must text stand out?', {
    'as much as possible': ['+figure_ground_contrast', '+contrast'],
    enough: ['~figure_ground_contrast'],
  }),
  ask('interface', 'alignment', 'Must everything line up?', {
    'yes, strictly': ['+grid_alignment', '+straightness'],
    'not strictly': [],
  }),
  ask('interface', 'colours', 'How many colours may a screen use?', {
    'very few': ['-palette_size', '-hue_spread'],
    'as many as it needs': [],
  }),
  ask('interface', 'theme', 'A light screen or a dark one?', { light: ['+brightness'], dark: ['-brightness'] }),
  ask('interface', 'text', 'Words or pictures?', { words: ['+text_density'], pictures: ['-text_density', '+texture'] }),
  ask('interface', 'spacing', 'Tight or generous spacing?', { tight: ['-white_space'], generous: ['+white_space'] }),
  ask('interface', 'decoration', 'Is decoration welcome?', {
    'it helps': ['+texture', '+colourfulness'],
    'it distracts': ['-texture', '-clutter'],
  }),
].map((question) => ({ ...question, dimension: 'usability' }))
