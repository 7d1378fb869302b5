import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Weight = { readonly shape: readonly number[]; readonly values: Float32Array }

type Manifest = {
  readonly format: string
  readonly weightsManifest: readonly {
    readonly paths: readonly string[]
    readonly weights: readonly { readonly name: string; readonly shape: readonly number[]; readonly dtype: string }[]
  }[]
}

/** Reads every weight of a TensorFlow.js layers model, by name. Supports unquantised float32 shards only. */
export async function readTfjsWeights(folder: string): Promise<ReadonlyMap<string, Weight>> {
  const manifest = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')) as Manifest
  if (manifest.format !== 'layers-model') throw new Error(`not a layers model: ${manifest.format}`)
  const weights = new Map<string, Weight>()
  for (const group of manifest.weightsManifest) {
    const shards = await Promise.all(group.paths.map((path) => readFile(join(folder, path))))
    const bytes = Buffer.concat(shards)
    let offset = 0
    for (const { name, shape, dtype } of group.weights) {
      if (dtype !== 'float32') throw new Error(`${name} is ${dtype}, expected float32`)
      const length = shape.reduce((product, size) => product * size, 1)
      weights.set(name, { shape, values: floatsAt(bytes, offset, length) })
      offset += 4 * length
    }
    if (offset !== bytes.length)
      throw new Error(`the shards have ${bytes.length} bytes, the manifest expects ${offset}`)
  }
  return weights
}

function floatsAt(bytes: Buffer, offset: number, length: number): Float32Array {
  const values = new Float32Array(length)
  for (let i = 0; i < length; i++) values[i] = bytes.readFloatLE(offset + 4 * i)
  return values
}
