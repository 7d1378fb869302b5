import type { Measured } from '@palate/core/taste/attributes.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { type Priority, realtime, type WorkContext } from '../../work/work-context.ts'
import { turnTelemetryOff } from '../embedders/onnx-runtime.ts'
import { FrameFault, QueueFull } from '../faults.ts'
import type { DecodedPicture, PictureHeader } from '../pictures/decode.ts'
import { estimateCostMs } from '../pictures/decode-cost.ts'
import { createWorkerPool, queuePerAccountMax } from '../threads/worker-pool.ts'
import type { EmbeddingSpace, ExtractedFeatures } from './features.ts'

/**
 * A picture to extract features from, a picture that another worker is embedding and whose attributes are to
 * be measured meanwhile. The worker of a `shared` picture hands out its pixels and leaves the attributes to another.
 * Or a picture to make a thumbnail of, or one whose header is to be read.
 */
export type FeatureJob =
  | { readonly bytes: Uint8Array; readonly shared: boolean }
  | { readonly measure: SharedPicture }
  | { readonly thumbnailOf: Uint8Array; readonly side: number }
  | { readonly inspect: Uint8Array }

/** What is measured of the decoded pixels. */
export interface MeasuredPicture {
  readonly attributes: Measured
  readonly preview: Uint8Array
}
export type FeatureResult = Omit<ExtractedFeatures, keyof MeasuredPicture> & {
  readonly measured: MeasuredPicture | undefined
}
export interface ThumbnailResult {
  readonly thumbnail: Uint8Array
}
export type JobResult = FeatureResult | MeasuredPicture | ThumbnailResult | PictureHeader
export type SharedPicture = Omit<DecodedPicture, 'format'>

export interface FeatureExtractor extends EmbeddingSpace {
  /**
   * Transfers the bytes to a worker, after which they are empty, unless they are only a part of their buffer.
   * Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal.
   */
  extract(bytes: Uint8Array<ArrayBuffer>, work?: WorkContext): Promise<ExtractedFeatures>
  /** What the header of a picture says. Copies the bytes. Otherwise like `extract`. */
  inspect(bytes: Uint8Array, work?: WorkContext): Promise<PictureHeader>
  /** A thumbnail as WebP. Otherwise like `extract`. */
  thumbnail(bytes: Uint8Array<ArrayBuffer>, side: number, work?: WorkContext): Promise<Uint8Array>
  /**
   * Waits until there is memory for a picture of this size. Back-pressure: whoever has more pictures than are extracted
   * at the time waits here, before fetching or unpacking the next. Call the returned function once the picture is done.
   */
  admit(bytes: number, work?: WorkContext): Promise<() => void>
  readonly waiting: number
  readonly running: number
  /** The longest that an account with real-time pictures in the queue has not had a turn. */
  turnWaitMs(): number
  close(): Promise<void>
}

export interface FeatureExtractorOptions {
  readonly embedder: EmbedderSettings
  readonly workers: number
  /** For each account and priority. Past it, `admit` and `extract` reject at once. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
  /** Told how long each picture waited for a worker. */
  readonly onStart?: (priority: Priority, waitedMs: number) => void
}

/** Rejects with a one-line message if the embedder cannot be opened. */
export async function createFeatureExtractor({
  embedder,
  queueMax = queuePerAccountMax,
  ...options
}: FeatureExtractorOptions): Promise<FeatureExtractor> {
  turnTelemetryOff()
  const jobsPerWorker = embedder.kind === 'http' ? jobsPerRemoteWorker : 1
  const pool = await createWorkerPool<FeatureJob, EmbeddingSpace, JobResult, SharedPicture>({
    ...options,
    queueMax,
    file: new URL('./feature-worker.ts', import.meta.url),
    workerData: embedder,
    jobsPerWorker,
    timeoutFault: () => new FrameFault('image_too_large', 'the picture takes too long to process'),
  })

  const memory = createSemaphore({ max: pictureBytesMax, reserved: pictureBytesMax / 4, leavesRoom: true })
  // Small pictures count as more than they are: more of them than keep the workers busy would only wait.
  const bytesCountedMin = Math.ceil(pictureBytesMax / (64 + 8 * options.workers * jobsPerWorker))

  async function admit(bytes: number, work = realtime): Promise<() => void> {
    if (memory.waitingOf(work.priority, work.accountId) >= queueMax) throw new QueueFull()
    return memory.acquire(work, { slots: Math.max(bytes, bytesCountedMin) })
  }

  async function extract(bytes: Uint8Array<ArrayBuffer>, work = realtime): Promise<ExtractedFeatures> {
    let measuring: Promise<MeasuredPicture> | undefined
    const onPart = (picture: SharedPicture) => {
      const transfer = [picture.decoded.data.buffer as ArrayBuffer]
      measuring = pool.run({ measure: picture }, { transfer, costMs: measureMs }, work) as Promise<MeasuredPicture>
      // If the embedding fails, nobody awaits this.
      measuring.catch(() => {})
    }
    // A client waits for a real-time frame, so an idle worker measures it while another one embeds it.
    const shared = work.priority !== 'batch' && embedder.kind !== 'http' && pool.hasSpare()
    const transfer = transferOf(bytes)
    const costMs = estimateCostMs(bytes)
    const result = await pool.run({ bytes, shared }, { transfer, onPart, costMs }, work)
    const { measured: own, ...features } = result as FeatureResult
    const measured = own ?? (await measuring)
    if (!measured) throw new Error('a worker neither measured a picture nor handed it out')
    return { ...features, ...measured }
  }

  async function thumbnail(bytes: Uint8Array<ArrayBuffer>, side: number, work = realtime): Promise<Uint8Array> {
    const job = { thumbnailOf: bytes, side }
    const options = { transfer: transferOf(bytes), costMs: estimateCostMs(bytes) }
    return ((await pool.run(job, options, work)) as ThumbnailResult).thumbnail
  }

  return {
    ...pool.info,
    extract,
    thumbnail,
    inspect: async (bytes, work = realtime) =>
      (await pool.run({ inspect: bytes }, { costMs: inspectMs }, work)) as PictureHeader,
    admit,
    get waiting() {
      return pool.waiting
    },
    get running() {
      return pool.running
    },
    turnWaitMs: pool.turnWaitMs,
    close: pool.close,
  }
}

/** Bytes that fill their buffer are not copied. */
function transferOf(bytes: Uint8Array<ArrayBuffer>): readonly ArrayBuffer[] {
  return bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
}

/** Of the pictures that wait for a worker or are with one. One account uses half of it at most. */
const pictureBytesMax = 256 * 1024 * 1024
const measureMs = 8
const inspectMs = 1

/** With a remote embedder a worker mostly waits for the network, so it can hold several pictures. */
const jobsPerRemoteWorker = 8
