import type { Graph, Node, Tensor } from '../embedder/onnx-writer.ts'
import type { Weight } from '../embedder/tfjs-weights.ts'

export const pixelsName = 'pixels'
export const objectsName = 'objects'
/** What the weights expect: blue, green and red from 0 to 255, minus these means. */
export const channelMeans = [103.939, 116.779, 123.68] as const

const batchNormEpsilon = 1e-3
/** Units of each stage. The first unit of a stage has a convolution in its shortcut. */
const stages = { 2: 'abc', 3: 'abcd', 4: 'abcdef', 5: 'abc' } as const

/** ResNet-50 (He and others 2016) without its classifier, as ONNX: the averages of its last 2,048 channels. */
export function resnetGraph(weights: ReadonlyMap<string, Weight>): Graph {
  const nodes: Node[] = []
  const initializers: Tensor[] = []

  const convolve = (input: string, layer: string, { stride = 1, padding = 0 } = {}): string => {
    const { shape, kernel, bias } = folded(weights, layer)
    initializers.push({ name: `${layer}_w`, shape, data: kernel })
    initializers.push({ name: `${layer}_b`, shape: shape.slice(0, 1), data: bias })
    nodes.push({
      ...{ op: 'Conv', inputs: [input, `${layer}_w`, `${layer}_b`], outputs: [layer] },
      attributes: { kernel_shape: shape.slice(2), strides: [stride, stride], pads: new Array<number>(4).fill(padding) },
    })
    return layer
  }
  const rectify = (input: string): string => {
    nodes.push({ op: 'Relu', inputs: [input], outputs: [`${input}_relu`] })
    return `${input}_relu`
  }
  const unit = (input: string, name: string, stride: number): string => {
    const narrow = rectify(convolve(input, `res${name}_branch2a`, { stride }))
    const middle = rectify(convolve(narrow, `res${name}_branch2b`, { padding: 1 }))
    const wide = convolve(middle, `res${name}_branch2c`)
    const shortcut = name.endsWith('a') ? convolve(input, `res${name}_branch1`, { stride }) : input
    nodes.push({ op: 'Add', inputs: [wide, shortcut], outputs: [`res${name}`] })
    return rectify(`res${name}`)
  }

  let current = rectify(convolve(pixelsName, 'conv1', { stride: 2, padding: 3 }))
  nodes.push({
    ...{ op: 'MaxPool', inputs: [current], outputs: ['pool1'] },
    attributes: { kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1] },
  })
  current = 'pool1'
  for (const [stage, units] of Object.entries(stages))
    for (const letter of units) current = unit(current, stage + letter, letter === 'a' && stage !== '2' ? 2 : 1)
  nodes.push({ op: 'GlobalAveragePool', inputs: [current], outputs: ['pooled'] })
  nodes.push({ op: 'Flatten', inputs: ['pooled'], outputs: [objectsName], attributes: { axis: 1 } })
  return {
    ...{ name: 'resnet50', nodes, initializers },
    inputs: [{ name: pixelsName, shape: [1, 3, 'height', 'width'] }],
    outputs: [{ name: objectsName, shape: [1, 2048] }],
  }
}

/** A convolution with its batch norm, ordered [out][in][row][column]. */
function folded(weights: ReadonlyMap<string, Weight>, layer: string) {
  const norm = `bn${layer.replace(/^res/, '')}`.replace('bnconv1', 'bn_conv1')
  const kernel = valuesOf(weights, `${layer}/kernel`)
  const [rows = 0, columns = 0, inputs = 0, outputs = 0] = kernel.shape
  const variance = valuesOf(weights, `${norm}/moving_variance`).values
  const gamma = valuesOf(weights, `${norm}/gamma`).values
  const scale = gamma.map((value, i) => value / Math.sqrt((variance[i] as number) + batchNormEpsilon))
  const mean = valuesOf(weights, `${norm}/moving_mean`).values
  const beta = valuesOf(weights, `${norm}/beta`).values
  const own = valuesOf(weights, `${layer}/bias`).values
  const area = rows * columns
  const data = new Float32Array(kernel.values.length)
  for (let cell = 0; cell < area; cell++)
    for (let input = 0; input < inputs; input++)
      for (let output = 0; output < outputs; output++)
        data[(output * inputs + input) * area + cell] =
          (kernel.values[(cell * inputs + input) * outputs + output] as number) * (scale[output] as number)
  return {
    shape: [outputs, inputs, rows, columns],
    kernel: data,
    bias: scale.map((value, i) => (beta[i] as number) + value * ((own[i] as number) - (mean[i] as number))),
  }
}

function valuesOf(weights: ReadonlyMap<string, Weight>, name: string): Weight {
  const weight = weights.get(name)
  if (weight) return weight
  throw new Error(`the model has no ${name}`)
}
