import { isDataUrl } from '@palate/core/picture-url.ts'
import { sha256 } from '../hash.ts'
import { batch, realtime, type WorkContext } from '../work-context.ts'
import { FrameFault } from './faults.ts'
import type { FeatureCache } from './features/feature-cache.ts'
import type { FeatureExtractor } from './features/feature-extractor.ts'
import type { Features } from './features/features.ts'
import { readDataUrl } from './fetching/data-url.ts'
import { defaultFetchLimits } from './fetching/fetch-limits.ts'
import type { Fetcher } from './fetching/fetcher.ts'
import { ValidatorCache } from './fetching/validator-cache.ts'

/** Turns the URL of a frame into the features of its picture: fetches it, and extracts what the cache does not have. */
export class FrameReader {
  readonly #fetcher: Fetcher
  readonly #extractor: FeatureExtractor
  readonly #cache: FeatureCache
  readonly #validators = new ValidatorCache()
  readonly #extracting = new Map<string, Promise<Features>>()

  constructor(fetcher: Fetcher, extractor: FeatureExtractor, cache: FeatureCache) {
    this.#fetcher = fetcher
    this.#extractor = extractor
    this.#cache = cache
  }

  /** Rejects with a FrameFault if the frame is at fault. */
  async read(accountId: string, url: string, work = realtime): Promise<Features> {
    if (isDataUrl(url)) {
      const { bytes } = readDataUrl(url, defaultFetchLimits.frameBytesMax)
      return this.#featuresOf(accountId, sha256(bytes).toString('hex'), bytes, work)
    }
    if (url.startsWith('frame:')) throw new FrameFault('frame_not_found', 'there is no such frame')
    const previous = this.#validators.find(accountId, url)
    const known = previous && (await this.#cache.find(accountId, previous.contentHash))
    const backpressure = () => this.#extractor.waitForShortQueue(work)
    const answer = await this.#fetcher.fetch(url, { accountId, previous: known && previous, backpressure }, work)
    if (answer === 'not_modified') {
      if (!known) throw new Error('a host said "not modified" without being asked')
      return known
    }
    const { bytes, contentHash } = answer
    const features = await this.#featuresOf(accountId, contentHash, bytes, work)
    this.#validators.add(accountId, url, answer)
    return features
  }

  /**
   * Concurrent requests for the same picture share one look-up and one extraction, so no caller's signal may cancel it.
   * Real-time work does not wait for the extraction of a batch, which may be queued far behind.
   */
  #featuresOf(
    accountId: string,
    contentHash: string,
    bytes: Uint8Array<ArrayBuffer>,
    { priority }: WorkContext,
  ): Promise<Features> {
    const urgent = `realtime ${accountId} ${contentHash}`
    const key = `${priority} ${accountId} ${contentHash}`
    const running = this.#extracting.get(urgent) ?? this.#extracting.get(key)
    if (running) return running
    const started = this.#cache.find(accountId, contentHash).then(async (known) => {
      if (known) return known
      const { embedding, attributes } = await this.#extractor.extract(bytes, priority === 'batch' ? batch : realtime)
      const features = { contentHash, embedding, attributes }
      this.#cache.add(accountId, features)
      return features
    })
    this.#extracting.set(key, started)
    return started.finally(() => this.#extracting.delete(key))
  }
}
