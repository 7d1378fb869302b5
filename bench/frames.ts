import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { parseCidrs } from '@palate/server/scoring/addresses.ts'
import { decodePicture } from '@palate/server/scoring/decode.ts'
import { openEmbedder } from '@palate/server/scoring/embedder.ts'
import { parseEmbedder } from '@palate/server/scoring/embedder-settings.ts'
import { createFeatureReader } from '@palate/server/scoring/features.ts'
import { createFetcher } from '@palate/server/scoring/fetch.ts'
import { createGuard } from '@palate/server/scoring/guard.ts'
import sharp, { type Sharp } from 'sharp'
import { startEvilHost } from '../tests/evil-host.ts'

// What a frame costs on its way from an address to features: node bench/frames.ts [--embedder onnx:/path] [--workers 2]

const { values } = parseArgs({
  options: { embedder: { type: 'string', default: '' }, workers: { type: 'string', default: '2' } },
})
const settings = parseEmbedder(values.embedder)
const sizes = [
  [640, 360],
  [1280, 720],
  [1920, 1080],
] as const

await stages()
await throughput()

async function stages(): Promise<void> {
  const embedder = await openEmbedder(settings)
  print('picture', 'kB', 'decode p50', 'p99', 'attributes p50', 'embed p50')
  for (const [width, height] of sizes) {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const bytes = await scenery(width, height).toFormat(format).toBuffer()
      const picture = await decodePicture(bytes, embedder.picture)
      const decode = await timesOf(40, () => decodePicture(bytes, embedder.picture))
      const attributes = await timesOf(40, async () => measureAttributes(picture.forAttributes))
      const embed = await timesOf(40, () => embedder.embed([picture.forEmbedder]))
      const figures = [at(decode, 0.5), at(decode, 0.99), at(attributes, 0.5), at(embed, 0.5)]
      print(`${width}×${height} ${format}`, Math.round(bytes.length / 1000), ...figures)
    }
  }
  await embedder.close()
}

/** A JPEG of 1280×720 from a loopback host, flat out, beside a bare loop of the same steps in this thread. */
async function throughput(): Promise<void> {
  const bytes = await scenery(1280, 720).jpeg().toBuffer()
  const bare = await bareRate(bytes)
  const reader = await createFeatureReader({ embedder: settings, workers: Number(values.workers) })
  const host = await startEvilHost(bytes)
  const fetcher = createFetcher({ guard: createGuard({ allow: parseCidrs('127.0.0.0/8') }) })
  const readOne = async () => {
    const fetched = await fetcher.fetch(host.url('picture'))
    if (fetched !== 'not_modified') await reader.read(fetched.bytes)
  }
  const single = await timesOf(100, readOne)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const rate = await rateOf(400, 16, readOne)
  delay.disable()
  print('one at a time, p50 and p99 in ms', at(single, 0.5), at(single, 0.99))
  print('bare loop of decode, attributes, embedding: frames a second', bare.toFixed(1))
  print(`fetched and read by ${values.workers} workers: frames a second`, rate.toFixed(1))
  print('event-loop delay meanwhile, p50 and p99 in ms', ...[50, 99].map((p) => (delay.percentile(p) / 1e6).toFixed(1)))
  await Promise.all([reader.close(), fetcher.close(), host.close()])
}

async function bareRate(bytes: Uint8Array): Promise<number> {
  const embedder = await openEmbedder(settings)
  const rate = await rateOf(100, 1, async () => {
    const picture = await decodePicture(bytes, embedder.picture)
    await embedder.embed([picture.forEmbedder])
    measureAttributes(picture.forAttributes)
  })
  await embedder.close()
  return rate
}

async function rateOf(count: number, abreast: number, job: () => Promise<unknown>): Promise<number> {
  await job()
  const start = performance.now()
  let left = count
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await job()
    }
  }
  await Promise.all(Array.from({ length: abreast }, worker))
  return (count / (performance.now() - start)) * 1000
}

async function timesOf(count: number, job: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = -10; round < count; round += 1) {
    const start = performance.now()
    await job()
    if (round >= 0) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

function at(times: readonly number[], share: number): string {
  return (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2)
}

/** Smooth patches with edges and some grain: about as hard to compress as a photograph. */
function scenery(width: number, height: number): Sharp {
  const data = new Uint8Array(width * height * 3)
  let seed = 1
  for (let at = 0; at < data.length; at += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    const x = Math.floor(at / 3) % width
    const y = Math.floor(at / 3 / width)
    const wave = Math.sin(x / 37 + (at % 3)) * Math.cos(y / 53) * 80
    const edge = (Math.floor(x / 90) + Math.floor(y / 70)) % 2 === 0 ? 40 : 0
    data[at] = 110 + wave + edge + ((seed >> 16) % 13)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function print(...cells: readonly (string | number)[]): void {
  process.stdout.write(`${cells.map((cell) => String(cell).padEnd(18)).join('')}\n`)
}
