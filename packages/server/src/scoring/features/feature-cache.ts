import type { Measured } from '@palate/core/taste/attributes.ts'
import { LRUCache } from 'lru-cache'
import type { ThreadServices } from '../../services.ts'
import { findFullAccounts } from '../../store/disk/account-bytes.ts'
import { type SeenFrame, upsertRecentFrames, upsertSeenFrames } from '../storing/seen-frame-store.ts'
import { type FeatureRow, findFeatures, inOrder, insertFeatures, listFeatures } from '../storing/store.ts'
import { createFeatures, type FeatureSpace, type Features } from './features.ts'

/** A row of this space. */
type StoredFeatures = Awaited<ReturnType<typeof listFeatures>>[number]

interface Unwritten {
  readonly accountId: string
  readonly features: Features
}

/** Enough for about two thousand pictures with the built-in embedder. */
export const featureBytesInMemoryMax = 16 * 1024 * 1024
/** After this time the store is queried again: swept features must be stored again when they are needed. */
const picturesInMemoryMs = 24 * 3600 * 1000
const flushEveryMs = 300
/** For features, and for frames, while the store rejects writes. The oldest are dropped and computed again later. */
export const unwrittenBytesMax = 32 * 1024 * 1024
/** An insert blocks the event loop, and an embedding is large. */
const rowsPerInsertMax = 50

/**
 * The features of pictures by content hash: the most recent in memory, all in the store, so that no picture is embedded
 * twice. Not shared between accounts, because a cache hit would reveal that another account has the same picture.
 *
 * New entries are written a few times a second, off the request path. A crash can lose the most recent ones, which are
 * then computed again. Features that a profile learns from are not written here but together with their pins.
 */
