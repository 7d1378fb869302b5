import { drawInterface, type Interface } from '../../interfaces/interface.ts'
import type { Knobs } from '../../interfaces/knobs.ts'
import type { Colours } from '../../interfaces/style.ts'
import type { Drawing } from './drawing.ts'

const calm: Knobs = { contrast: 0.9, clutter: 0, alignment: 1, textSize: 0.4, whiteSpace: 0.75, colourCount: 0.2 }
const busy: Knobs = { contrast: 0.8, clutter: 1, alignment: 0.5, textSize: 0.15, whiteSpace: 0.1, colourCount: 1 }
const faint: Knobs = { ...calm, contrast: 0.1 }

const paper: Colours = {
  background: '#faf8f4',
  surface: '#ffffff',
  ink: '#23211d',
  faintInk: '#857f75',
  line: '#e6e1d8',
  accents: ['#c2613c', '#ecd2b4', '#8f4a34'],
}
const slate: Colours = {
  background: '#f6f7f9',
  surface: '#ffffff',
  ink: '#1c2430',
  faintInk: '#7b8696',
  line: '#e1e5eb',
  accents: ['#3d63dd', '#c9d5f7', '#24408f'],
}
const pine: Colours = {
  background: '#f4f7f4',
  surface: '#ffffff',
  ink: '#1d2a24',
  faintInk: '#74857b',
  line: '#dde5df',
  accents: ['#2f7d5b', '#cfe5d8', '#1f5640'],
}
const midnight: Colours = {
  background: '#11151d',
  surface: '#191f2a',
  ink: '#e8ecf3',
  faintInk: '#8a94a6',
  line: '#2a3240',
  accents: ['#7aa2f7', '#3b4a6b', '#b4c6f5'],
}

const screens: Readonly<Record<string, Interface>> = {
  'screen-overview': { kind: 'dashboard', seed: 3, knobs: calm, screen: 'desktop', colours: slate },
  'screen-reading': { kind: 'article', seed: 4, knobs: calm, screen: 'desktop', colours: paper },
  'screen-shop': { kind: 'gallery', seed: 6, knobs: calm, screen: 'desktop', colours: pine },
  'screen-inbox': { kind: 'list', seed: 5, knobs: calm, screen: 'phone', colours: slate },
  'screen-settings': { kind: 'settings', seed: 7, knobs: calm, screen: 'phone', colours: midnight },
  'screen-checkout': { kind: 'checkout', seed: 8, knobs: calm, screen: 'desktop', colours: paper },
  'screen-chat': { kind: 'chat', seed: 9, knobs: calm, screen: 'phone', colours: pine },
  'screen-overview-busy': { kind: 'dashboard', seed: 13, knobs: busy, screen: 'desktop' },
  'screen-form-crooked': { kind: 'form', seed: 14, knobs: { ...busy, alignment: 0 }, screen: 'desktop' },
  'screen-shop-busy': { kind: 'gallery', seed: 16, knobs: busy, screen: 'desktop' },
  'screen-inbox-faint': { kind: 'list', seed: 15, knobs: faint, screen: 'phone' },
  'screen-reading-tiny': {
    kind: 'article',
    seed: 18,
    knobs: { ...busy, clutter: 0.4, alignment: 0.8, textSize: 0 },
    screen: 'desktop',
  },
}

export const screenDrawings: readonly Drawing[] = Object.entries(screens).map(([name, screen]) => ({
  name,
  isScreen: true,
  svg: () => drawInterface(screen),
}))
