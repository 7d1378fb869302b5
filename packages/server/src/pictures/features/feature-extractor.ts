import type { TryableChange } from '@palate/core/taste/advice/changes.ts'
import type { Swatch } from '@palate/core/taste/attributes/palette.ts'
import type { Measured } from '@palate/core/taste/attributes.ts'
import type { ScreenDesign } from '@palate/core/taste/brief/screen-design.ts'
import type { Problem } from '@palate/core/taste/novelty/problem.ts'
import type { HiddenCell } from '@palate/core/taste/regions/hidden-cell.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { addStep, reserveStep } from '../../platform/tracing/tracing.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { type Priority, realtime, type WorkContext } from '../../work/work-context.ts'
import type { DecodedPicture, PictureHeader } from '../decoding/decode.ts'
import { estimateCostMs } from '../decoding/decode-cost.ts'
import { turnTelemetryOff } from '../embedders/onnx-runtime.ts'
import { FrameFault, QueueFull } from '../picture-faults.ts'
import { createWorkerPool, queuePerAccountMax } from '../threads/worker-pool.ts'
import type { EmbeddingSpace, ExtractedFeatures, Features } from './features.ts'

/**
 * In this order: extract features; measure the attributes of a picture that another worker is embedding; make a
 * thumbnail; read the header; list the colours; measure the design; decode a picture for edits; extract the features of
 * edited copies. The worker of a `shared` picture hands out its pixels, leaves measuring to another, and embeds on two
 * threads.
 */
export type FeatureJob =
  | { readonly bytes: Uint8Array; readonly shared: boolean; readonly traceparent?: string | undefined }
  | { readonly measure: SharedPicture }
  | { readonly thumbnailOf: Uint8Array; readonly side: number }
  | { readonly inspect: Uint8Array }
  | { readonly coloursOf: Uint8Array }
  | { readonly designOf: Uint8Array }
  | { readonly editable: Uint8Array }
  | { readonly editsOf: EditablePicture; readonly edits: readonly Edit[] }

export interface MeasuredPicture {
  readonly attributes: Measured
}
/** Without attributes if another worker measures them. */
export type FeatureResult = Omit<ExtractedFeatures, 'attributes' | 'preview'> & Partial<MeasuredPicture> & StepTimes
/** When decoding began and ended, and when embedding ended, in milliseconds since 1970. */
interface StepTimes {
  readonly times: readonly [number, number, number]
}
export interface ThumbnailResult {
  readonly thumbnail: Uint8Array
}
export interface ColoursResult {
  readonly colours: readonly Swatch[]
}
/** The colours of a picture at its own size, and what can be measured if it shows a screen. */
export interface DesignResult extends ColoursResult {
  readonly screen?: ScreenDesign
}
/** What is done to a copy of a picture: a change that could be suggested, or one cell is hidden. */
export type Edit = TryableChange | HiddenCell

/** A picture at the size of the embedders, from which edited copies are made. */
export interface EditablePicture {
  readonly main: DecodedPicture
  /** The picture as the chosen embedder expects it, if that is not the built-in one. */
  readonly other?: DecodedPicture
  readonly problem?: Problem
}
export interface EditableResult {
  readonly editable: EditablePicture
}
export type EditedCopy = Omit<Features, 'contentHash'>
export interface EditedResult {
  /** Undefined for edits that mean nothing for the picture. */
  readonly copies: readonly (EditedCopy | undefined)[]
}
export type JobResult =
  | FeatureResult
  | MeasuredPicture
  | ThumbnailResult
  | PictureHeader
  | ColoursResult
  | DesignResult
  | EditableResult
  | EditedResult
export type SharedPicture = Omit<DecodedPicture, 'format'>
/** Sent after the features. */
export interface Preview {
  readonly preview: Uint8Array | undefined
}

export interface FeatureExtractor extends EmbeddingSpace {
  /**
   * Transfers the bytes to a worker, which leaves them empty, unless they are only a part of their buffer.
   * Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal.
   */
  extract(bytes: Uint8Array<ArrayBuffer>, work?: WorkContext): Promise<ExtractedFeatures>
  /** Reads the header of a picture. Copies the bytes. Otherwise like `extract`. */
  inspect(bytes: Uint8Array, work?: WorkContext): Promise<PictureHeader>
  /** The colours of a picture. Copies the bytes. Otherwise like `extract`. */
  colours(bytes: Uint8Array, work?: WorkContext): Promise<readonly Swatch[]>
  /** Measures the design of a picture. Copies the bytes. Otherwise like `extract`. */
  design(bytes: Uint8Array, work?: WorkContext): Promise<DesignResult>
  /** A picture to edit. Copies the bytes. Otherwise like `extract`. */
  editable(bytes: Uint8Array, work?: WorkContext): Promise<EditablePicture>
  /** The features of edited copies, in the order of the edits. Otherwise like `extract`. */
  edited(picture: EditablePicture, edits: readonly Edit[], work?: WorkContext): Promise<EditedResult['copies']>
  /** How many jobs can run at a time. */
  readonly workers: number
  /** A thumbnail as WebP. Otherwise like `extract`. */
  thumbnail(bytes: Uint8Array<ArrayBuffer>, side: number, work?: WorkContext): Promise<Uint8Array>
  /**
   * Waits for memory for a picture of this size. This is the back-pressure: callers wait here before they fetch or
   * unpack the next picture. Call the returned function once the picture is done.
   */
  admit(bytes: number, work?: WorkContext): Promise<() => void>
  readonly waiting: number
  readonly running: number
  /** The longest time that an account with queued real-time pictures has not been served. */
  turnWaitMs(): number
  close(): Promise<void>
}

