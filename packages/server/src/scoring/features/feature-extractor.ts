import type { Measured } from '@palate/core/taste/attributes.ts'
import type { EmbedderSettings } from '../../embedder-settings.ts'
import { realtime, type WorkContext } from '../../work-context.ts'
import { FrameFault } from '../faults.ts'
import type { DecodedPicture } from '../pictures/decode.ts'
import { createWorkerPool } from '../threads/worker-pool.ts'
import type { EmbeddingSpace, ExtractedFeatures } from './features.ts'

/**
 * Either a picture to extract features from, or a picture that another worker is embedding and whose attributes are to
 * be measured meanwhile. The worker of a `shared` picture hands out its pixels and leaves the attributes to another.
 */
export type FeatureJob = { readonly bytes: Uint8Array; readonly shared: boolean } | { readonly measure: SharedPicture }

export type FeatureResult = Omit<ExtractedFeatures, 'attributes'> & { readonly attributes: Measured | undefined }
export type SharedPicture = Omit<DecodedPicture, 'format'>

export interface FeatureExtractor extends EmbeddingSpace {
  /**
   * Transfers the bytes to a worker, after which they are empty, unless they are only a part of their buffer.
   * Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal.
   */
  extract(bytes: Uint8Array<ArrayBuffer>, work?: WorkContext): Promise<ExtractedFeatures>
  /** Resolves once few pictures wait: back-pressure for those who fetch them. */
  waitForShortQueue(work?: WorkContext): Promise<void>
  readonly waiting: number
  readonly running: number
  close(): Promise<void>
}

export interface FeatureExtractorOptions {
  readonly embedder: EmbedderSettings
  readonly workers: number
  /** For each priority. Past it, `extract` rejects at once. */
  readonly queueMax?: number
  readonly jobTimeoutMs?: number
}

/** Rejects with a one-line message if the embedder cannot be opened. */
export async function createFeatureExtractor({
  embedder,
  ...options
}: FeatureExtractorOptions): Promise<FeatureExtractor> {
  const pool = await createWorkerPool<FeatureJob, EmbeddingSpace, FeatureResult | Measured, SharedPicture>({
    ...options,
    file: new URL('./feature-worker.ts', import.meta.url),
    workerData: embedder,
    jobsPerWorker: embedder.kind === 'http' ? jobsPerRemoteWorker : 1,
    timeoutFault: () => new FrameFault('image_too_large', 'the picture takes too long to read'),
  })

  async function extract(bytes: Uint8Array<ArrayBuffer>, work = realtime): Promise<ExtractedFeatures> {
    let measured: Promise<Measured> | undefined
    const onPart = (picture: SharedPicture) => {
      const transfer = [picture.decoded.data.buffer as ArrayBuffer]
      measured = pool.run({ measure: picture }, { transfer }) as Promise<Measured>
      // If the embedding fails, nobody awaits this.
      measured.catch(() => {})
    }
    // A client waits for a real-time frame, so an idle worker measures it while another one embeds it.
    const shared = work.priority !== 'batch' && embedder.kind !== 'http' && pool.hasSpare()
    const transfer = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
    const result = (await pool.run({ bytes, shared }, { transfer, onPart }, work)) as FeatureResult
    const attributes = result.attributes ?? (await measured)
    if (!attributes) throw new Error('a worker neither measured a picture nor handed it out')
    return { ...result, attributes }
  }

  return {
    ...pool.info,
    extract,
    waitForShortQueue: pool.waitForShortQueue,
    get waiting() {
      return pool.waiting
    },
    get running() {
      return pool.running
    },
    close: pool.close,
  }
}

/** With a remote embedder a worker mostly waits for the network, so it can hold several pictures. */
const jobsPerRemoteWorker = 8
