import type { Graph, Tensor } from './onnx-writer.ts'

/**
 * One convolution of one pixel with the largest bytes and weights, scaled so that the exact answer is `result`. A
 * processor that saturates the sum returns less.
 */
export function probeGraph({ channels, byte, result }: { channels: number; byte: number; result: number }): Graph {
  const weight = 127
  const scale = (channels * byte * weight) / result
  const constants: readonly (readonly [name: string, shape: readonly number[], data: Tensor['data']])[] = [
    ['one', [], Float32Array.of(1)],
    ['zero', [], Uint8Array.of(0)],
    ['weights', [16, channels, 1, 1], new Int8Array(16 * channels).fill(weight)],
    ['weight_scale', [], Float32Array.of(1)],
    ['weight_zero', [], Int8Array.of(0)],
    ['sum_scale', [], Float32Array.of(scale)],
  ]
  const inputs = ['bytes', 'one', 'zero', 'weights', 'weight_scale', 'weight_zero', 'sum_scale', 'zero']
  return {
    name: 'eight-bit-probe',
    nodes: [{ op: 'QLinearConv', inputs, outputs: ['sum'], attributes: { kernel_shape: [1, 1] } }],
    initializers: constants.map(([name, shape, data]) => ({ name, shape, data })),
    inputs: [{ name: 'bytes', type: 'uint8', shape: [1, channels, 1, 1] }],
    outputs: [{ name: 'sum', type: 'uint8', shape: [1, 16, 1, 1] }],
  }
}
