import { binColours } from './colour-space.ts'
import type { Planes } from './planes.ts'

/** A colour in CIE Lab and the share of the picture that it covers. */
export interface Swatch {
  readonly lightness: number
  readonly a: number
  readonly b: number
  readonly share: number
}

const sameColourDistance = 14
const swatchesMax = 48
const coarseBinCount = 4096
/** This many colours of equal share make a palette size of 1. */
const fullPalette = 32

/** The picture's colours by share, the largest first. Similar shades are merged. */
export function readPalette({ width, height, histogram, occupied }: Planes): readonly Swatch[] {
  const coarse = mergeIntoCoarseBins(histogram, occupied)
  const lightness: number[] = []
  const a: number[] = []
  const b: number[] = []
  const mass: number[] = []
  for (const bin of coarse.order) {
    const [binL, binA, binB] = [coarse.lightness[bin] ?? 0, coarse.a[bin] ?? 0, coarse.b[bin] ?? 0]
    let nearest = -1
    let nearestDistance = Number.POSITIVE_INFINITY
    for (let i = 0; i < mass.length; i++) {
      const distance = ((lightness[i] ?? 0) - binL) ** 2 + ((a[i] ?? 0) - binA) ** 2 + ((b[i] ?? 0) - binB) ** 2
      if (distance >= nearestDistance) continue
      nearest = i
      nearestDistance = distance
    }
    if (nearestDistance <= sameColourDistance ** 2 || mass.length === swatchesMax) {
      mass[nearest] = (mass[nearest] ?? 0) + (coarse.mass[bin] ?? 0)
      continue
    }
    lightness.push(binL)
    a.push(binA)
    b.push(binB)
    mass.push(coarse.mass[bin] ?? 0)
  }
  return mass
    .map((m, i) => ({ lightness: lightness[i] ?? 0, a: a[i] ?? 0, b: b[i] ?? 0, share: m / (width * height) }))
    .sort((one, other) => other.share - one.share)
}

/** Effective number of colours (the exponential of their entropy) on a logarithmic scale: each doubling adds 0.2. */
export function measurePaletteSize(palette: readonly Swatch[]): number {
  const entropy = palette.reduce((sum, { share }) => sum - share * Math.log(share), 0)
  return Math.min(1, Math.max(0, entropy / Math.log(fullPalette)))
}

function mergeIntoCoarseBins(histogram: Int32Array, occupied: Uint16Array) {
  const colours = binColours()
  const mass = new Float64Array(coarseBinCount)
  const lightness = new Float64Array(coarseBinCount)
  const a = new Float64Array(coarseBinCount)
  const b = new Float64Array(coarseBinCount)
  const order: number[] = []
  for (const bin of occupied) {
    const pixels = histogram[bin] ?? 0
    const coarse = ((bin >> 11) << 8) | (((bin >> 6) & 15) << 4) | ((bin >> 1) & 15)
    if (mass[coarse] === 0) order.push(coarse)
    mass[coarse] = (mass[coarse] ?? 0) + pixels
    lightness[coarse] = (lightness[coarse] ?? 0) + pixels * (colours.lightness[bin] ?? 0)
    a[coarse] = (a[coarse] ?? 0) + pixels * (colours.a[bin] ?? 0)
    b[coarse] = (b[coarse] ?? 0) + pixels * (colours.b[bin] ?? 0)
  }
  for (const bin of order) {
    const pixels = mass[bin] ?? 1
    lightness[bin] = (lightness[bin] ?? 0) / pixels
    a[bin] = (a[bin] ?? 0) / pixels
    b[bin] = (b[bin] ?? 0) / pixels
  }
  order.sort((one, other) => (mass[other] ?? 0) - (mass[one] ?? 0) || other - one)
  return { order, mass, lightness, a, b }
}
