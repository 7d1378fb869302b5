/**
 * What it would cost to decode and embed pictures in a separate process, which may crash without ending the service,
 * instead of on a thread. Linux only.
 *
 *   node bench/isolation.ts [--frames 200]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { decodePicture, forEmbedder } from '@palate/server/pictures/decoding/decode.ts'
import { turnTelemetryOff } from '@palate/server/pictures/embedders/onnx-runtime.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { median, ms, printTable } from './harness/report.ts'
import { readPictures, sizes, writePictures } from './score/setup/pictures.ts'

/** Sends a picture and resolves when its embedding is back. */
type Embed = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>

const isChild = process.send !== undefined
if (isChild || !isMainThread) await answer()
else await compare()

async function answer(): Promise<void> {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const embed = async (bytes: Uint8Array) => {
    const picture = await decodePicture(bytes, embedder.picture)
    const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)])
    return embedding
  }
  process.on('message', async (bytes: Uint8Array) => process.send?.(await embed(bytes)))
  parentPort?.on('message', async (bytes: Uint8Array) => {
    const embedding = await embed(bytes)
    parentPort?.postMessage(embedding, [embedding.buffer])
  })
  process.send?.('ready')
  parentPort?.postMessage('ready')
}

async function compare(): Promise<void> {
  turnTelemetryOff()
  const { values } = parseArgs({ options: { frames: { type: 'string', default: '200' } } })
  const folder = mkdtempSync(join(tmpdir(), 'palate-isolation-'))
  await writePictures(folder)
  const pictures = readPictures(folder, 'jpeg').filter((_, scene) => scene % sizes.length === 0)
  rmSync(folder, { recursive: true })

  const residentBefore = residentBytes('self')
  const worker = new Worker(new URL(import.meta.url))
  await next(worker)
  const thread: Embed = async (bytes) => {
    worker.postMessage(bytes, [bytes.buffer])
    await next(worker)
  }
  await thread(copyOf(pictures[0]))
  const threadBytes = residentBytes('self') - residentBefore

  const child = fork(import.meta.filename, { serialization: 'advanced' })
  await next(child)
  const separate: Embed = async (bytes) => {
    child.send(bytes)
    await next(child)
  }
  await separate(copyOf(pictures[0]))

  const times: [number[], number[]] = [[], []]
  for (let frame = 0; frame < Number(values.frames); frame++) {
    const bytes = pictures[frame % pictures.length]
    for (const [i, embed] of [thread, separate].entries()) {
      const copy = copyOf(bytes)
      const started = performance.now()
      await embed(copy)
      times[i]?.push(performance.now() - started)
    }
  }
  const [onThread, inProcess] = [median(times[0]), median(times[1])]
  printTable(`decode and embed a JPEG of 640×360, ${values.frames} pictures each, alternating`, [
    { what: 'on a thread, median', figure: ms(onThread) },
    { what: 'in another process, median', figure: ms(inProcess) },
    { what: 'process ÷ thread', figure: (inProcess / onThread).toFixed(2) },
    { what: 'memory of a further thread', figure: mebibytes(threadBytes) },
    { what: 'memory of a further process', figure: mebibytes(residentBytes(child.pid ?? 'self')) },
  ])
  child.kill()
  await worker.terminate()
}

function copyOf(bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

function next(peer: Worker | ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const emitter: NodeJS.EventEmitter = peer
    emitter.once('message', resolve).once('error', reject)
  })
}

function residentBytes(pid: number | 'self'): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`
}
