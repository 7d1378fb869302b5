import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Graph, onnxFile } from '../scripts/onnx-file.ts'

export interface SmallModel {
  readonly layout?: 'NCHW' | 'NHWC'
  readonly size?: number | string
  /** More outputs than the embedding: the pooled values before they are flattened, and the picture itself. */
  readonly outputs?: readonly ('embedding' | 'pooled' | 'untouched')[]
  readonly metadata?: Readonly<Record<string, string>>
  /** Written as `model.onnx.json`. */
  readonly card?: unknown
}

/** A model whose embedding is the mean of each colour, so that every number can be told beforehand. */
export async function writeSmallModel({
  layout = 'NCHW',
  size = 8,
  outputs = ['embedding'],
  metadata = {},
  card,
}: SmallModel = {}): Promise<string> {
  const shape = layout === 'NCHW' ? [1, 3, size, size] : [1, size, size, 3]
  const shapes = { embedding: [1, 3], pooled: layout === 'NCHW' ? [1, 3, 1, 1] : [1, 1, 1, 3], untouched: shape }
  const graph: Graph = {
    name: 'mean-colour',
    nodes: [
      layout === 'NCHW'
        ? { op: 'GlobalAveragePool', inputs: ['picture'], outputs: ['pooled'] }
        : { op: 'ReduceMean', inputs: ['picture'], outputs: ['pooled'], attributes: { axes: [1, 2], keepdims: 1 } },
      { op: 'Flatten', inputs: ['pooled'], outputs: ['embedding'] },
      { op: 'Identity', inputs: ['picture'], outputs: ['untouched'] },
    ],
    initializers: [],
    inputs: [{ name: 'picture', shape }],
    outputs: outputs.map((name) => ({ name, shape: shapes[name] })),
  }
  const path = join(await mkdtemp(join(tmpdir(), 'palate-model-')), 'model.onnx')
  await writeFile(path, onnxFile(graph, metadata))
  if (card !== undefined) await writeFile(`${path}.json`, JSON.stringify(card))
  return path
}
