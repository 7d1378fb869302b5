import { drawLandscape, type Landscape } from '../scenes/landscapes.ts'
import type { Drawing } from './drawing.ts'

const landscapes: Readonly<Record<string, Landscape>> = {
  'dusk-over-five-ridges': {
    seed: 3,
    sky: ['#3b2a4a', '#a4536a', '#f0926b', '#fbd3a0'],
    ridges: ['#c9806f', '#a45f63', '#7a4558', '#51304a', '#2c1d33'],
    mist: '#f7b98d',
    sun: { x: 0.68, y: 0.42, r: 40, colour: '#fff0cf' },
  },
  'terracotta-dunes': {
    seed: 12,
    sky: ['#f3d9bd', '#f8e7d0', '#fbefe0'],
    ridges: ['#e5b48b', '#d8965f', '#c47743', '#9f5630'],
    mist: '#efc79c',
    sun: { x: 0.26, y: 0.24, r: 46, colour: '#fffaf0' },
    jagged: 0,
  },
  'morning-mist': {
    seed: 21,
    sky: ['#dfe6e3', '#eef0e8', '#f7efe1'],
    ridges: ['#c3d0c9', '#a3b8ae', '#7d978d', '#57736b', '#37504b'],
    mist: '#eef1ea',
    jagged: 0.75,
  },
  'lake-at-sunset': {
    seed: 34,
    sky: ['#2f3e63', '#7d6a93', '#e79a86', '#fcd9a8'],
    ridges: ['#96728c', '#6a5478', '#433a5c'],
    mist: '#e8a890',
    sun: { x: 0.44, y: 0.46, r: 34, colour: '#fff3d6' },
    lakeAt: 0.64,
  },
  'winter-fjord': {
    seed: 43,
    sky: ['#7fa6bd', '#bfd6df', '#f0f4f2'],
    ridges: ['#a9c3cf', '#7b9db0', '#4d7389'],
    mist: '#e6eff1',
    jagged: 1,
    lakeAt: 0.6,
  },
  'night-on-the-pass': {
    seed: 55,
    sky: ['#050b1e', '#0f2344', '#27456b'],
    ridges: ['#20395b', '#152843', '#0b182b'],
    mist: '#35577d',
    sun: { x: 0.76, y: 0.2, r: 26, colour: '#f3f1e2' },
    jagged: 0.9,
    stars: true,
  },
  'olive-hills': {
    seed: 61,
    sky: ['#f6e7c6', '#f9f0da'],
    ridges: ['#cfc591', '#aeac6c', '#87904f', '#5d6d3a', '#3c4a2a'],
    mist: '#eee2b4',
    sun: { x: 0.82, y: 0.2, r: 36, colour: '#fffdf2' },
    jagged: 0.15,
  },
  'grey-moor': {
    seed: 72,
    sky: ['#8c9093', '#a3a6a6', '#b3b4b0'],
    ridges: ['#989b9a', '#858988', '#727675', '#606463'],
    mist: '#a5a7a5',
    jagged: 0.3,
  },
  'neon-horizon': {
    seed: 88,
    sky: ['#12002f', '#5b00a3', '#ff0a9c', '#ffd400'],
    ridges: ['#c4007d', '#7a00b8', '#2600a0', '#00e5ff'],
    mist: '#ff3df0',
    sun: { x: 0.5, y: 0.44, r: 92, colour: '#fff200' },
    jagged: 1,
  },
}

export const landscapeDrawings: readonly Drawing[] = Object.entries(landscapes).map(([name, landscape]) => ({
  name,
  svg: () => drawLandscape(landscape),
}))
