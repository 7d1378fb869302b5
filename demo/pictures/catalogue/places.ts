import { type Building, drawBuilding } from '../scenes/architecture.ts'
import { type Botanical, drawBotanical } from '../scenes/botanicals.ts'
import { drawNight, type Night } from '../scenes/nights.ts'
import type { Drawing } from './drawing.ts'

const buildings: Readonly<Record<string, Building>> = {
  'arcade-at-noon': {
    seed: 1,
    kind: 'colonnade',
    sky: ['#6fa9c9', '#b9d7df'],
    light: '#fae3c6',
    wall: '#eebf90',
    shade: '#b9714a',
    dark: '#5c2f22',
  },
  'pink-stairs': {
    seed: 2,
    kind: 'stairs',
    sky: ['#f9d9c6', '#f5b8a0'],
    light: '#fbd5c2',
    wall: '#f0a98d',
    shade: '#d97f63',
    dark: '#a2503f',
  },
  'white-corner': {
    seed: 3,
    kind: 'corner',
    sky: ['#2f76b5', '#7fb6dc'],
    light: '#ffffff',
    wall: '#e9e6de',
    shade: '#b8c0c9',
    dark: '#6d7d8f',
  },
  'evening-front': {
    seed: 4,
    kind: 'facade',
    sky: ['#54495f', '#d58c74'],
    light: '#ffd58a',
    wall: '#a45f4b',
    shade: '#6f3b37',
    dark: '#2f2230',
  },
  'concrete-front': {
    seed: 5,
    kind: 'facade',
    sky: ['#b5bbbf', '#cfd3d4'],
    light: '#c9cdc9',
    wall: '#9b9f9f',
    shade: '#7e8384',
    dark: '#474d50',
  },
}

const leaf = { light: '#9fb28a', body: '#6c845c', shade: '#3c5238' }

const botanicals: Readonly<Record<string, Botanical>> = {
  'olive-sprig': {
    seed: 1,
    kind: 'sprig',
    paper: '#f7f0e1',
    leaf: { light: '#b4b98d', body: '#828b5f', shade: '#4d5639' },
    petal: { light: '#6f5a7c', body: '#4d3b5c', shade: '#2c2037' },
  },
  'iceland-poppies': {
    seed: 2,
    kind: 'poppies',
    paper: '#f9efe0',
    leaf,
    petal: { light: '#ffb37a', body: '#f0803f', shade: '#c94f1f' },
  },
  'fern-on-linen': { seed: 3, kind: 'fern', paper: '#efe9db', leaf, petal: leaf },
  'night-fern': {
    seed: 4,
    kind: 'fern',
    paper: '#10201d',
    leaf: { light: '#4f8d78', body: '#2f6656', shade: '#173a31' },
    petal: leaf,
  },
}

const nights: Readonly<Record<string, Night>> = {
  'city-in-amber': {
    seed: 1,
    sky: ['#1b1630', '#5b3245', '#d67a4e'],
    tower: '#1a1422',
    lights: ['#ffd98f', '#ffb45c', '#fff1cf'],
    bokeh: 34,
  },
  'city-in-neon': {
    seed: 2,
    sky: ['#02010d', '#130a3a', '#3a0a5c'],
    tower: '#07051a',
    lights: ['#00f0ff', '#ff00c8', '#7dff00', '#ffe600'],
    bokeh: 60,
  },
}

export const placeDrawings: readonly Drawing[] = [
  ...Object.entries(buildings).map(([name, one]) => ({ name, svg: () => drawBuilding(one) })),
  ...Object.entries(botanicals).map(([name, one]) => ({ name, svg: () => drawBotanical(one) })),
  ...Object.entries(nights).map(([name, one]) => ({ name, svg: () => drawNight(one) })),
]
