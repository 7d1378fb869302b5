import { LRUCache } from 'lru-cache'
import { sha256 } from '../hash.ts'
import type { SharedReadings } from '../ports.ts'
import type { Priority } from '../semaphore.ts'
import { FrameFault } from './faults.ts'
import type { FeatureShelf, Known } from './features/feature-cache.ts'
import type { FeatureReader } from './features/feature-extractor.ts'
import { isDataUrl, readDataUrl } from './fetching/data-url.ts'
import { defaultFetchLimits } from './fetching/fetch-limits.ts'
import type { Fetcher } from './fetching/fetcher.ts'
import type { Validators } from './fetching/request.ts'

/** A picture that was read: what is known of it, and which bytes it had. */
export interface Picture extends Known {
  readonly contentHash: string
}

export interface ReadOptions {
  readonly priority?: Priority | undefined
  readonly signal?: AbortSignal | undefined
  readonly shared?: SharedReadings | undefined
}

const addressesRememberedMax = 20_000

/** From an address to the features of its picture, by the shortest way. */
export class FrameReader {
  readonly #fetcher: Fetcher
  readonly #reader: FeatureReader
  readonly #shelf: FeatureShelf
  /** What each address gave last, so that an unchanged picture is not sent again. */
  readonly #addresses = new LRUCache<string, Validators & { contentHash: string }>({ max: addressesRememberedMax })
  readonly #underWay = new Map<string, Promise<Known>>()

  constructor(fetcher: Fetcher, reader: FeatureReader, shelf: FeatureShelf) {
    this.#fetcher = fetcher
    this.#reader = reader
    this.#shelf = shelf
  }

  /** Rejects with a FrameFault where the frame is at fault. */
  async read(accountId: string, url: string, options: ReadOptions = {}): Promise<Picture> {
    const { shared } = options
    if (!shared) return this.#readNow(accountId, url, options)
    const known = shared.get(url)
    const recalled = known && (await this.recall(accountId, await known))
    if (recalled) return recalled
    const reading = this.#readNow(accountId, url, options)
    const hash = reading.then(({ contentHash }) => contentHash)
    shared.set(url, hash)
    // What failed is shared only by those who waited for it: the next one tries for itself.
    hash.catch(() => shared.get(url) === hash && shared.delete(url))
    return reading
  }

  async #readNow(accountId: string, url: string, options: ReadOptions): Promise<Picture> {
    if (isDataUrl(url)) {
      const { bytes } = readDataUrl(url, defaultFetchLimits.frameBytesMax)
      return this.#know(accountId, sha256(bytes).toString('hex'), bytes, options)
    }
    if (url.startsWith('frame:')) throw new FrameFault('frame_not_found', 'there is no such frame')
    const name = `${accountId} ${url}`
    const previous = this.#addresses.get(name)
    const unchanged = previous && (await this.#shelf.find(accountId, previous.contentHash))
    const makeRoom = () => this.#reader.room(options)
    const answer = await this.#fetcher.fetch(url, {
      ...options,
      visitor: accountId,
      makeRoom,
      previous: unchanged && previous,
    })
    if (answer === 'not_modified') {
      if (!previous || !unchanged) throw new Error('a host said "not modified" without being asked')
      return { ...unchanged, contentHash: previous.contentHash }
    }
    const { bytes, contentHash } = answer
    const picture = await this.#know(accountId, contentHash, bytes, options)
    if (answer.etag !== undefined || answer.lastModified !== undefined) this.#addresses.set(name, validatorsOf(answer))
    return picture
  }

  /** A picture that was read before, by its bytes' hash alone. */
  async recall(accountId: string, contentHash: string): Promise<Picture | undefined> {
    const known = await this.#shelf.find(accountId, contentHash)
    return known && { ...known, contentHash }
  }

  async #know(
    accountId: string,
    contentHash: string,
    bytes: Uint8Array<ArrayBuffer>,
    { priority }: ReadOptions,
  ): Promise<Picture> {
    return { ...(await this.#findOrCompute(accountId, contentHash, bytes, priority)), contentHash }
  }

  /**
   * Requests for the same picture at the same time share one look-up and one computation: it is nobody's to call off.
   * Real-time work does not wait for a batch's turn, though.
   */
  #findOrCompute(
    accountId: string,
    contentHash: string,
    bytes: Uint8Array<ArrayBuffer>,
    priority: Priority = 'realtime',
  ): Promise<Known> {
    const urgent = `realtime ${accountId} ${contentHash}`
    const name = `${priority} ${accountId} ${contentHash}`
    const running = this.#underWay.get(urgent) ?? this.#underWay.get(name)
    if (running) return running
    const started = this.#shelf.find(accountId, contentHash).then(async (known) => {
      if (known) return known
      const features = await this.#reader.read(bytes, { priority })
      this.#shelf.keep(accountId, contentHash, features)
      return features
    })
    this.#underWay.set(name, started)
    return started.finally(() => this.#underWay.delete(name))
  }
}

function validatorsOf({ url, etag, lastModified, contentHash }: Validators & { contentHash: string }) {
  return { url, contentHash, ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) }
}
