import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { reducePicture } from '@palate/server/pictures/decoding/reduce.ts'
import { builtinModelPath } from '@palate/server/pictures/embedders/model-files.ts'
import { loadOnnxRuntime, turnTelemetryOff } from '@palate/server/pictures/embedders/onnx-runtime.ts'
import sharp from 'sharp'
import { type Format, numbered, readPictures, sceneCount, sizes } from './setup/pictures.ts'

// The baseline for scoring: threads that decode pictures with sharp and run the network, and optionally measure the
// attributes. The parent process sends a `BareRun` and gets a `BareCost`.

export interface BareRun {
  readonly frames: number
  readonly threads: number
  /** JPEG unless given. */
  readonly format?: Format
  /** All sizes in turn unless given. */
  readonly size?: number
  /** Only decodes if false. */
  readonly network?: boolean
  readonly attributes?: boolean
}

export interface Cost {
  readonly seconds: number
  readonly processorSeconds: number
}

export interface BareCost extends Cost {
  /** The time of each frame, sorted. */
  readonly times: readonly number[]
}

interface Share extends Omit<BareRun, 'threads'> {
  readonly first: number
  readonly step: number
}

const side = 224

if (isMainThread) {
  turnTelemetryOff()
  process.on('message', async ({ threads, ...run }: BareRun) => {
    const workers = Array.from({ length: threads }, () =>
      new Worker(new URL(import.meta.url), { workerData: process.argv[2] }).once('error', () => process.exit(1)),
    )
    await Promise.all(workers.map(nextMessage))
    const [started, used] = [performance.now(), process.cpuUsage()]
    const ended = workers.map(nextMessage)
    for (const [i, worker] of workers.entries()) worker.postMessage({ first: i, step: threads, ...run })
    const times = (await Promise.all(ended)).flat() as number[]
    const { user, system } = process.cpuUsage(used)
    process.send?.({
      seconds: (performance.now() - started) / 1000,
      processorSeconds: (user + system) / 1e6,
      times: times.toSorted((a, b) => a - b),
    } satisfies BareCost)
    await Promise.all(workers.map((worker) => worker.terminate()))
  })
  process.once('disconnect', () => process.exit(0))
} else {
  sharp.concurrency(1)
  sharp.cache(false)
  const pictures = {
    jpeg: readPictures(workerData, 'jpeg'),
    png: readPictures(workerData, 'png'),
    webp: readPictures(workerData, 'webp'),
  }
  const { InferenceSession, Tensor } = await loadOnnxRuntime()
  const session = await InferenceSession.create(builtinModelPath, { intraOpNumThreads: 1, interOpNumThreads: 1 })
  const read = async (
    number: number,
    { format = 'jpeg', size, network = true, attributes = false }: Partial<Share>,
  ) => {
    const scene = size === undefined ? number : number * sizes.length + size
    const bytes = numbered(pictures[format][scene % sceneCount] ?? Buffer.alloc(0), format, number)
    const data = await sharp(bytes).resize(side, side, { fit: 'fill' }).raw().toBuffer()
    if (network) await session.run({ [session.inputNames[0] ?? '']: new Tensor('uint8', data, [1, side, side, 3]) })
    if (attributes) measureAttributes(reducePicture({ width: side, height: side, data }, side, (side * 9) / 16, 'area'))
  }
  for (let i = 0; i < sceneCount; i++) await read(i, { attributes: true })
  parentPort?.once('message', async ({ first, step, frames, ...how }: Share) => {
    const times: number[] = []
    for (let number = first; number < frames; number += step) {
      const started = performance.now()
      await read(number, how)
      times.push(performance.now() - started)
    }
    parentPort?.postMessage(times)
  })
  parentPort?.postMessage('ready')
}

function nextMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}
