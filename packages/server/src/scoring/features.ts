import type { Measured } from '@palate/core/taste/attributes.ts'
import type { EmbedderSettings } from './embedder-settings.ts'
import type { ImageFormat } from './image-format.ts'
import { createWorkerPool, type RunOptions } from './worker-pool.ts'

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

export interface FeatureJob {
  readonly bytes: Uint8Array
}

export interface FeatureReader extends Space {
  /**
   * Takes the bytes away: they move to the worker and are empty afterwards, unless they are only a part of their buffer.
   * Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal.
   */
  read(bytes: Uint8Array<ArrayBuffer>, options?: Omit<RunOptions, 'transfer'>): Promise<Features>
  /** Resolves as soon as few pictures wait: for `makeRoom` of a fetch, so that fetching never runs far ahead. */
  room(options?: Omit<RunOptions, 'transfer'>): Promise<void>
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
  const pool = await createWorkerPool<FeatureJob, Space, Features>({
    ...options,
    file: new URL('./feature-worker.ts', import.meta.url),
    workerData: embedder,
    jobsPerWorker: embedder.kind === 'http' ? jobsPerWaitingWorker : 1,
  })
  return {
    ...pool.greeting,
    read: (bytes, readOptions) => {
      const transfer = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
      return pool.run({ bytes }, { ...readOptions, transfer })
    },
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