export interface FeatureExtractorOptions {
  readonly embedder: EmbedderSettings
  readonly workers: number
  /** For each account and priority. Beyond it, `admit` and `extract` reject immediately. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
  /** Called with the time that each picture waited for a worker. */
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
  const pool = await createWorkerPool<FeatureJob, EmbeddingSpace, JobResult, SharedPicture | Preview>({
    ...options,
    queueMax,
    file: new URL('./feature-worker.ts', import.meta.url),
    workerData: embedder,
    jobsPerWorker,
    timeoutFault: () => new FrameFault('image_too_large', 'the picture takes too long to process'),
  })

  const memory = createSemaphore({ max: pictureBytesMax, reserved: pictureBytesMax / 4, leavesAsMuchFree: true })
  // Small pictures count as larger than they are: more pictures than keep the workers busy would only wait.
  const bytesCountedMin = Math.ceil(pictureBytesMax / (64 + 8 * options.workers * jobsPerWorker))

  async function admit(bytes: number, work = realtime): Promise<() => void> {
    if (memory.waitingOf(work.priority, work.accountId) >= queueMax) throw new QueueFull()
    return memory.acquire(work, { slots: Math.max(bytes, bytesCountedMin) })
  }

  async function extract(bytes: Uint8Array<ArrayBuffer>, work = realtime): Promise<ExtractedFeatures> {
    let measuring: Promise<MeasuredPicture> | undefined
    const preview = Promise.withResolvers<Uint8Array | undefined>()
    const onPart = (part: SharedPicture | Preview | undefined) => {
      if (part === undefined || 'preview' in part) return preview.resolve(part?.preview)
      const transfer = [part.decoded.data.buffer as ArrayBuffer]
      measuring = pool.run({ measure: part }, { transfer, costMs: measureMs }, work) as Promise<MeasuredPicture>
      // Not awaited if the embedding fails.
      measuring.catch(() => {})
    }
    // Real-time frames are urgent, so a frame that is alone uses two threads, and an idle worker measures it meanwhile.
    const shared = work.priority !== 'batch' && embedder.kind !== 'http' && pool.hasSpare()
    const transfer = transferOf(bytes)
    const costMs = estimateCostMs(bytes)
    const embedStep = reserveStep()
    const job = { bytes, shared, traceparent: embedStep?.traceparent }
    const { times, ...features } = (await pool.run(job, { transfer, onPart, costMs }, work)) as FeatureResult
    if (embedStep) {
      addStep('decode', times[0], times[1])
      addStep('embed', times[1], times[2], embedStep.spanId)
    }
    const attributes = features.attributes ?? (await measuring)?.attributes
    if (!attributes) throw new Error('a worker neither measured a picture nor handed it out')
    return { ...features, attributes, preview: preview.promise }
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
    colours: async (bytes, work = realtime) => {
      const job = { coloursOf: bytes }
      return ((await pool.run(job, { costMs: estimateCostMs(bytes) }, work)) as ColoursResult).colours
    },
    design: async (bytes, work = realtime) =>
      (await pool.run({ designOf: bytes }, { costMs: designMs }, work)) as DesignResult,
    editable: async (bytes, work = realtime) =>
      ((await pool.run({ editable: bytes }, { costMs: estimateCostMs(bytes) }, work)) as EditableResult).editable,
    edited: async (picture, edits, work = realtime) => {
      const job = { editsOf: picture, edits }
      return ((await pool.run(job, { costMs: edits.length * editMs }, work)) as EditedResult).copies
    },
    workers: options.workers * jobsPerWorker,
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

/** Total size of the pictures queued for or processed by workers. One account may use at most half of it. */
const pictureBytesMax = 256 * 1024 * 1024
const measureMs = 8
const inspectMs = 1
const editMs = 15
const designMs = 150

/** With a remote embedder a worker mostly waits for the network, so it can process several pictures. */
const jobsPerRemoteWorker = 8
