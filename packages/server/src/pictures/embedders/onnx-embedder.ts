import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Pixels } from '@palate/core/taste/attributes.ts'
import type { InferenceSession, Tensor } from 'onnxruntime-node'
import type { EmbedderPreset } from '../../config/embedder-settings.ts'
import { decodeVersion, type PictureShape } from '../decoding/decode.ts'
import type { Embedder } from './embedder.ts'
import { int8Settings } from './int8-precision.ts'
import type { ModelCard } from './model-card.ts'
import { loadOnnxRuntime } from './onnx-runtime.ts'
import { readModelCard } from './read-model-card.ts'

/** Runs an ONNX model on the calling thread. `embed` blocks the thread, so use it in a worker. */
export async function openOnnxEmbedder(path: string, prefix: string, preset?: EmbedderPreset): Promise<Embedder> {
  const [model, weights] = await Promise.all([readModel(path), readExternalWeights(path)])
  const options = { ...sessionOptions, ...(await int8Settings()) }
  const runtime = await loadOnnxRuntime()
  const session = await runtime.InferenceSession.create(path, options).catch((error: Error) => {
    throw new Error(`${path} is not a runnable ONNX model: ${error.message.split('\n')[0]}`)
  })
  const card = await readModelCard(path, model, session, preset)
  const tensorOf = tensorMaker(card, runtime)

  async function embedOne(pixels: Pixels): Promise<Float32Array<ArrayBuffer>> {
    const { [card.output]: output } = await session.run({ [card.input]: tensorOf(pixels) }, [card.output])
    if (!(output?.data instanceof Float32Array)) throw new Error(`output ${card.output} of ${path} is not float32`)
    const { dims, data } = output
    // A hidden state has a row for each token. The first one represents the whole picture.
    if (card.output === hiddenState && dims.length === 3) return new Float32Array(data.subarray(0, dims[2]))
    if (dims.filter((size) => size !== 1).length > 1) {
      throw new Error(`output ${card.output} of ${path} is not one vector, but ${dims.join('×')}`)
    }
    return new Float32Array(data)
  }

  const blank = new Uint8Array(card.size * card.size * 3).fill(128)
  const { length: dimensions } = await embedOne({ width: card.size, height: card.size, data: blank })
  return {
    id: `${prefix}-${hashOf(model, weights, JSON.stringify([card, decodeVersion]))}`,
    dimensions,
    picture: pictureOf(card),
    // One at a time: on one thread a batch is no faster, and its results would depend on its size.
    async embed(pictures) {
      const embeddings: Float32Array<ArrayBuffer>[] = []
      for (const picture of pictures) embeddings.push(await embedOne(picture))
      return embeddings
    },
    close: () => session.release(),
  }
}

const hiddenState = 'last_hidden_state'

function pictureOf({ shape, size, shortSide, resampling }: ModelCard): PictureShape {
  return { shape, side: size, ...(shortSide !== undefined && { shortSide }), ...(resampling && { resampling }) }
}

const sessionOptions: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  logSeverityLevel: 3,
}

async function readModel(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read: ${error.code}`)
  })
}

/** Large models keep their weights in a separate file. The id includes them: other weights give another space. */
async function readExternalWeights(path: string): Promise<Uint8Array> {
  const files = await Promise.all([`${path}_data`, `${path}.data`].map((file) => readFile(file).catch(() => undefined)))
  return Buffer.concat(files.filter((file) => file !== undefined))
}

function hashOf(...parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

/** Writes pixels into an input tensor whose memory is reused for every picture. */
function tensorMaker(
  { type, layout, size, mean, deviation }: ModelCard,
  runtime: Awaited<ReturnType<typeof loadOnnxRuntime>>,
): (pixels: Pixels) => Tensor {
  // The sides of a whole picture are rounded, so it can have a few more pixels than the square.
  const length = 3 * (size + 1) ** 2
  const memory = type === 'uint8' ? new Uint8Array(length) : new Float32Array(length)
  const scaled = mean.map((middle, channel) =>
    Float32Array.from({ length: 256 }, (_, byte) =>
      type === 'uint8' ? byte : (byte / 255 - middle) / (deviation[channel] ?? 1),
    ),
  )
  function fill({ width, height, data }: Pixels) {
    // The pixels already have this layout.
    if (type === 'uint8' && layout === 'NHWC') return data
    const values = memory.subarray(0, 3 * width * height)
    const pixelStep = layout === 'NCHW' ? 1 : 3
    const channelStep = layout === 'NCHW' ? width * height : 1
    for (const [channel, table] of scaled.entries()) {
      let to = channel * channelStep
      for (let at = channel; at < data.length; at += 3) {
        values[to] = table[data[at] ?? 0] ?? 0
        to += pixelStep
      }
    }
    return values
  }
  return (pixels) => {
    const { width, height } = pixels
    return new runtime.Tensor(type, fill(pixels), layout === 'NCHW' ? [1, 3, height, width] : [1, height, width, 3])
  }
}
