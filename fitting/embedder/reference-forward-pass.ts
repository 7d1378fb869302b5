import type { Convolution, Trunk } from './mobilenet-trunk.ts'
import type { Grid, QuantisedTrunk } from './quantise.ts'
import { detectorBlock, tappedBlocks } from './trunk-graph.ts'

/** Ordered [channel][row][column]. */
export type Planes = {
  readonly channels: number
  readonly height: number
  readonly width: number
  readonly values: Float32Array
}

/** Computes the features with plain loops, to check the ONNX file against. A quantised trunk rounds as the file does. */
export function trunkFeatures(trunk: Trunk | QuantisedTrunk, picture: Planes): number[] {
  let current = convolve(picture, trunk.stem)
  const taps: number[] = []
  const detectors: number[] = []
  for (const block of trunk.blocks) {
    const input = current
    for (const layer of block.convolutions) {
      current = convolve(current, layer)
      if (block.index === detectorBlock && layer.depthwise) detectors.push(...means(current))
    }
    if (block.residual) current = add(current, input, 'sumGrid' in block ? block.sumGrid : undefined)
    if (tappedBlocks.includes(block.index)) taps.push(...means(current))
  }
  return [...taps, ...detectors]
}

function convolve(input: Planes, layer: Convolution & { readonly grid?: Grid }): Planes {
  const { stride, size, grid } = layer
  const [height, width] = [Math.ceil(input.height / stride), Math.ceil(input.width / stride)]
  const values = new Float32Array(layer.outputs * height * width)
  const perGroup = layer.depthwise ? 1 : layer.inputs
  const [above, left] = [paddingBefore(input.height, layer), paddingBefore(input.width, layer)]
  const sums = new Float64Array(height * width)
  for (let out = 0; out < layer.outputs; out++) {
    sums.fill(layer.bias[out] ?? 0)
    for (let k = 0; k < perGroup; k++) {
      const plane = (layer.depthwise ? out : k) * input.height * input.width
      for (let cell = 0; cell < size * size; cell++) {
        const weight = layer.weights[(out * perGroup + k) * size * size + cell] ?? 0
        const [down, right] = [Math.floor(cell / size) - above, (cell % size) - left]
        addShifted(sums, input, plane, { weight, down, right, stride, height, width })
      }
    }
    const to = out * height * width
    for (let i = 0; i < sums.length; i++) {
      const sum = sums[i] ?? 0
      values[to + i] = snap(layer.relu6 ? Math.min(Math.max(sum, 0), 6) : sum, grid)
    }
  }
  return { channels: layer.outputs, height, width, values }
}

/** TensorFlow's SAME padding: an odd remainder goes below and to the right. */
function paddingBefore(length: number, { size, stride }: Convolution): number {
  const covered = (Math.ceil(length / stride) - 1) * stride + size
  return Math.floor(Math.max(0, covered - length) / 2)
}

type Shift = {
  readonly weight: number
  readonly down: number
  readonly right: number
  readonly stride: number
  readonly height: number
  readonly width: number
}

function addShifted(sums: Float64Array, input: Planes, plane: number, shift: Shift): void {
  const { weight, down, right, stride, height, width } = shift
  for (let y = 0; y < height; y++) {
    const row = y * stride + down
    if (row < 0 || row >= input.height) continue
    for (let x = 0; x < width; x++) {
      const column = x * stride + right
      if (column < 0 || column >= input.width) continue
      const at = y * width + x
      sums[at] = (sums[at] ?? 0) + weight * (input.values[plane + row * input.width + column] ?? 0)
    }
  }
}

function add(a: Planes, b: Planes, grid: Grid | undefined): Planes {
  return { ...a, values: a.values.map((value, i) => snap(value + (b.values[i] ?? 0), grid)) }
}

/** Rounds to the nearest value that a byte can represent. */
function snap(value: number, grid: Grid | undefined): number {
  if (!grid) return value
  const byte = Math.min(255, Math.max(0, Math.round(value / grid.scale) + grid.zero))
  return grid.scale * (byte - grid.zero)
}

function means({ channels, height, width, values }: Planes): number[] {
  const cells = height * width
  return Array.from({ length: channels }, (_, channel) => {
    let sum = 0
    for (let i = 0; i < cells; i++) sum += values[channel * cells + i] ?? 0
    return sum / cells
  })
}
