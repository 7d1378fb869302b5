import { ask } from './question.ts'

export const styleQuestions = [
  ask('style', 'school', 'Which school of design is closest?', {
    minimalism: ['-clutter', '+white_space', '-palette_size'],
    'Swiss design': ['+grid_alignment', '+white_space', '+straightness'],
    Bauhaus: ['+straightness', '+saturation', '-palette_size'],
    brutalism: ['+contrast', '+straightness', '-palette_size'],
    'art deco': ['+symmetry', '+straightness', '+contrast'],
    maximalism: ['+clutter', '+colourfulness', '-white_space'],
  }),
  ask('style', 'era', 'Which era should it recall?', {
    today: ['-clutter', '+white_space'],
    'classical antiquity': ['+symmetry', '+balance', '-saturation'],
    'the seventies': ['+warmth', '+yellows', '+texture'],
    'the eighties': ['+neon', '+purples', '+saturation'],
    'the future': ['-warmth', '+contrast', '-texture'],
  }),
  ask('style', 'medium', 'Photograph, drawing or painting?', {
    photograph: ['+texture', '+sharpness'],
    drawing: ['-texture', '+figure_ground_contrast'],
    painting: ['+texture', '-sharpness'],
    watercolour: ['-contrast', '-saturation', '-sharpness'],
  }),
  ask('style', 'film', 'Like cinema or like a snapshot?', {
    'like cinema': ['+contrast', '+shadows', '+thirds_energy'],
    'like a snapshot': ['+brightness', '-shadows'],
  }),
  ask('style', 'press', 'A magazine or a brochure?', {
    'a magazine': ['+white_space', '+contrast'],
    'a brochure': ['+grid_alignment', '+blues', '-neon'],
  }),
  ask('style', 'region', 'Northern restraint or southern abundance?', {
    'northern restraint': ['+brightness', '-saturation', '-clutter'],
    'southern abundance': ['+warmth', '+saturation', '+clutter'],
  }),
  ask('avoid', 'faults', 'What bothers you most?', {
    clutter: ['-clutter', '+white_space'],
    'glaring colours': ['-neon', '+palette_harmony'],
    'washed-out colours': ['+saturation', '+contrast'],
    blur: ['+sharpness'],
    gloom: ['+brightness', '-shadows'],
    emptiness: ['-white_space', '+edge_density'],
    boredom: ['+colourfulness', '+contrast'],
  }),
  ask('avoid', 'styles', 'Which look is out of the question?', {
    cyberpunk: ['-neon', '+brightness'],
    gothic: ['+brightness', '-shadows'],
    childish: ['-colourfulness', '-neon'],
    kitsch: ['-neon', '-clutter', '-saturation'],
    sterile: ['+warmth', '+texture'],
  }),
]
