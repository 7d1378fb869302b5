import { thumbnailSideDefault } from '@palate/core/frames/schema.ts'
import { LRUCache } from 'lru-cache'
import type { MakeThumbnail, ThumbnailRequest } from '../../ports.ts'
import type { Services } from '../../services.ts'
import { findFullAccounts } from '../../store/disk/account-bytes.ts'
import { rethrowForClient } from '../client-fault.ts'
import { FrameFault } from '../faults.ts'
import type { FeatureExtractor } from '../features/feature-extractor.ts'
import { largeSide, previewSide } from '../pictures/thumbnail-sides.ts'
import { findThumbnail, insertThumbnails, type Thumbnail } from './thumbnail-store.ts'

/** Memory for thumbnails that this process served last. */
export const thumbnailBytesInMemoryMax = 16 * 1024 * 1024
/** Memory for thumbnails while the store rejects writes. The oldest are dropped. */
export const unwrittenThumbnailBytesMax = 16 * 1024 * 1024
/** The only sizes, besides previews, that are stored: a client could request hundreds of sizes. */
const storedSides: ReadonlySet<number> = new Set([thumbnailSideDefault, largeSide])
const flushEveryMs = 300
const rowsPerInsertMax = 50

/**
 * Thumbnails by account, content hash and size. Previews, made of pictures that are read anyway, arrive in large
 * numbers and are written a few times a second, off the request path. A crash can lose the latest.
 */
export class Thumbnails {
  readonly #services: Pick<Services, 'store' | 'clock' | 'log'>
  readonly #extractor: Pick<FeatureExtractor, 'admit' | 'thumbnail'>
  readonly #recent = new LRUCache<string, Buffer>({
    maxSize: thumbnailBytesInMemoryMax,
    sizeCalculation: (data) => data.length + bytesEach,
  })
  readonly #unwritten = new LRUCache<string, Thumbnail>({
    maxSize: unwrittenThumbnailBytesMax,
    sizeCalculation: ({ data }) => data.length + bytesEach,
  })
  /** Previews in the making, so that a picture that was just scored has one. */
  readonly #making = new Map<string, Promise<Uint8Array | undefined>>()
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor(
    services: Pick<Services, 'store' | 'clock' | 'log'>,
    extractor: Pick<FeatureExtractor, 'admit' | 'thumbnail'>,
  ) {
    this.#services = services
    this.#extractor = extractor
    const logError = (err: unknown) => services.log.error({ err }, 'thumbnails could not be stored')
    this.#timer = setInterval(() => this.flush().catch(logError), flushEveryMs).unref()
  }

  addPreview(accountId: string, contentHash: string, making: Promise<Uint8Array | undefined>): void {
    const of = { accountId, contentHash, side: previewSide }
    const key = keyOf(of)
    const added = making.then((data) => {
      if (data) this.#unwritten.set(key, { ...of, data })
      if (this.#making.get(key) === added) this.#making.delete(key)
      return data
    })
    this.#making.set(key, added)
  }

  findPreview(accountId: string, contentHash: string): Promise<Buffer | undefined> {
    return this.#find({ accountId, contentHash, side: previewSide })
  }

  /** Whether a preview is being made or waiting to be stored. */
  hasUnwritten(accountId: string, contentHash: string): boolean {
    const key = keyOf({ accountId, contentHash, side: previewSide })
    return this.#unwritten.has(key) || this.#making.has(key)
  }

  readonly make: MakeThumbnail = async (request) => {
    const known = await this.#find(request)
    if (known) return known
    const data = await this.#render(request)
    if (!data) return undefined
    this.#recent.set(keyOf(request), data)
    const { accountId, contentHash, side } = request
    if (storedSides.has(side)) this.#unwritten.set(keyOf(request), { accountId, contentHash, side, data })
    return data
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#flush())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#making.values())
    await this.flush()
  }

  async #find(of: ThumbnailKey): Promise<Buffer | undefined> {
    const key = keyOf(of)
    const inMemory = this.#recent.get(key) ?? this.#unwritten.peek(key)?.data ?? (await this.#making.get(key))
    const data = inMemory ?? (await findThumbnail(this.#services.store.read, of.accountId, of.contentHash, of.side))
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

  async #flush(): Promise<void> {
    const waiting = [...this.#unwritten].toSorted(([one], [other]) => (one < other ? -1 : 1))
    for (let i = 0; i < waiting.length; i += rowsPerInsertMax) {
      const some = waiting.slice(i, i + rowsPerInsertMax)
      const { store, clock } = this.#services
      const waitingRows = some.map(([, thumbnail]) => thumbnail)
      const accountIds = waitingRows.map(({ accountId }) => accountId)
      const full = await findFullAccounts(store.read, accountIds, store.accountBytesMax)
      const rows = waitingRows.filter(({ accountId }) => !full.has(accountId))
      if (rows.length > 0) await store.write((db) => insertThumbnails(db, rows, clock().toISOString()))
      for (const [key, thumbnail] of some) if (this.#unwritten.peek(key) === thumbnail) this.#unwritten.delete(key)
    }
  }
}

type ThumbnailKey = Pick<Thumbnail, 'accountId' | 'contentHash' | 'side'>

/** Size of an entry without its bytes. */
const bytesEach = 500

function keyOf({ accountId, contentHash, side }: ThumbnailKey): string {
  return `${accountId}/${contentHash}/${side}`
}
