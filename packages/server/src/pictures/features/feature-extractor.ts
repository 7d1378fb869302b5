import { AsyncResource } from 'node:async_hooks'
import type { TryableChange } from '@palate/core/taste/advice/changes.ts'
import type { Swatch } from '@palate/core/taste/attributes/palette.ts'
import type { Measured } from '@palate/core/taste/attributes.ts'
import type { ScreenDesign } from '@palate/core/taste/brief/screen-design.ts'
import type { Problem } from '@palate/core/taste/novelty/problem.ts'
import type { HiddenCell } from '@palate/core/taste/regions/hidden-cell.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { addStep, nowMs, reserveStep } from '../../platform/tracing/tracing.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { type Priority, realtime, type WorkContext } from '../../work/work-context.ts'
import type { DecodedPicture, PictureHeader } from '../decoding/decode.ts'
import { estimateCostMs } from '../decoding/decode-cost.ts'
import { turnTelemetryOff } from '../embedders/onnx-runtime.ts'
import { openRemoteEmbedder } from '../embedders/open-embedder.ts'
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
  | { readonly bytes: Uint8Array; readonly shared: boolean }
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
/** Without attributes if another worker measures them, and without the embedding if the embedder is remote. */
export type FeatureResult = Omit<ExtractedFeatures, 'attributes' | 'embedding' | 'preview'> &
  Partial<Pick<ExtractedFeatures, 'attributes' | 'embedding'>> &
  StepTimes
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
/** With the picture that a remote embedder gets in place of its embedding. */
export type UnembeddedCopy = EditedCopy | (Omit<EditedCopy, 'embedding'> & ToEmbed)
export interface EditedResult {
  /** Undefined for edits that mean nothing for the picture. */
  readonly copies: readonly (UnembeddedCopy | undefined)[]
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
/** A picture for a remote embedder, sent once the picture was decoded. */
export interface ToEmbed {
  readonly toEmbed: Uint8Array
}
/** Sent after the features. */
export interface Preview {
  readonly preview: Uint8Array | undefined
}
export type Part = SharedPicture | ToEmbed | Preview
/** The embedders of a worker. */
export interface WorkerInfo {
  readonly embedder: Pick<EmbeddingSpace, 'id' | 'dimensions'> | undefined
  readonly builtin: EmbeddingSpace['builtin']
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
  edited(
    picture: EditablePicture,
    edits: readonly Edit[],
    work?: WorkContext,
  ): Promise<readonly (EditedCopy | undefined)[]>
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
  const remote = await openRemoteEmbedder(embedder)
  const pool = await createWorkerPool<FeatureJob, WorkerInfo, JobResult, Part>({
    ...options,
    queueMax,
    file: new URL('./feature-worker.ts', import.meta.url),
    workerData: embedder,
    timeoutFault: () => new FrameFault('image_too_large', 'the picture takes too long to process'),
  }).catch(async (error) => {
    await remote?.close()
    throw error
  })
  const { builtin } = pool.info
  const { id, dimensions } = remote ?? (pool.info.embedder as NonNullable<WorkerInfo['embedder']>)

  const memory = createSemaphore({ max: pictureBytesMax, reserved: pictureBytesMax / 4, leavesAsMuchFree: true })
  // Small pictures count as larger than they are: more pictures than keep the workers busy would only wait.
  const bytesCountedMin = Math.ceil(pictureBytesMax / (64 + 8 * options.workers))

  async function admit(bytes: number, work = realtime): Promise<() => void> {
    if (memory.waitingOf(work.priority, work.accountId) >= queueMax) throw new QueueFull()
    return memory.acquire(work, { slots: Math.max(bytes, bytesCountedMin) })
  }

  async function extract(bytes: Uint8Array<ArrayBuffer>, work = realtime): Promise<ExtractedFeatures> {
    let measuring: Promise<MeasuredPicture> | undefined
    let embedding: Promise<Float32Array<ArrayBuffer>> | undefined
    const preview = Promise.withResolvers<Uint8Array | undefined>()
    // Bound, because a worker's message arrives outside the trace of the request.
    const onPart = AsyncResource.bind((part: Part | undefined) => {
      if (part === undefined || 'preview' in part) return preview.resolve(part?.preview)
      if ('toEmbed' in part) {
        embedding = embedRemotely(part, work)
        embedding.catch(() => {})
        return
      }
      const transfer = [part.decoded.data.buffer as ArrayBuffer]
      measuring = pool.run({ measure: part }, { transfer, costMs: measureMs }, work) as Promise<MeasuredPicture>
      // Not awaited if the embedding fails.
      measuring.catch(() => {})
    })
    // Real-time frames are urgent, so a frame that is alone uses two threads, and an idle worker measures it meanwhile.
    const embedsHere = !remote || builtin !== undefined
    const shared = work.priority !== 'batch' && embedsHere && pool.hasSpare()
    const transfer = transferOf(bytes)
    const costMs = estimateCostMs(bytes)
    const job = { bytes, shared }
    const { times, ...features } = (await pool.run(job, { transfer, onPart, costMs }, work)) as FeatureResult
    addStep('decode', times[0], times[1])
    if (embedsHere) addStep(remote ? 'embed for the prior' : 'embed', times[1], times[2])
    const attributes = features.attributes ?? (await measuring)?.attributes
    if (!attributes) throw new Error('a worker neither measured a picture nor handed it out')
    const embedded = features.embedding ?? (await embedding)
    if (!embedded) throw new Error('a worker neither embedded a picture nor handed it out')
    return { ...features, attributes, embedding: embedded, preview: preview.promise }
  }

  /** A step of its own in the trace, which the remote embedder continues. */
  async function embedRemotely({ toEmbed }: ToEmbed, work: WorkContext): Promise<Float32Array<ArrayBuffer>> {
    if (!remote) throw new Error('a picture was handed out, but no embedder is remote')
    const step = reserveStep()
    const startMs = nowMs()
    const embedding = await remote.embed(toEmbed, work, step?.traceparent)
    if (step) addStep('embed', startMs, nowMs(), { spanId: step.spanId })
    return embedding
  }

  async function embedCopy(copy: UnembeddedCopy | undefined, work: WorkContext): Promise<EditedCopy | undefined> {
    if (copy === undefined || !('toEmbed' in copy)) return copy
    const { toEmbed, ...features } = copy
    return { ...features, embedding: await embedRemotely({ toEmbed }, work) }
  }

  async function thumbnail(bytes: Uint8Array<ArrayBuffer>, side: number, work = realtime): Promise<Uint8Array> {
    const job = { thumbnailOf: bytes, side }
    const options = { transfer: transferOf(bytes), costMs: estimateCostMs(bytes) }
    return ((await pool.run(job, options, work)) as ThumbnailResult).thumbnail
  }

  return {
    ...{ id, dimensions, ...(builtin && { builtin }) },
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
      const { copies } = (await pool.run(job, { costMs: edits.length * editMs }, work)) as EditedResult
      return Promise.all(copies.map((copy) => embedCopy(copy, work)))
    },
    workers: options.workers,
    admit,
    get waiting() {
      return pool.waiting
    },
    get running() {
      return pool.running
    },
    turnWaitMs: pool.turnWaitMs,
    async close() {
      await pool.close()
      await remote?.close()
    },
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