export class FeatureCache {
  readonly #services: ThreadServices
  readonly #space: FeatureSpace
  readonly #recent: LRUCache<string, Features>
  readonly #unwritten = new LRUCache<string, Unwritten>({
    maxSize: unwrittenBytesMax,
    sizeCalculation: ({ features }) => bytesOf(features),
  })
  readonly #unwrittenFrames = new LRUCache<string, SeenFrame>({
    maxSize: unwrittenBytesMax,
    // The frame also contains the texts of its key.
    sizeCalculation: ({ url, scores }, key) => bytesEach + 2 * (key.length + (url?.length ?? 0) + scores.length),
  })
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor(services: ThreadServices, space: FeatureSpace) {
    this.#services = services
    this.#space = space
    this.#recent = new LRUCache({
      maxSize: featureBytesInMemoryMax,
      sizeCalculation: bytesOf,
      ttl: picturesInMemoryMs,
      perf: { now: () => services.clock().getTime() },
    })
    this.#timer = setInterval(() => this.flush().catch(this.#logError), flushEveryMs).unref()
  }

  async find(accountId: string, contentHash: string): Promise<Features | undefined> {
    const key = keyOf(accountId, contentHash)
    const recent = this.#recent.get(key) ?? this.#unwritten.peek(key)?.features
    if (recent) return recent
    const row = await findFeatures(this.#services.store.read, accountId, contentHash, this.#space.id)
    const features = row && this.#featuresIn({ content_hash: contentHash, ...row })
    if (features) this.#recent.set(key, features)
    return features
  }

  /** The stored features of these pictures. Neither reads nor changes what is in memory. */
  async listStored(accountId: string, contentHashes: readonly string[]): Promise<readonly Features[]> {
    const rows = await listFeatures(this.#services.store.read, accountId, contentHashes, this.#space.id)
    return rows.flatMap((row) => this.#featuresIn(row) ?? [])
  }

  /** Adds the features extracted from a picture and returns them without other members. */
  add(accountId: string, extracted: Features): Features {
    const features = createFeatures(this.#space, extracted)
    const key = keyOf(accountId, features.contentHash)
    this.#recent.set(key, features)
    this.#unwritten.set(key, { accountId, features })
    return features
  }

  /** Records which picture was scored under which frame id, for later comparisons that refer to the frame. */
  addSeenFrame(frame: SeenFrame): void {
    this.#unwrittenFrames.set(frameKeyOf(frame), frame)
  }

  /** The content hash of the picture last scored under a frame id, if it is not in the store yet. */
  unwrittenFrame(accountId: string, projectId: string, frameId: string): string | undefined {
    return this.#unwrittenFrames.peek(frameKeyOf({ accountId, projectId, frameId }))?.contentHash
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#flush())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** Entries that arrive during a flush wait for the next one. Otherwise a busy service would write row by row. */
  async #flush(): Promise<void> {
    const features = [...this.#unwritten].toReversed()
    const frames = [...this.#unwrittenFrames].toReversed()
    for (let i = 0; i < Math.max(features.length, frames.length); i += rowsPerInsertMax) {
      await this.#write(features.slice(i, i + rowsPerInsertMax), frames.slice(i, i + rowsPerInsertMax))
    }
  }

  async #write(
    entries: readonly (readonly [string, Unwritten])[],
    frames: readonly (readonly [string, SeenFrame])[],
  ): Promise<void> {
    const now = this.#services.clock().toISOString()
    const { store } = this.#services
    const full = await findFullAccounts(
      store.read,
      entries.map(([, { accountId }]) => accountId),
      store.accountBytesMax,
    )
    // Features that exceed the account's limit are computed again when needed.
    const storable = entries.filter(([, { accountId }]) => !full.has(accountId))
    const rows = inOrder(storable.map(([, { accountId, features }]) => this.rowOf(accountId, features)))
    // Processes that upsert the same frames must lock them in the same order.
    const seen = frames.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, frame]) => frame)
    await store.write(async (db) => {
      if (rows.length > 0) await insertFeatures(db, rows, now)
      if (seen.length > 0) await upsertSeenFrames(db, seen)
      if (seen.length > 0) await upsertRecentFrames(db, seen)
    })
    for (const [key, entry] of entries) if (this.#unwritten.peek(key) === entry) this.#unwritten.delete(key)
    for (const [key, frame] of frames) if (this.#unwrittenFrames.peek(key) === frame) this.#unwrittenFrames.delete(key)
  }

  /** With another embedder, the row contains its embedding followed by the built-in one. */
  rowOf(accountId: string, { contentHash, embedding, builtinEmbedding, attributes }: Features): FeatureRow {
    return {
      accountId,
      contentHash,
      embedderId: this.#space.id,
      embedding: builtinEmbedding ? Buffer.concat([embedding, builtinEmbedding].map(bytesIn)) : bytesIn(embedding),
      attributes: JSON.stringify(attributes),
    }
  }

  /**
   * Undefined if the row's length does not match this space: with another embedder, earlier versions stored uploads
   * without the built-in embedding. Such pictures are read again, and their rows replaced.
   */
  #featuresIn({ content_hash, embedding, attributes }: StoredFeatures): Features | undefined {
    const { dimensions, builtinDimensions } = this.#space
    if (embedding.byteLength !== 4 * (dimensions + builtinDimensions)) return undefined
    // Copies, because a driver's buffer may start at any byte, and floats need alignment.
    const floats = new Float32Array(Uint8Array.from(embedding).buffer)
    return createFeatures(this.#space, {
      contentHash: content_hash,
      attributes: JSON.parse(attributes) as Measured,
      embedding: floats.slice(0, dimensions),
      ...(builtinDimensions > 0 && { builtinEmbedding: floats.slice(dimensions) }),
    })
  }

  readonly #logError = (error: unknown) => this.#services.log.error({ err: error }, 'features could not be stored')
}

/** Size of an entry without its embedding and texts. */
const bytesEach = 500

function bytesOf({ embedding, builtinEmbedding }: Features): number {
  return 2 * bytesEach + embedding.byteLength + (builtinEmbedding?.byteLength ?? 0)
}

function frameKeyOf({ accountId, projectId, frameId }: Pick<SeenFrame, 'accountId' | 'projectId' | 'frameId'>): string {
  return JSON.stringify([accountId, projectId, frameId])
}

function keyOf(accountId: string, contentHash: string): string {
  return `${accountId}/${contentHash}`
}

function bytesIn({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
