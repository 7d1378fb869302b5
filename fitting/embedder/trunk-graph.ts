import type { Graph, Node, Tensor } from './onnx-writer.ts'
import { type Grid, inputGrid, type QuantisedConvolution, type QuantisedTrunk } from './quantise.ts'
import { agreedSumScale } from './sum-kernels.ts'

/** Blocks whose outputs are averaged over the picture and concatenated, from low-level features to high-level ones. */
export const tappedBlocks: readonly number[] = [5, 9, 12, 14]
/** The block whose widest layer (960 channels, before the projection) is averaged as well. */
export const detectorBlock = 14
export const inputName = 'pixels'
export const outputName = 'features'

/** The quantised network as ONNX: uint8 pixels in, 8-bit arithmetic, float features out. */
export function trunkGraph(trunk: QuantisedTrunk): Graph {
  const nodes: Node[] = []
  const initializers: Tensor[] = []

  const constant = (name: string, shape: readonly number[], data: Tensor['data']): string => {
    initializers.push({ name, shape, data })
    return name
  }
  /** The names of a tensor, its scale and its zero point, in the order that quantised operators expect. */
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
      // The grid ends at 0 and 6, so ReLU6 needs no separate operator.
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

  const add = (a: Value, b: Value, name: string, grid: Grid): string => {
    const [, zero = ''] = putOnGrid(name, grid)
    const scale = constant(`${name}_sum_scale`, [], Float32Array.of(agreedSumScale(a.grid, b.grid, grid)))
    const inputs = [...onGrid(a.name), ...onGrid(b.name), scale, zero]
    nodes.push({ op: 'QLinearAdd', domain: 'com.microsoft', inputs, outputs: [name] })
    return name
  }

  // Processors add floats in different orders. Whole steps have the same sum in any order, so these are averaged, and
  // each average is multiplied by its scale at the end.
  constant('step', [], Float32Array.of(1))
  const pool = ({ name, grid }: Value, channels: number): Pool => {
    nodes.push({ op: 'DequantizeLinear', inputs: [name, 'step', `${name}_zero`], outputs: [`${name}_steps`] })
    nodes.push({ op: 'GlobalAveragePool', inputs: [`${name}_steps`], outputs: [`${name}_mean`] })
    return { mean: `${name}_mean`, scales: Array<number>(channels).fill(grid.scale) }
  }
  const pools: Pool[] = []
  const detectors: Pool[] = []

  nodes.push({ op: 'Transpose', inputs: [inputName], outputs: ['planes'], attributes: { perm: [0, 3, 1, 2] } })
  putOnGrid('planes', inputGrid)
  let current: Value = { name: convolve('planes', trunk.stem), grid: trunk.stem.grid }
  for (const block of trunk.blocks) {
    const input = current
    for (const layer of block.convolutions) {
      current = { name: convolve(current.name, layer), grid: layer.grid }
      if (block.index === detectorBlock && layer.depthwise) detectors.push(pool(current, layer.outputs))
    }
    if (block.sumGrid) {
      current = { name: add(input, current, `block_${block.index}`, block.sumGrid), grid: block.sumGrid }
    }
    if (tappedBlocks.includes(block.index)) pools.push(pool(current, block.convolutions.at(-1)?.outputs ?? 0))
  }
  const joined = [...pools, ...detectors]
  const scales = Float32Array.from(joined.flatMap((one) => one.scales))
  const means = joined.map(({ mean }) => mean)
  nodes.push({ op: 'Concat', inputs: means, outputs: ['joined'], attributes: { axis: 1 } })
  nodes.push({ op: 'Flatten', inputs: ['joined'], outputs: ['means'], attributes: { axis: 1 } })
  constant('scales', [scales.length], scales)
  nodes.push({ op: 'Mul', inputs: ['means', 'scales'], outputs: [outputName] })
  // Averages use no scale, so the last layer's scale would be unused, and onnxruntime warns about unused constants.
  const used = new Set(nodes.flatMap(({ inputs }) => inputs))
  return {
    name: 'mobilenetv2-trunk',
    nodes,
    initializers: initializers.filter(({ name }) => used.has(name)),
    inputs: [{ name: inputName, type: 'uint8', shape: ['batch', 'height', 'width', 3] }],
    outputs: [{ name: outputName, shape: ['batch', scales.length] }],
  }
}

type Value = { readonly name: string; readonly grid: Grid }
/** The averages of a layer's channels in quantisation steps, and the size of a step for each. */
type Pool = { readonly mean: string; readonly scales: readonly number[] }
