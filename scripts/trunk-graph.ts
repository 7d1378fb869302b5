import type { Convolution, Trunk } from './mobilenet-trunk.ts'
import type { Graph, Node, Tensor } from './onnx-file.ts'

/** Blocks whose outputs are averaged over the picture, joined in this order: edges and colours first, things last. */
export const tappedBlocks: readonly number[] = [5, 9, 12, 14]
/** The block whose widest layer, before it is squeezed, is averaged too: 960 detectors that are on or off. */
export const detectorBlock = 14
export const inputName = 'pixels'
export const outputName = 'features'

export function trunkGraph(trunk: Trunk): Graph {
  const nodes: Node[] = []
  const initializers: Tensor[] = [scalar('zero', 0), scalar('six', 6)]

  const weight = (name: string, shape: readonly number[], data: Float32Array): string => {
    initializers.push({ name, shape, data })
    return name
  }

  const convolve = (input: string, layer: Convolution): string => {
    const { name, outputs, inputs, size, stride, depthwise } = layer
    const kernel = weight(`${name}_w`, [outputs, depthwise ? 1 : inputs, size, size], layer.weights)
    const bias = weight(`${name}_b`, [outputs], layer.bias)
    const before = size === 3 && stride === 1 ? 1 : 0
    const after = size === 3 ? 1 : 0
    nodes.push({
      op: 'Conv',
      inputs: [input, kernel, bias],
      outputs: [name],
      attributes: {
        kernel_shape: [size, size],
        strides: [stride, stride],
        pads: [before, before, after, after],
        group: depthwise ? inputs : 1,
      },
    })
    if (!layer.relu6) return name
    nodes.push({ op: 'Clip', inputs: [name, 'zero', 'six'], outputs: [`${name}_relu6`] })
    return `${name}_relu6`
  }

  let current = convolve(inputName, trunk.stem)
  const pools: string[] = []
  const detectors: string[] = []
  let dimensions = 0
  const pool = (input: string, channels: number): string => {
    nodes.push({ op: 'GlobalAveragePool', inputs: [input], outputs: [`${input}_mean`] })
    dimensions += channels
    return `${input}_mean`
  }
  for (const block of trunk.blocks) {
    const input = current
    for (const layer of block.convolutions) {
      current = convolve(current, layer)
      if (block.index === detectorBlock && layer.depthwise) detectors.push(pool(current, layer.outputs))
    }
    if (block.residual) {
      nodes.push({ op: 'Add', inputs: [input, current], outputs: [`block_${block.index}`] })
      current = `block_${block.index}`
    }
    if (tappedBlocks.includes(block.index)) pools.push(pool(current, block.convolutions.at(-1)?.outputs ?? 0))
  }
  nodes.push({ op: 'Concat', inputs: [...pools, ...detectors], outputs: ['joined'], attributes: { axis: 1 } })
  nodes.push({ op: 'Flatten', inputs: ['joined'], outputs: [outputName], attributes: { axis: 1 } })
  return {
    name: 'mobilenetv2-trunk',
    nodes,
    initializers,
    inputs: [{ name: inputName, shape: ['batch', 3, 'height', 'width'] }],
    outputs: [{ name: outputName, shape: ['batch', dimensions] }],
  }
}

function scalar(name: string, value: number): Tensor {
  return { name, shape: [], data: Float32Array.of(value) }
}
