import { drawProduct, type Product } from '../scenes/products.ts'
import type { Glaze } from '../scenes/vessels.ts'
import type { Drawing } from './drawing.ts'

const amber: Glaze = { light: '#d98a4b', body: '#a45624', shade: '#5d2b10' }
const porcelain: Glaze = { light: '#ffffff', body: '#eceae6', shade: '#b9b5ae' }
const blush: Glaze = { light: '#fbe3d8', body: '#efc6b4', shade: '#c08c77' }
const graphite: Glaze = { light: '#5b5f66', body: '#2f3238', shade: '#131519' }
const mint: Glaze = { light: '#e3f3ea', body: '#b5d8c6', shade: '#76a48e' }
const acid: Glaze = { light: '#f6ff00', body: '#00ff66', shade: '#ff00aa' }
const sand: Glaze = { light: '#f4e6d2', body: '#e0c8a6', shade: '#ab8b62' }
const fog: Glaze = { light: '#f5f7f9', body: '#dde3e9', shade: '#a9b4bf' }

const products: Readonly<Record<string, Product>> = {
  'amber-serum': {
    seed: 1,
    ground: ['#f5e4d0', '#e7c9a6'],
    kind: 'bottle',
    glaze: amber,
    accent: '#3b2417',
    podium: sand,
    backdrop: { shape: 'arch', colour: '#d9a679' },
  },
  'white-speaker': {
    seed: 2,
    ground: ['#eef1f3', '#dbe1e6'],
    kind: 'speaker',
    glaze: porcelain,
    accent: '#d8dde2',
    podium: fog,
  },
  'blush-cream': {
    seed: 3,
    ground: ['#f7ded3', '#eec5b5'],
    kind: 'jar',
    glaze: porcelain,
    accent: '#b8735c',
    podium: blush,
    backdrop: { shape: 'disc', colour: '#f9ece4' },
  },
  'reading-lamp': {
    seed: 4,
    ground: ['#3a2c27', '#5d463a'],
    kind: 'lamp',
    glaze: { light: '#ffe9bf', body: '#e7bd7c', shade: '#9d6f38' },
    accent: '#ffd58a',
    podium: { light: '#7f6252', body: '#5e4639', shade: '#31231b' },
  },
  'mint-phone': {
    seed: 5,
    ground: ['#e9f4ee', '#cfe6da'],
    kind: 'phone',
    glaze: graphite,
    accent: '#4fae8b',
    podium: mint,
    backdrop: { shape: 'disc', colour: '#f7fbf8' },
  },
  'graphite-bottle': {
    seed: 6,
    ground: ['#cfd4da', '#aeb6bf'],
    kind: 'bottle',
    glaze: graphite,
    accent: '#8d97a2',
    podium: fog,
  },
  'acid-bottle': {
    seed: 7,
    ground: ['#ff00c8', '#2b00ff'],
    kind: 'bottle',
    glaze: acid,
    accent: '#ff6a00',
    podium: { light: '#00fff2', body: '#ffea00', shade: '#ff0055' },
    backdrop: { shape: 'disc', colour: '#00ff2a' },
  },
}

export const productDrawings: readonly Drawing[] = Object.entries(products).map(([name, product]) => ({
  name,
  svg: () => drawProduct(product),
}))
