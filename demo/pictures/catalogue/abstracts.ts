import { type Abstract, drawAbstract } from '../scenes/abstracts.ts'
import { drawLoud, type Loud } from '../scenes/loud.ts'
import type { Drawing } from './drawing.ts'

const abstracts: Readonly<Record<string, Abstract>> = {
  'terracotta-tiles': {
    seed: 5,
    kind: 'tiles',
    ground: '#f3e6d3',
    colours: ['#c8643c', '#e2a06c', '#8a3f2b', '#eac9a1', '#5b6e5a'],
  },
  'warm-rainbow': {
    seed: 2,
    kind: 'rainbow',
    ground: '#f6eadb',
    colours: ['#d9714a', '#eaa96c', '#f3d3a4', '#b4533a'],
  },
  'glass-discs': { seed: 8, kind: 'discs', ground: '#fbf7ef', colours: ['#f2b705', '#e2725b', '#5aa3a3', '#efc4b0'] },
  'homage-in-ochre': {
    seed: 1,
    kind: 'squares',
    ground: '#e5b25d',
    colours: ['#e0a648', '#cf8a35', '#b96d28', '#f0cf86'],
  },
  'paper-garden': {
    seed: 6,
    kind: 'cutouts',
    ground: '#f5ead6',
    colours: ['#2f5d50', '#d9683e', '#e8b04a', '#23395b', '#c98b9a'],
  },
  'cool-waves': {
    seed: 3,
    kind: 'waves',
    ground: '#e8f0f2',
    colours: ['#cfe2e6', '#9cc3cd', '#5f97a8', '#2f6479', '#17394a'],
  },
  'quiet-mobile': { seed: 4, kind: 'mobile', ground: '#efece4', colours: ['#c9472f', '#e7b23b', '#23577a', '#26241f'] },
  'blue-threads': { seed: 7, kind: 'threads', ground: '#0f1a2b', colours: ['#7fd1ff', '#4f8dff', '#a58bff'] },
}

const loudPictures: Readonly<Record<string, Loud>> = {
  'everything-must-go': { seed: 3, kind: 'sale', colours: ['#ffe600', '#ff0037', '#00c2ff', '#ffffff', '#ff7a00'] },
  'confetti-storm': {
    seed: 5,
    kind: 'confetti',
    colours: ['#ff2fa0', '#00e0ff', '#fff000', '#7a00ff', '#00ff85', '#ff4d00'],
  },
  'murky-brown': { seed: 7, kind: 'murk', colours: ['#5c574a', '#66604f', '#514c42', '#6b6658'] },
  'cable-tangle': {
    seed: 9,
    kind: 'tangle',
    colours: ['#c9c9d1', '#111111', '#ff0044', '#0040ff', '#00a86b', '#ffb000'],
  },
  'flickering-checks': { seed: 1, kind: 'checks', colours: ['#ff00ff', '#00ff00', '#ffff00', '#0000ff'] },
}

export const abstractDrawings: readonly Drawing[] = [
  ...Object.entries(abstracts).map(([name, one]) => ({ name, svg: () => drawAbstract(one) })),
  ...Object.entries(loudPictures).map(([name, one]) => ({ name, svg: () => drawLoud(one) })),
]
