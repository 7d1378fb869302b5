import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { builtinModelPath } from '@palate/server/scoring/embedders/model-files.ts'
import { loadOnnxRuntime, turnTelemetryOff } from '@palate/server/scoring/embedders/onnx-runtime.ts'
import { shrinkPixels } from '@palate/server/scoring/pictures/shrink.ts'
import sharp from 'sharp'
import { numbered, readPictures, sceneCount } from './setup/pictures.ts'

// The baseline for scoring: threads that decode pictures with sharp and run the network, and optionally measure the
// attributes. The parent process sends {frames, threads, attributes} and gets {seconds, processorSeconds}.

interface Run {
  readonly frames: number
  readonly threads: number
  readonly attributes?: boolean
}

interface Share extends Omit<Run, 'threads'> {
  readonly first: number
  readonly step: number
}

const side = 224

if (isMainThread) {
  turnTelemetryOff()
  process.on('message', async ({ frames, threads, attributes = false }: Run) => {
    const workers = Array.from({ length: threads }, () =>
      new Worker(new URL(import.meta.url), { workerData: process.argv[2] }).once('error', () => process.exit(1)),
    )
    await Promise.all(workers.map(nextMessage))
    const [started, used] = [performance.now(), process.cpuUsage()]
    const ended = workers.map(nextMessage)
    for (const [i, worker] of workers.entries()) worker.postMessage({ first: i, step: threads, frames, attributes })
    await Promise.all(ended)
    const { user, system } = process.cpuUsage(used)
    process.send?.({ seconds: (performance.now() - started) / 1000, processorSeconds: (user + system) / 1e6 })
    await Promise.all(workers.map((worker) => worker.terminate()))
  })
  process.once('disconnect', () => process.exit(0))
} else {
  sharp.concurrency(1)
  sharp.cache(false)
  const pictures = readPictures(workerData, 'jpeg')
  const { InferenceSession, Tensor } = await loadOnnxRuntime()
  const session = await InferenceSession.create(builtinModelPath, { intraOpNumThreads: 1, interOpNumThreads: 1 })
  const read = async (number: number, attributes: boolean) => {
    const bytes = numbered(pictures[number % sceneCount] ?? Buffer.alloc(0), 'jpeg', number)
    const data = await sharp(bytes).resize(side, side, { fit: 'fill' }).raw().toBuffer()
    await session.run({ [session.inputNames[0] ?? '']: new Tensor('uint8', data, [1, side, side, 3]) })
    if (attributes) measureAttributes(shrinkPixels({ width: side, height: side, data }, side, (side * 9) / 16))
  }
  for (let i = 0; i < sceneCount; i++) await read(i, true)
  parentPort?.once('message', async ({ first, step, frames, attributes = false }: Share) => {
    for (let number = first; number < frames; number += step) await read(number, attributes)
    parentPort?.postMessage('done')
  })
  parentPort?.postMessage('ready')
}

function nextMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}
