import type { Graph, Node, Tensor } from './onnx-writer.ts'
import { type Grid, inputGrid, type QuantisedConvolution, type QuantisedTrunk } from './quantise.ts'

/** Blocks whose outputs are averaged over the picture and concatenated, from low-level features to high-level ones. */
export const tappedBlocks: readonly number[] = [5, 9, 12, 14]
/** The block whose widest layer (960 channels, before the projection) is averaged as well. */
export const detectorBlock = 14
export const inputName = 'pixels'
export const outputName = 'features'

/** The quantised network as ONNX: takes uint8 pixels, computes in 8 bits, gives float features. */
export function trunkGraph(trunk: QuantisedTrunk): Graph {
  const nodes: Node[] = []
  const initializers: Tensor[] = []

  const constant = (name: string, shape: readonly number[], data: Tensor['data']): string => {
    initializers.push({ name, shape, data })
    return name
  }
  /** The names of a tensor, its scale and its zero point, in the order that quantised operators take them. */
  const onGrid = (name: string): readonly string[] => [name, `${name}_scale`, `${name}_zero`]
  const putOnGrid = (name: string, { scale, zero }: Grid): readonly string[] => {
    constant(`${name}_scale`, [], Float32Array.of(scale))
    constant(`${name}_zero`, [], Uint8Array.of(zero))
    return onGrid(name).slice(1)
  }

  const convolve = (input: string, layer: QuantisedConvolution): string => {
    const { name, outputs, inputs, size, stride, depthwise } = layer
    const kernel = [
      constant(`${name}_w`, [outputs, depthwise ? 1 : inputs, size, size], layer.weightSteps),
      constant(`${name}_w_scale`, [outputs], layer.weightScales),
      constant(`${name}_w_zero`, [outputs], new Int8Array(outputs)),
    ]
    const bias = constant(`${name}_b`, [outputs], layer.biasSteps)
    nodes.push({
      op: 'QLinearConv',
      // The grid ends at 0 and 6, so ReLU6 needs no operator of its own.
      inputs: [...onGrid(input), ...kernel, ...putOnGrid(name, layer.grid), bias],
      outputs: [name],
      attributes: {
        kernel_shape: [size, size],
        strides: [stride, stride],
        auto_pad: 'SAME_UPPER',
        group: depthwise ? inputs : 1,
      },
    })
    return name
  }

  const add = (a: string, b: string, name: string, grid: Grid): string => {
    const inputs = [...onGrid(a), ...onGrid(b), ...putOnGrid(name, grid)]
    nodes.push({ op: 'QLinearAdd', domain: 'com.microsoft', inputs, outputs: [name] })
    return name
  }

  const pools: string[] = []
  const detectors: string[] = []
  let dimensions = 0
  const pool = (input: string, channels: number): string => {
    nodes.push({ op: 'DequantizeLinear', inputs: onGrid(input), outputs: [`${input}_float`] })
    nodes.push({ op: 'GlobalAveragePool', inputs: [`${input}_float`], outputs: [`${input}_mean`] })
    dimensions += channels
    return `${input}_mean`
  }

  nodes.push({ op: 'Transpose', inputs: [inputName], outputs: ['planes'], attributes: { perm: [0, 3, 1, 2] } })
  putOnGrid('planes', inputGrid)
  let current = convolve('planes', trunk.stem)
  for (const block of trunk.blocks) {
    const input = current
    for (const layer of block.convolutions) {
      current = convolve(current, layer)
      if (block.index === detectorBlock && layer.depthwise) detectors.push(pool(current, layer.outputs))
    }
    if (block.sumGrid) current = add(input, current, `block_${block.index}`, block.sumGrid)
    if (tappedBlocks.includes(block.index)) pools.push(pool(current, block.convolutions.at(-1)?.outputs ?? 0))
  }
  nodes.push({ op: 'Concat', inputs: [...pools, ...detectors], outputs: ['joined'], attributes: { axis: 1 } })
  nodes.push({ op: 'Flatten', inputs: ['joined'], outputs: [outputName], attributes: { axis: 1 } })
  return {
    name: 'mobilenetv2-trunk',
    nodes,
    initializers,
    inputs: [{ name: inputName, type: 'uint8', shape: ['batch', 'height', 'width', 3] }],
    outputs: [{ name: outputName, shape: ['batch', dimensions] }],
  }
}
