import type { Block, Convolution, Trunk } from './mobilenet-trunk.ts'

/** Quantisation parameters of a byte tensor: a byte represents `scale * (byte - zero)`. */
export type Grid = { readonly scale: number; readonly zero: number }

/** `weights` and `bias` are the dequantised values. */
export type QuantisedConvolution = Convolution & {
  readonly weightSteps: Int8Array
  /** One for each output. */
  readonly weightScales: Float32Array
  readonly biasSteps: Int32Array
  readonly grid: Grid
}

export type QuantisedBlock = Omit<Block, 'convolutions'> & {
  readonly convolutions: readonly QuantisedConvolution[]
  /** The scale of the block's input plus its output, in a residual block. */
  readonly sumGrid: Grid | undefined
}

export type QuantisedTrunk = {
  readonly stem: QuantisedConvolution
  readonly blocks: readonly QuantisedBlock[]
}

/** Takes a picture's bytes unchanged. The network expects `byte / 127.5 - 1`, half a step more than this grid gives. */
export const inputGrid: Grid = { scale: 1 / 127.5, zero: 128 }
const inputOffset = 0.5 / 127.5

const weightStepsMax = 127
// Activations are clipped this many standard deviations from their mean. The batch norms contain both, so calibration
// needs no pictures. With 3.5 or 5 the features are no closer to those of the float network.
const deviationsMax = 4

/** Expected statistics of each channel: `centre` and `variance` before the activation, `mean` after it. */
type Spread = { readonly centre: Float32Array; readonly variance: Float32Array; readonly mean: Float32Array }

/** Quantises weights to int8 with a scale for each output, and activations to uint8. */
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

/** Rounding the weights shifts a layer's mean output; the bias corrects that shift. */
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

/** The mean of a normal distribution after ReLU6. */
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
