import { ask } from './question.ts'

export const moodQuestions = [
  ask('mood', 'energy', 'Calm or lively?', {
    calm: ['-clutter', '-saturation'],
    lively: ['+colourfulness', '+contrast'],
  }),
  ask('mood', 'seriousness', 'Earnest or playful?', {
    earnest: ['-colourfulness', '+grid_alignment'],
    playful: ['+colourfulness', '-grid_alignment'],
  }),
  ask('mood', 'formality', 'Formal or casual?', {
    formal: ['+symmetry', '+grid_alignment'],
    casual: ['+warmth', '-straightness'],
  }),
  ask('mood', 'drama', 'Tender or dramatic?', {
    tender: ['-contrast', '-saturation'],
    dramatic: ['+contrast', '+shadows'],
  }),
  ask('mood', 'cheer', 'Happy or wistful?', {
    happy: ['+brightness', '+colourfulness'],
    wistful: ['-brightness', '-saturation', '-warmth'],
  }),
  ask('mood', 'openness', 'Welcoming or mysterious?', {
    welcoming: ['+warmth', '+brightness'],
    mysterious: ['-brightness', '+shadows'],
  }),
  ask('mood', 'age', 'For the young or for the settled?', {
    young: ['+colourfulness', '+saturation'],
    settled: ['-colourfulness', '-clutter'],
  }),
  ask('mood', 'price', 'Luxury or everyday?', {
    luxury: ['-clutter', '-palette_size', '-brightness'],
    everyday: ['+brightness', '+colourfulness'],
  }),
  ask('mood', 'home', 'A living room or a laboratory?', {
    'living room': ['+warmth', '-contrast'],
    laboratory: ['-warmth', '-saturation', '+brightness'],
  }),
  ask('mood', 'dream', 'A dream or wide awake?', {
    'a dream': ['-sharpness', '-contrast', '+brightness'],
    'wide awake': ['+sharpness', '+contrast'],
  }),
  ask('mood', 'edge', 'Reserved or daring?', {
    reserved: ['-saturation', '-clutter'],
    daring: ['+contrast', '+saturation'],
  }),
]
