import type { Measured } from '@palate/core/taste/attributes.ts'
import type { EmbedderSettings } from '../../embedder-settings.ts'
import { FrameFault } from '../faults.ts'
import type { DecodedPicture } from '../pictures/decode.ts'
import type { ImageFormat } from '../pictures/image-format.ts'
import { createWorkerPool, type RunOptions } from '../threads/worker-pool.ts'

/** All that scoring needs to know of a picture. The same bytes and embedder always give the same features. */
export interface Features {
  readonly width: number
  readonly height: number
  readonly format: ImageFormat
  readonly attributes: Measured
  readonly embedding: Float32Array<ArrayBuffer>
}

/** The space that embeddings lie in. Those of different ids must never meet. */
export interface Space {
  readonly id: string
  readonly dimensions: number
}

/**
 * A picture that is to be read; or one that another worker is reading, whose attributes are to be measured meanwhile. Who
 * reads a picture to be `shared` hands it out as a part, and leaves its attributes to others.
 */
export type FeatureJob = { readonly bytes: Uint8Array; readonly shared: boolean } | { readonly measure: FeaturePart }

export type FeatureResult = Omit<Features, 'attributes'> & { readonly attributes: Measured | undefined }
export type FeaturePart = Omit<DecodedPicture, 'format'>

type ReadOptions = Pick<RunOptions, 'priority' | 'signal'>

export interface FeatureReader extends Space {
  /**
   * Takes the bytes away: they move to the worker and are empty afterwards, unless they are only a part of their buffer.
   * Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal.
   */
  read(bytes: Uint8Array<ArrayBuffer>, options?: ReadOptions): Promise<Features>
  /** Resolves as soon as few pictures wait: for `makeRoom` of a fetch, so that fetching never runs far ahead. */
  room(options?: ReadOptions): Promise<void>
  readonly waiting: number
  readonly running: number
  close(): Promise<void>
}

export interface FeatureReaderOptions {
  readonly embedder: EmbedderSettings
  readonly workers: number
  /** Of each priority. Past it, `read` rejects at once. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
}

/** Rejects with one line where the embedder cannot be opened. */
export async function createFeatureReader({ embedder, ...options }: FeatureReaderOptions): Promise<FeatureReader> {
  const pool = await createWorkerPool<FeatureJob, Space, FeatureResult | Measured, FeaturePart>({
    ...options,
    file: new URL('./feature-worker.ts', import.meta.url),
    workerData: embedder,
    jobsPerWorker: embedder.kind === 'http' ? jobsPerWaitingWorker : 1,
    timeoutFault: () => new FrameFault('image_too_large', 'the picture takes too long to read'),
  })

  async function read(bytes: Uint8Array<ArrayBuffer>, { priority, signal }: ReadOptions = {}): Promise<Features> {
    let measured: Promise<Measured> | undefined
    const onPart = (part: FeaturePart) => {
      const transfer = [part.decoded.data.buffer as ArrayBuffer]
      measured = pool.run({ measure: part }, { priority, transfer }) as Promise<Measured>
      // Where reading fails, nobody waits for this.
      measured.catch(() => {})
    }
    // Somebody waits for a real-time frame: an idle worker measures it while the other one embeds it.
    const shared = priority !== 'batch' && embedder.kind !== 'http' && pool.hasSpare()
    const transfer = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
    const result = (await pool.run({ bytes, shared }, { priority, signal, transfer, onPart })) as FeatureResult
    const attributes = result.attributes ?? (await measured)
    if (!attributes) throw new Error('a worker neither measured a picture nor handed it out')
    return { ...result, attributes }
  }

  return {
    ...pool.greeting,
    read,
    room: pool.room,
    get waiting() {
      return pool.waiting
    },
    get running() {
      return pool.running
    },
    close: pool.close,
  }
}

/** A remote embedder leaves its worker idle, so that several pictures can be under way. */
const jobsPerWaitingWorker = 8
