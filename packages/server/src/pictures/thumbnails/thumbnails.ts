import { thumbnailSideDefault } from '@palate/core/frames/schema.ts'
import { LRUCache } from 'lru-cache'
import type { ObjectStore } from '../../bucket/object-store.ts'
import { WriteBehindBuffer } from '../../platform/write-behind-buffer.ts'
import type { MakeThumbnail, SettleThumbnails, ThumbnailRequest } from '../../ports/scoring.ts'
import type { Services } from '../../services.ts'
import { isAccountFull } from '../../store/disk/account-bytes.ts'
import { rethrowForClient } from '../client-fault.ts'
import { largeSide, mediumSide, previewSide, windowSide } from '../decoding/thumbnail-sides.ts'
import type { FeatureExtractor } from '../features/feature-extractor.ts'
import { FrameFault } from '../picture-faults.ts'
import { readThumbnail, storeThumbnails } from './thumbnail-objects.ts'
import type { Thumbnail, ThumbnailKey } from './thumbnail-store.ts'

/** Memory for thumbnails that this process served last. */
export const thumbnailBytesInMemoryMax = 16 * 1024 * 1024
/** Memory for thumbnails while the store rejects writes. The oldest are dropped. */
export const unwrittenThumbnailBytesMax = 16 * 1024 * 1024
/** The only sizes, besides previews, that are stored: a client could request hundreds of sizes. */
const storedSides: ReadonlySet<number> = new Set([thumbnailSideDefault, mediumSide, largeSide, windowSide])
const flushEveryMs = 300

/**
 * Thumbnails by account, content hash and size. Previews, made of pictures that are read anyway, arrive in large
 * numbers and are written off the request path.
 */
export class Thumbnails {
  readonly #services: Pick<Services, 'store' | 'clock' | 'log'>
  readonly #extractor: Extractor
  readonly #objects: ObjectStore
  readonly #recent = new LRUCache<string, Buffer>({
    maxSize: thumbnailBytesInMemoryMax,
    sizeCalculation: (data) => data.length + bytesEach,
  })
  readonly #unwritten: WriteBehindBuffer<Thumbnail>
  /** Previews in the making, so that a picture that was just scored has one. */
  readonly #making = new Map<string, Promise<Uint8Array | undefined>>()

  constructor(services: Pick<Services, 'store' | 'clock' | 'log'>, extractor: Extractor, objects: ObjectStore) {
    this.#services = services
    this.#objects = objects
    this.#extractor = extractor
    this.#unwritten = new WriteBehindBuffer({
      everyMs: flushEveryMs,
      bytesMax: unwrittenThumbnailBytesMax,
      measure: ({ data }) => data.length + bytesEach,
      write: (thumbnails) => this.#write(thumbnails),
      onError: (err) => services.log.error({ err }, 'thumbnails could not be stored'),
    })
  }

  addPreview(accountId: string, contentHash: string, making: Promise<Uint8Array | undefined>): void {
    const thumbnailKey = { accountId, contentHash, side: previewSide }
    const key = thumbnailKeyOf(thumbnailKey)
    const added = making.then((data) => {
      if (data) this.#unwritten.add(key, { ...thumbnailKey, data })
      if (this.#making.get(key) === added) this.#making.delete(key)
      return data
    })
    this.#making.set(key, added)
  }

  findPreview(accountId: string, contentHash: string): Promise<Buffer | undefined> {
    return this.find({ accountId, contentHash, side: previewSide })
  }

  /** Whether a preview is being made or waiting to be stored. */
  hasUnwritten(accountId: string, contentHash: string): boolean {
    const key = thumbnailKeyOf({ accountId, contentHash, side: previewSide })
    return this.#unwritten.find(key) !== undefined || this.#making.has(key)
  }

  readonly make: MakeThumbnail = async (request) => {
    const known = await this.find(request)
    if (known) return known
    const data = await this.#render(request)
    if (!data) return undefined
    this.#recent.set(thumbnailKeyOf(request), data)
    const { accountId, contentHash, side } = request
    if (storedSides.has(side)) this.#unwritten.add(thumbnailKeyOf(request), { accountId, contentHash, side, data })
    return data
  }

  /** Drops what is in memory of a picture that was erased. */
  forget(accountId: string, contentHash: string): void {
    const prefix = pictureKeyOf({ accountId, contentHash })
    for (const key of this.#recent.keys()) if (key.startsWith(prefix)) this.#recent.delete(key)
    for (const side of [previewSide, ...storedSides]) this.#unwritten.forget(`${prefix}${side}`)
  }

  flush(): Promise<void> {
    return this.#unwritten.flush()
  }

  /** Stores what is being made of a picture. */
  readonly settle: SettleThumbnails = async (picture) => {
    await this.#making.get(thumbnailKeyOf({ ...picture, side: previewSide }))
    await this.flush()
  }

  async close(): Promise<void> {
    await Promise.all(this.#making.values())
    await this.#unwritten.close()
  }

  /** The largest one that was made before of a picture whose bytes are gone or elsewhere. */
  async findLargest(accountId: string, contentHash: string): Promise<Buffer | undefined> {
    for (const side of [windowSide, largeSide, mediumSide]) {
      const data = await this.find({ accountId, contentHash, side })
      if (data) return data
    }
    return undefined
  }

  /** A thumbnail that was made before. */
  async find(thumbnailKey: ThumbnailKey): Promise<Buffer | undefined> {
    const key = thumbnailKeyOf(thumbnailKey)
    const inMemory = this.#recent.get(key) ?? this.#unwritten.find(key)?.data ?? (await this.#making.get(key))
    const data = inMemory ?? (await readThumbnail(this.#services.store.read, this.#objects, thumbnailKey))
    if (!data) return undefined
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data)
    this.#recent.set(key, bytes)
    return bytes
  }

  async #render({ accountId, side, read, signal }: ThumbnailRequest): Promise<Buffer | undefined> {
    const work = { priority: 'realtime', accountId, signal } as const
    let release = () => {}
    const admit = async (bytes: number) => {
      release()
      release = await this.#extractor.admit(bytes, work)
    }
    try {
      const picture = await read(admit)
      return picture && Buffer.from(await this.#extractor.thumbnail(picture, side, work))
    } catch (error) {
      // The picture was readable before, so now it cannot be fetched or takes too long.
      if (error instanceof FrameFault) return undefined
      return rethrowForClient(error)
    } finally {
      release()
    }
  }

  async #write(thumbnails: readonly Thumbnail[]): Promise<void> {
    const { store, clock } = this.#services
    if (await isAccountFull(store, thumbnails)) return
    await storeThumbnails(store, this.#objects, thumbnails, clock().toISOString())
  }
}

type Extractor = Pick<FeatureExtractor, 'admit' | 'thumbnail'>

/** Size of an entry without its bytes. */
const bytesEach = 500

function thumbnailKeyOf({ side, ...picture }: ThumbnailKey): string {
  return `${pictureKeyOf(picture)}${side}`
}

function pictureKeyOf({ accountId, contentHash }: Omit<ThumbnailKey, 'side'>): string {
  return `${accountId}/${contentHash}/`
}
