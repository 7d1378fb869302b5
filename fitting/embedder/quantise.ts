import type { Block, Convolution, Trunk } from './mobilenet-trunk.ts'

/** The values that a byte can stand for: `scale * (byte - zero)`. */
export type Grid = { readonly scale: number; readonly zero: number }

/** `weights` and `bias` hold the values that the integers stand for. */
export type QuantisedConvolution = Convolution & {
  readonly weightSteps: Int8Array
  /** Of each output. */
  readonly weightScales: Float32Array
  readonly biasSteps: Int32Array
  readonly grid: Grid
}

export type QuantisedBlock = Omit<Block, 'convolutions'> & {
  readonly convolutions: readonly QuantisedConvolution[]
  /** Of the sum with the block's input, where there is one. */
  readonly sumGrid: Grid | undefined
}

export type QuantisedTrunk = {
  readonly stem: QuantisedConvolution
  readonly blocks: readonly QuantisedBlock[]
}

/** A picture's bytes as they are. They stand for `byte / 127.5 - 1`, half a step more than the grid says. */
export const inputGrid: Grid = { scale: 1 / 127.5, zero: 128 }
const inputOffset = 0.5 / 127.5

const weightStepsMax = 127
// Each layer's outputs are expected this many deviations about their mean; what lies beyond is cut off. Batch norms tell
// both, so that no pictures are needed. With 3.5 or 5, features are as far from those of the float network, or further.
const deviationsMax = 4

/** What is expected of each channel; `mean` after the activation, the others before it. */
type Spread = { readonly centre: Float32Array; readonly variance: Float32Array; readonly mean: Float32Array }

/** Weights in steps of their own for each output, everything between the layers in bytes. */
export function quantiseTrunk(trunk: Trunk): QuantisedTrunk {
  const pixels = new Float32Array(trunk.stem.inputs)
  const stem = quantise(trunk.stem, inputGrid, pixels, inputOffset)
  const blocks: QuantisedBlock[] = []
  let grid = stem.grid
  let spread = spreadOf(trunk.stem)
  for (const block of trunk.blocks) {
    const input = { grid, spread }
    const convolutions: QuantisedConvolution[] = []
    for (const layer of block.convolutions) {
      const convolution = quantise(layer, grid, spread.mean)
      convolutions.push(convolution)
      grid = convolution.grid
      spread = spreadOf(layer)
    }
    if (block.residual) {
      spread = sumOf(spread, input.spread)
      grid = gridAround(spread)
    }
    blocks.push({ ...block, convolutions, sumGrid: block.residual ? grid : undefined })
  }
  return { stem, blocks }
}

/** Rounded weights shift what comes out on average; the bias takes that back. */
function quantise(layer: Convolution, input: Grid, inputMean: Float32Array, offset = 0): QuantisedConvolution {
  const perOutput = layer.weights.length / layer.outputs
  const weightSteps = new Int8Array(layer.weights.length)
  const weightScales = new Float32Array(layer.outputs)
  const biasSteps = new Int32Array(layer.outputs)
  for (let out = 0; out < layer.outputs; out++) {
    const kernel = layer.weights.subarray(out * perOutput, (out + 1) * perOutput)
    const scale = Math.fround(Math.max(...kernel.map(Math.abs), 1e-8) / weightStepsMax)
    weightScales[out] = scale
    weightSteps.set(
      kernel.map((weight) => Math.round(weight / scale)),
      out * perOutput,
    )
    let moved = 0
    for (const [at, weight] of kernel.entries()) {
      const channel = layer.depthwise ? out : Math.floor(at / layer.size ** 2)
      const lost = weight - (weightSteps[out * perOutput + at] ?? 0) * scale
      moved += weight * offset + lost * (inputMean[channel] ?? 0)
    }
    biasSteps[out] = Math.round(((layer.bias[out] ?? 0) + moved) / (input.scale * scale))
  }
  const scaleOf = (at: number) => weightScales[Math.floor(at / perOutput)] ?? 0
  return {
    ...layer,
    weights: Float32Array.from(weightSteps, (steps, at) => steps * scaleOf(at)),
    bias: Float32Array.from(biasSteps, (steps, out) => steps * input.scale * (weightScales[out] ?? 0)),
    weightSteps,
    weightScales,
    biasSteps,
    grid: layer.relu6 ? { scale: 6 / 255, zero: 0 } : gridAround(spreadOf(layer)),
  }
}

function spreadOf({ mean: centre, deviation, relu6 }: Convolution): Spread {
  const mean = relu6 ? centre.map((value, i) => meanOfRelu6(value, deviation[i] ?? 0)) : centre
  return { centre, variance: deviation.map((value) => value ** 2), mean }
}

function sumOf(a: Spread, b: Spread): Spread {
  const sum = (one: Float32Array, other: Float32Array) => one.map((value, i) => value + (other[i] ?? 0))
  return { centre: sum(a.centre, b.centre), variance: sum(a.variance, b.variance), mean: sum(a.mean, b.mean) }
}

/** Of a normal distribution cut off at 0 and at 6. */
function meanOfRelu6(centre: number, deviation: number): number {
  let [sum, total] = [0, 0]
  for (let z = -5; z <= 5; z += 0.05) {
    const density = Math.exp(-z * z * 0.5)
    sum += density * Math.min(6, Math.max(0, centre + z * deviation))
    total += density
  }
  return sum / total
}

function gridAround({ centre, variance }: Spread): Grid {
  const reach = variance.map((value) => deviationsMax * Math.sqrt(value))
  const low = Math.min(0, ...centre.map((value, i) => value - (reach[i] ?? 0)))
  const high = Math.max(0, ...centre.map((value, i) => value + (reach[i] ?? 0)))
  const scale = Math.fround((high - low) / 255)
  return { scale, zero: Math.round(-low / scale) }
}
