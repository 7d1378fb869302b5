import type { Convolution, Trunk } from './mobilenet-trunk.ts'
import { detectorBlock, tappedBlocks } from './trunk-graph.ts'

/** Channel after channel, row after row. */
export type Planes = {
  readonly channels: number
  readonly height: number
  readonly width: number
  readonly values: Float32Array
}

/** The same features as the ONNX file, spelled out in plain loops, to check the file against. */
export function trunkFeatures(trunk: Trunk, picture: Planes): number[] {
  let current = convolve(picture, trunk.stem)
  const taps: number[] = []
  const detectors: number[] = []
  for (const block of trunk.blocks) {
    const input = current
    for (const layer of block.convolutions) {
      current = convolve(current, layer)
      if (block.index === detectorBlock && layer.depthwise) detectors.push(...means(current))
    }
    if (block.residual) current = add(current, input)
    if (tappedBlocks.includes(block.index)) taps.push(...means(current))
  }
  return [...taps, ...detectors]
}

function convolve(input: Planes, layer: Convolution): Planes {
  const { stride, size } = layer
  const [height, width] = [Math.ceil(input.height / stride), Math.ceil(input.width / stride)]
  const values = new Float32Array(layer.outputs * height * width)
  const perGroup = layer.depthwise ? 1 : layer.inputs
  // TensorFlow pads the even sides of these pictures below and right only, where it steps by two.
  const before = size === 3 && stride === 1 ? 1 : 0
  const sums = new Float64Array(height * width)
  for (let out = 0; out < layer.outputs; out++) {
    sums.fill(layer.bias[out] ?? 0)
    for (let k = 0; k < perGroup; k++) {
      const plane = (layer.depthwise ? out : k) * input.height * input.width
      for (let cell = 0; cell < size * size; cell++) {
        const weight = layer.weights[(out * perGroup + k) * size * size + cell] ?? 0
        const [down, right] = [Math.floor(cell / size) - before, (cell % size) - before]
        addShifted(sums, input, plane, { weight, down, right, stride, height, width })
      }
    }
    const to = out * height * width
    for (let i = 0; i < sums.length; i++) {
      const sum = sums[i] ?? 0
      values[to + i] = layer.relu6 ? Math.min(Math.max(sum, 0), 6) : sum
    }
  }
  return { channels: layer.outputs, height, width, values }
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

function add(a: Planes, b: Planes): Planes {
  return { ...a, values: a.values.map((value, i) => value + (b.values[i] ?? 0)) }
}

function means({ channels, height, width, values }: Planes): number[] {
  const cells = height * width
  return Array.from({ length: channels }, (_, channel) => {
    let sum = 0
    for (let i = 0; i < cells; i++) sum += values[channel * cells + i] ?? 0
    return sum / cells
  })
}
