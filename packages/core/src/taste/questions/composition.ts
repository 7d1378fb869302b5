import { ask } from './question.ts'

export const compositionQuestions = [
  ask('composition', 'busyness', 'Busy or quiet?', {
    busy: ['+clutter'],
    quiet: ['-clutter'],
    'in between': ['~clutter'],
  }),
  ask('composition', 'space', 'How much empty space?', {
    'a lot': ['+white_space'],
    some: ['~white_space'],
    'next to none': ['-white_space'],
  }),
  ask('composition', 'margins', 'Room to breathe, or filled to the edge?', {
    'room to breathe': ['+white_space', '-edge_density'],
    'filled to the edge': ['-white_space'],
  }),
  ask('composition', 'format', 'Upright or wide pictures?', { upright: ['-aspect'], wide: ['+aspect'] }),
  ask('composition', 'symmetry', 'Symmetric or asymmetric?', { symmetric: ['+symmetry'], asymmetric: ['-symmetry'] }),
  ask('composition', 'centre', 'The subject in the middle or to one side?', {
    'in the middle': ['+centre_focus', '+symmetry'],
    'to one side': ['-centre_focus', '+thirds_energy'],
  }),
  ask('composition', 'thirds', 'Should pictures be composed on the thirds?', {
    yes: ['+thirds_energy'],
    no: ['-thirds_energy'],
  }),
  ask('composition', 'balance', 'Evenly balanced, or weight on one side?', {
    'evenly balanced': ['+balance'],
    'weight on one side': ['-balance'],
  }),
  ask('composition', 'grid', 'On a strict grid or placed freely?', {
    'strict grid': ['+grid_alignment', '+straightness'],
    'placed freely': ['-grid_alignment'],
  }),
  ask('composition', 'order', 'Tidy or wild?', {
    tidy: ['+grid_alignment', '-clutter'],
    wild: ['+clutter', '-grid_alignment'],
  }),
  ask('composition', 'motion', 'Should it rest or move?', {
    rest: ['+balance', '+symmetry'],
    move: ['-symmetry', '+contrast'],
  }),
  ask('composition', 'ground', 'A plain background or a rich one?', {
    plain: ['+white_space', '-texture'],
    rich: ['+texture', '+clutter', '-white_space'],
  }),
]
