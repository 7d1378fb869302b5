import { ask } from './question.ts'

export const formQuestions = [
  ask('form', 'lines', 'Geometric or organic shapes?', { geometric: ['+straightness'], organic: ['-straightness'] }),
  ask('form', 'corners', 'Round or angular?', {
    round: ['-straightness', '-sharpness'],
    angular: ['+straightness', '+sharpness'],
  }),
  ask('form', 'detail', 'Little detail or rich detail?', {
    'little detail': ['-edge_density', '-clutter'],
    'rich detail': ['+edge_density', '+sharpness'],
  }),
  ask('form', 'patterns', 'Patterns?', {
    'yes, patterns': ['+edge_density', '+texture'],
    'here and there': ['~edge_density', '~texture'],
    'no patterns': ['-edge_density', '-texture'],
  }),
  ask('form', 'outlines', 'Clear outlines or blended edges?', {
    'clear outlines': ['+figure_ground_contrast', '+sharpness'],
    'blended edges': ['-figure_ground_contrast', '-sharpness'],
  }),
  ask('surface', 'texture', 'Smooth or textured?', { smooth: ['-texture'], textured: ['+texture'] }),
  ask('surface', 'grain', 'Grain, as on film?', {
    'visible grain': ['+texture'],
    'a trace': ['~texture'],
    clean: ['-texture'],
  }),
  ask('surface', 'finish', 'Matt or shiny?', { matt: ['-contrast', '-saturation'], shiny: ['+contrast', '-texture'] }),
  ask('surface', 'hand', 'Made by hand or by machine?', {
    'by hand': ['+texture', '-straightness'],
    'by machine': ['-texture', '+straightness'],
  }),
  ask('surface', 'wear', 'Brand-new or worn?', {
    'brand-new': ['-texture', '+sharpness'],
    worn: ['+texture', '-saturation'],
  }),
  ask('focus', 'depth', 'Sharp all over, or a blurred background?', {
    'sharp all over': ['+sharpness'],
    'blurred background': ['-sharpness', '-clutter'],
  }),
  ask('text', 'amount', 'How much text?', {
    'a lot': ['+text_density'],
    some: ['~text_density'],
    'hardly any': ['-text_density'],
  }),
  ask('text', 'legibility', 'Should text stand out from its ground or blend in?', {
    'stand out': ['+figure_ground_contrast'],
    'blend in': ['-figure_ground_contrast'],
  }),
]
