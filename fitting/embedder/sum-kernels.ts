import type { Grid } from './quantise.ts'

/**
 * The scale to give QLinearAdd, so that every processor adds two bytes to the same byte.
 *
 * onnxruntime's kernels round differently when a sum is half way between two steps: some add in floats, the arm64 one
 * in fixed point. A layer has only 256 × 256 possible sums, so all of them are tried. The result is the float nearest
 * to the wanted scale for which all kernels agree on all sums.
 */
export function agreedSumScale(a: Grid, b: Grid, sum: Grid): number {
  for (let distance = 0; distance <= floatsAwayMax; distance++) {
    for (const away of new Set([distance, -distance])) {
      const scale = floatBeside(sum.scale, away)
      if (kernelsAgree(a, b, { ...sum, scale })) return scale
    }
  }
  throw new Error(`the kernels agree on no scale within ${floatsAwayMax} floats of ${sum.scale}`)
}

/** Less than 4 millionths of the scale: no sum moves by more than a thousandth of a step. */
const floatsAwayMax = 32

function kernelsAgree(a: Grid, b: Grid, sum: Grid): boolean {
  const [first, ...others] = kernels.map((kernel) => kernel(a, b, sum))
  for (let x = 0; x < 256; x++) {
    for (let y = 0; y < 256; y++) {
      const byte = first?.(x, y)
      if (others.some((add) => add(x, y) !== byte)) return false
    }
  }
  return true
}

type Kernel = (a: Grid, b: Grid, sum: Grid) => (x: number, y: number) => number

const float = Math.fround

/** x64 with AVX2: products and sums are rounded together. */
const fusedKernel: Kernel = (a, b, sum) => {
  const { ofA, ofB, fixed } = floatParts(a, b, sum)
  return (x, y) => asByte(roundToEven(float(x * ofA + float(y * ofB + fixed))))
}

/** x64 without AVX2. */
const floatKernel: Kernel = (a, b, sum) => {
  const { ofA, ofB, fixed } = floatParts(a, b, sum)
  return (x, y) => asByte(roundToEven(float(float(fixed + float(x * ofA)) + float(y * ofB))))
}

/** arm64: ratios have 22 bits, halves are rounded away from zero. */
const fixedPointKernel: Kernel = (a, b, sum) => {
  const [ofA, ofB] = [float(a.scale / sum.scale), float(b.scale / sum.scale)]
  const one = 2 ** (21 - Math.floor(Math.log2(Math.max(ofA, ofB))))
  const [stepsA, stepsB] = [roundToEven(ofA * one), roundToEven(ofB * one)]
  return (x, y) => {
    const value = (x - a.zero) * stepsA + (y - b.zero) * stepsB
    return asByte(Math.sign(value) * Math.floor(Math.abs(value) / one + 0.5) + sum.zero)
  }
}

/** Every other processor: the operator as it is defined. */
const plainKernel: Kernel = (a, b, sum) => (x, y) => {
  const value = float(float((x - a.zero) * a.scale) + float((y - b.zero) * b.scale))
  return asByte(roundToEven(float(float(value / sum.scale) + sum.zero)))
}

const kernels: readonly Kernel[] = [fusedKernel, floatKernel, fixedPointKernel, plainKernel]

function floatParts(a: Grid, b: Grid, sum: Grid) {
  const [ofA, ofB] = [float(a.scale / sum.scale), float(b.scale / sum.scale)]
  return { ofA, ofB, fixed: float(sum.zero - float(float(ofA * a.zero) + float(ofB * b.zero))) }
}

function roundToEven(value: number): number {
  const rounded = Math.round(value)
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

function asByte(value: number): number {
  return Math.min(255, Math.max(0, value))
}

function floatBeside(value: number, away: number): number {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  view.setInt32(0, view.getInt32(0) + away)
  return view.getFloat32(0)
}
