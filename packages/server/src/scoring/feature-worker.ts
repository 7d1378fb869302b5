import { parentPort, workerData } from 'node:worker_threads'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { decodePicture } from './decode.ts'
import { type Embedder, openEmbedder } from './embedder.ts'
import type { FeatureJob, Features, Space } from './features.ts'
import { FrameFault } from './frame-fault.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

// The thread on which pictures are decoded, measured and embedded, so that the event loop only moves their bytes.

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')
const post = (message: FromWorker<Space, Features>) =>
  port.postMessage(message, 'result' in message ? [message.result.embedding.buffer] : [])

try {
  const embedder = await openEmbedder(workerData)
  port.on('message', (message: ToWorker<FeatureJob>) => {
    if (message !== 'close') return void answer(embedder, message.id, message.job).then(post)
    embedder.close().finally(() => port.close())
  })
  post({ ready: { id: embedder.id, dimensions: embedder.dimensions } })
} catch (error) {
  post({ refused: (error as Error).message })
}

async function answer(embedder: Embedder, id: number, { bytes }: FeatureJob): Promise<FromWorker<Space, Features>> {
  try {
    return { id, result: await readFeatures(embedder, bytes) }
  } catch (error) {
    if (error instanceof FrameFault) return { id, fault: error.toJSON() }
    return { id, failure: (error as Error).message }
  }
}

async function readFeatures(embedder: Embedder, bytes: Uint8Array): Promise<Features> {
  const { width, height, format, forEmbedder, forAttributes } = await decodePicture(bytes, embedder.picture)
  const attributes = measureAttributes(forAttributes)
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder])
  return { width, height, format, attributes, embedding }
}
