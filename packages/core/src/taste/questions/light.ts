import { ask } from './question.ts'

export const lightQuestions = [
  ask('light', 'brightness', 'Bright or dark?', {
    bright: ['+brightness'],
    dark: ['-brightness'],
    'in between': ['~brightness'],
  }),
  ask('light', 'contrast', 'Strong contrast or gentle contrast?', {
    strong: ['+contrast'],
    gentle: ['-contrast'],
    'in between': ['~contrast'],
  }),
  ask('light', 'shadows', 'Deep shadows, or light in every corner?', {
    'deep shadows': ['+shadows'],
    'light in every corner': ['-shadows', '+brightness'],
  }),
  ask('light', 'mode', 'A light ground or a dark ground?', {
    'light ground': ['+brightness', '-shadows'],
    'dark ground': ['-brightness', '+shadows'],
  }),
  ask('light', 'hour', 'Which hour of the day is it?', {
    noon: ['+brightness', '+contrast'],
    'golden evening': ['+warmth', '+yellows'],
    'blue dusk': ['+blues', '-warmth', '-brightness'],
    night: ['-brightness', '+shadows'],
  }),
  ask('light', 'weather', 'Which weather is it?', {
    sunshine: ['+brightness', '+warmth', '+contrast'],
    fog: ['-contrast', '-sharpness', '-saturation'],
    storm: ['-brightness', '+contrast', '-warmth'],
    snow: ['+brightness', '-warmth', '-saturation'],
  }),
  ask('light', 'moodiness', 'Should the light be moody?', {
    'very moody': ['-brightness', '+shadows', '-saturation'],
    'not moody': ['+brightness', '-shadows'],
  }),
  ask('light', 'falling', 'Hard light or soft light?', {
    'hard light': ['+contrast', '+shadows', '+sharpness'],
    'soft light': ['-contrast', '-shadows'],
  }),
]
