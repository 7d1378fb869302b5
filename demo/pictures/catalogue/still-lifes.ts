import { drawStillLife, type StillLife } from '../scenes/still-lifes.ts'
import type { Glaze } from '../scenes/vessels.ts'
import type { Drawing } from './drawing.ts'

const terracotta: Glaze = { light: '#e79d70', body: '#c4693f', shade: '#7c3a22' }
const cream: Glaze = { light: '#fff8ea', body: '#eadbc2', shade: '#a8906f' }
const ochre: Glaze = { light: '#f2c766', body: '#d79b33', shade: '#8a5a16' }
const sage: Glaze = { light: '#c3cfb4', body: '#93a585', shade: '#56674c' }
const plum: Glaze = { light: '#a8637a', body: '#733a51', shade: '#3c1b2b' }
const ink: Glaze = { light: '#5d6470', body: '#33383f', shade: '#14161a' }
const lemon: Glaze = { light: '#fff2a0', body: '#f2cf43', shade: '#b98a17' }
const orange: Glaze = { light: '#ffc27a', body: '#ee8a35', shade: '#a8501a' }
const pear: Glaze = { light: '#e6e59a', body: '#b9b955', shade: '#73762a' }
const sky: Glaze = { light: '#d5e6f2', body: '#8fb3cf', shade: '#456782' }
const olive: Glaze = { light: '#a9b184', body: '#79855a', shade: '#454f33' }
const rust: Glaze = { light: '#d99a6c', body: '#b46a3c', shade: '#6d3a1e' }

const stillLifes: Readonly<Record<string, StillLife>> = {
  'three-vases-in-afternoon-light': {
    seed: 4,
    wall: ['#f4e3cd', '#e2c4a3'],
    table: ['#b98660', '#8f5f41'],
    vessels: [
      { shape: 'amphora', x: 0.32, height: 0.44, glaze: terracotta },
      { shape: 'bottle', x: 0.5, height: 0.5, glaze: cream },
      { shape: 'jug', x: 0.66, height: 0.3, glaze: ochre },
    ],
    windowLight: '#fff6dd',
  },
  'olive-branch-in-a-niche': {
    seed: 9,
    size: [640, 800],
    wall: ['#efdcc4', '#e3c9aa'],
    table: ['#d9b48d', '#c29a71'],
    vessels: [{ shape: 'amphora', x: 0.5, height: 0.36, glaze: cream }],
    twig: { of: 0, leaf: olive },
    niche: '#d5a880',
  },
  'lemons-and-linen': {
    seed: 15,
    wall: ['#f3ecdf', '#e7dcc8'],
    table: ['#fbf6ec', '#e5dac6'],
    vessels: [{ shape: 'bowl', x: 0.4, height: 0.2, glaze: sage }],
    fruit: [
      { x: 0.62, r: 0.075, glaze: lemon },
      { x: 0.72, r: 0.07, glaze: lemon },
      { x: 0.24, r: 0.065, glaze: pear },
    ],
    windowLight: '#fffdf5',
  },
  'plum-jug-with-oranges': {
    seed: 17,
    wall: ['#5a3a3b', '#33201f'],
    table: ['#7d4d36', '#4a2a1d'],
    vessels: [{ shape: 'jug', x: 0.38, height: 0.46, glaze: plum }],
    fruit: [
      { x: 0.56, r: 0.085, glaze: orange },
      { x: 0.67, r: 0.08, glaze: orange },
      { x: 0.79, r: 0.07, glaze: lemon },
    ],
  },
  'autumn-twigs': {
    seed: 22,
    size: [640, 800],
    wall: ['#e9d7bd', '#cda97f'],
    table: ['#8d6444', '#67452c'],
    vessels: [{ shape: 'bottle', x: 0.48, height: 0.34, glaze: ink }],
    twig: { of: 0, leaf: rust },
    windowLight: '#ffeec4',
  },
  'five-quiet-vessels': {
    seed: 26,
    wall: ['#ded6ca', '#c9bfb0'],
    table: ['#cbbfae', '#b3a591'],
    vessels: [
      { shape: 'bottle', x: 0.2, height: 0.46, glaze: cream },
      { shape: 'gourd', x: 0.35, height: 0.32, glaze: sage },
      { shape: 'column', x: 0.49, height: 0.4, glaze: cream },
      { shape: 'jug', x: 0.64, height: 0.27, glaze: terracotta },
      { shape: 'amphora', x: 0.81, height: 0.38, glaze: cream },
    ],
  },
  'blue-hour-bottles': {
    seed: 31,
    wall: ['#27384d', '#3c5570'],
    table: ['#31475e', '#1d2c3c'],
    vessels: [
      { shape: 'bottle', x: 0.36, height: 0.52, glaze: sky },
      { shape: 'gourd', x: 0.54, height: 0.36, glaze: ink },
      { shape: 'bottle', x: 0.68, height: 0.42, glaze: sky },
    ],
  },
  'crowded-shelf': {
    seed: 36,
    wall: ['#b7c04a', '#d26fb0'],
    table: ['#3aa0c8', '#e0552e'],
    vessels: [
      { shape: 'bottle', x: 0.07, height: 0.5, glaze: lemon },
      { shape: 'jug', x: 0.19, height: 0.36, glaze: sky },
      { shape: 'amphora', x: 0.31, height: 0.5, glaze: plum },
      { shape: 'gourd', x: 0.42, height: 0.4, glaze: orange },
      { shape: 'bottle', x: 0.52, height: 0.56, glaze: sage },
      { shape: 'column', x: 0.62, height: 0.38, glaze: terracotta },
      { shape: 'amphora', x: 0.76, height: 0.46, glaze: sky },
      { shape: 'jug', x: 0.9, height: 0.42, glaze: lemon },
    ],
    fruit: [
      { x: 0.14, r: 0.06, glaze: orange },
      { x: 0.47, r: 0.07, glaze: plum },
      { x: 0.84, r: 0.065, glaze: pear },
    ],
  },
}

export const stillLifeDrawings: readonly Drawing[] = Object.entries(stillLifes).map(([name, life]) => ({
  name,
  svg: () => drawStillLife(life),
}))
