import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeOnnx, type Graph } from '../../../fitting/embedder/onnx-writer.ts'
import { createFolder } from '../../harness/temporary-folder.ts'

/**
 * A small model with the input and the outputs of an export: `pixel_values` of any size; as a vector the mean of each
 * colour, as a hidden state a row of mean colours for each row of pixels.
 */
export async function writeFamilyModel(outputs: readonly string[]): Promise<string> {
  const isHidden = (name: string) => name === 'last_hidden_state'
  const graph: Graph = {
    name: 'family',
    nodes: [
      { op: 'GlobalAveragePool', inputs: ['pixel_values'], outputs: ['pooled'] },
      { op: 'Flatten', inputs: ['pooled'], outputs: ['means'] },
      { op: 'Transpose', inputs: ['pixel_values'], outputs: ['last'], attributes: { perm: [0, 2, 3, 1] } },
      { op: 'ReduceMean', inputs: ['last'], outputs: ['rows'], attributes: { axes: [2], keepdims: 0 } },
      ...outputs.map((name) => ({ op: 'Identity', inputs: [isHidden(name) ? 'rows' : 'means'], outputs: [name] })),
    ],
    initializers: [],
    inputs: [{ name: 'pixel_values', shape: ['batch', 3, 'height', 'width'] }],
    outputs: outputs.map((name) => ({ name, shape: isHidden(name) ? ['batch', 'tokens', 3] : ['batch', 3] })),
  }
  const path = join(createFolder('model'), 'model.onnx')
  await writeFile(path, encodeOnnx(graph, {}))
  return path
}
