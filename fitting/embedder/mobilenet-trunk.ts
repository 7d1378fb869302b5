import type { Weight } from './tfjs-weights.ts'

/** A convolution with its batch norm folded in. Weights are ordered [out][in / groups][row][column]. */
export type Convolution = {
  readonly name: string
  readonly weights: Float32Array
  readonly bias: Float32Array
  /** Mean and standard deviation of each output before its activation, on the data that the network was trained on. */
  readonly mean: Float32Array
  readonly deviation: Float32Array
  readonly inputs: number
  readonly outputs: number
  readonly size: 1 | 3
  readonly stride: 1 | 2
  readonly depthwise: boolean
  readonly relu6: boolean
}

/** An inverted residual block. With `residual`, the block's input is added to its output. */
export type Block = {
  readonly index: number
  readonly convolutions: readonly Convolution[]
  readonly residual: boolean
}

export type Trunk = { readonly stem: Convolution; readonly blocks: readonly Block[] }

const batchNormEpsilon = 1e-3
// Blocks whose depthwise convolution has stride 2.
const stride2Blocks: ReadonlySet<number> = new Set([1, 3, 6, 13])

export function readTrunk(weights: ReadonlyMap<string, Weight>, lastBlock: number): Trunk {
  const stem = fold(weights, { layer: 'Conv1', norm: 'bn_Conv1', stride: 2, depthwise: false, relu6: true })
  const blocks: Block[] = []
  for (let index = 0; index <= lastBlock; index++) blocks.push(readBlock(weights, index))
  return { stem, blocks }
}

function readBlock(weights: ReadonlyMap<string, Weight>, index: number): Block {
  const prefix = index === 0 ? 'expanded_conv' : `block_${index}`
  const stride = stride2Blocks.has(index) ? 2 : 1
  const part = (name: string, options: { stride: 1 | 2; depthwise: boolean; relu6: boolean }) =>
    fold(weights, { layer: `${prefix}_${name}`, norm: `${prefix}_${name}_BN`, ...options })
  const expand = index === 0 ? [] : [part('expand', { stride: 1, depthwise: false, relu6: true })]
  const depthwise = part('depthwise', { stride, depthwise: true, relu6: true })
  const project = part('project', { stride: 1, depthwise: false, relu6: false })
  const inputs = (expand[0] ?? depthwise).inputs
  return {
    index,
    convolutions: [...expand, depthwise, project],
    residual: stride === 1 && inputs === project.outputs,
  }
}

type Layer = { layer: string; norm: string; stride: 1 | 2; depthwise: boolean; relu6: boolean }

/** Batch norm is affine per output channel: its scale goes into the kernel and its offset into the bias. */
function fold(weights: ReadonlyMap<string, Weight>, layer: Layer): Convolution {
  const kernel = named(weights, `${layer.layer}/${layer.depthwise ? 'depthwise_kernel' : 'kernel'}`)
  const norm = (part: string) => named(weights, `${layer.norm}/${part}`).values
  const [gamma, beta, mean, variance] = [norm('gamma'), norm('beta'), norm('moving_mean'), norm('moving_variance')]
  const [rows = 0, columns = 0, inputs = 0, last = 0] = kernel.shape
  if (rows !== columns || (rows !== 1 && rows !== 3)) throw new Error(`${layer.layer}: kernel ${kernel.shape}`)
  const outputs = layer.depthwise ? inputs : last
  const perGroup = layer.depthwise ? 1 : inputs
  const folded = new Float32Array(outputs * perGroup * rows * columns)
  const bias = new Float32Array(outputs)
  for (let out = 0; out < outputs; out++) {
    const scale = at(gamma, out) / Math.sqrt(at(variance, out) + batchNormEpsilon)
    bias[out] = at(beta, out) - at(mean, out) * scale
    for (let input = 0; input < perGroup; input++) {
      for (let cell = 0; cell < rows * columns; cell++) {
        // TensorFlow orders kernels [row][column][in][out], and depthwise kernels [row][column][channel][1].
        const from = layer.depthwise ? cell * inputs + out : (cell * inputs + input) * outputs + out
        folded[(out * perGroup + input) * rows * columns + cell] = at(kernel.values, from) * scale
      }
    }
  }
  return {
    name: layer.layer,
    weights: folded,
    bias,
    mean: beta,
    deviation: gamma.map(Math.abs),
    inputs,
    outputs,
    size: rows,
    stride: layer.stride,
    depthwise: layer.depthwise,
    relu6: layer.relu6,
  }
}

function named(weights: ReadonlyMap<string, Weight>, name: string): Weight {
  const weight = weights.get(name)
  if (weight === undefined) throw new Error(`the model has no weight ${name}`)
  return weight
}

function at(values: Float32Array, index: number): number {
  const value = values[index]
  if (value === undefined) throw new Error(`weight ${index} is missing`)
  return value
}
