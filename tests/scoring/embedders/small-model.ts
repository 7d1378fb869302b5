import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeOnnx, type Graph } from '../../../fitting/embedder/onnx-writer.ts'
import { createFolder } from '../../harness/temporary-folder.ts'

export interface SmallModel {
  readonly layout?: 'NCHW' | 'NHWC'
  readonly type?: 'float32' | 'uint8'
  readonly size?: number | string
  /** `pooled` is the embedding before it is flattened, `untouched` the picture itself. */
  readonly outputs?: readonly ('embedding' | 'pooled' | 'untouched')[]
  readonly metadata?: Readonly<Record<string, string>>
  /** Written as `model.onnx.json`. */
  readonly card?: unknown
}

/** A model whose embedding is the mean of each colour, so that tests know every number in advance. */
export async function writeSmallModel({
  layout = 'NCHW',
  type = 'float32',
  size = 8,
  outputs = ['embedding'],
  metadata = {},
  card,
}: SmallModel = {}): Promise<string> {
  const sides = typeof size === 'string' ? [`${size}_down`, `${size}_across`] : [size, size]
  const shape = layout === 'NCHW' ? [1, 3, ...sides] : [1, ...sides, 3]
  const shapes = { embedding: [1, 3], pooled: layout === 'NCHW' ? [1, 3, 1, 1] : [1, 1, 1, 3], untouched: shape }
  const graph: Graph = {
    name: 'mean-colour',
    nodes: [
      { op: 'Cast', inputs: ['picture'], outputs: ['floats'], attributes: { to: 1 } },
      layout === 'NCHW'
        ? { op: 'GlobalAveragePool', inputs: ['floats'], outputs: ['pooled'] }
        : { op: 'ReduceMean', inputs: ['floats'], outputs: ['pooled'], attributes: { axes: [1, 2], keepdims: 1 } },
      { op: 'Flatten', inputs: ['pooled'], outputs: ['embedding'] },
      { op: 'Identity', inputs: ['floats'], outputs: ['untouched'] },
    ],
    initializers: [],
    inputs: [{ name: 'picture', shape, type }],
    outputs: outputs.map((name) => ({ name, shape: shapes[name] })),
  }
  const path = join(createFolder('model'), 'model.onnx')
  await writeFile(path, encodeOnnx(graph, metadata))
  if (card !== undefined) await writeFile(`${path}.json`, JSON.stringify(card))
  return path
}
