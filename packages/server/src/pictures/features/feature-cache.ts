import { slicesOf } from '@palate/core/generic/slices.ts'
import type { Measured } from '@palate/core/taste/attributes.ts'
import { LRUCache } from 'lru-cache'
import type { CacheResult } from '../../platform/metrics.ts'
import { WriteBehindBuffer } from '../../platform/write-behind-buffer.ts'
import type { ThreadServices } from '../../services.ts'
import { isAccountFull } from '../../store/disk/account-bytes.ts'
import { lookUpTogetherOf } from '../../work/look-up-together.ts'
import { type FeatureRow, inOrder, insertFeatures, listFeatures } from './feature-store.ts'
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
/** Features that one statement reads. More would block the event loop. */
const featuresPerQueryMax = 64
/** Memory for features while the store rejects writes. The oldest are dropped and computed again later. */
export const unwrittenBytesMax = 32 * 1024 * 1024

/**
 * The features of pictures by content hash: the most recent in memory, all in the store, so that no picture is embedded
 * twice. Not shared between accounts, because a cache hit would reveal that another account has the same picture.
 *
 * Features that a crash loses are computed again. Those that a profile learns from are not written here but together
 * with their pins.
 */
export class FeatureCache {
  readonly #services: ThreadServices
  readonly #space: FeatureSpace
  readonly #recent: LRUCache<string, Features>
  /** The frames of a request ask at the same time. */
  readonly #findStored = lookUpTogetherOf(
    (accountId: string) => accountId,
    (accountId, hashes) => this.#findAllStored(accountId, hashes),
  )
  readonly #unwritten: WriteBehindBuffer<Unwritten>
  readonly #onLookup: (result: CacheResult<'features'>) => void

  constructor(
    services: ThreadServices,
    space: FeatureSpace,
    onLookup: (result: CacheResult<'features'>) => void = () => {},
  ) {
    this.#onLookup = onLookup
    this.#services = services
    this.#space = space
    this.#recent = new LRUCache({
      maxSize: featureBytesInMemoryMax,
      sizeCalculation: featureBytesOf,
      ttl: picturesInMemoryMs,
      perf: { now: () => services.clock().getTime() },
    })
    this.#unwritten = new WriteBehindBuffer({
      everyMs: flushEveryMs,
      bytesMax: unwrittenBytesMax,
      measure: ({ features }) => featureBytesOf(features),
      write: (entries) => this.#write(entries),
      onError: (err) => services.log.error({ err }, 'features could not be stored'),
    })
  }

  async find(accountId: string, contentHash: string): Promise<Features | undefined> {
    const key = featureKeyOf(accountId, contentHash)
    const recent = this.#recent.get(key) ?? this.#unwritten.find(key)?.features
    if (recent) {
      this.#onLookup('memory')
      return recent
    }
    const features = await this.#findStored(accountId, contentHash)
    if (features) this.#recent.set(key, features)
    this.#onLookup(features ? 'store' : 'miss')
    return features
  }

  async #findAllStored(accountId: string, contentHashes: readonly string[]): Promise<ReadonlyMap<string, Features>> {
    const found = new Map<string, Features>()
    for (const slice of slicesOf(contentHashes, featuresPerQueryMax)) {
      for (const features of await this.listStored(accountId, slice)) found.set(features.contentHash, features)
    }
    return found
  }

  /** The stored features of these pictures. Neither reads nor changes what is in memory. */
  async listStored(accountId: string, contentHashes: readonly string[]): Promise<readonly Features[]> {
    const rows = await listFeatures(this.#services.store.read, accountId, contentHashes, this.#space.id)
    return rows.flatMap((row) => this.#featuresIn(row) ?? [])
  }

  /** Adds the features extracted from a picture and returns them without other members. */
  add(accountId: string, extracted: Features): Features {
    const features = createFeatures(this.#space, extracted)
    const key = featureKeyOf(accountId, features.contentHash)
    this.#recent.set(key, features)
    this.#unwritten.add(key, { accountId, features })
    return features
  }

  /** Drops what is in memory of a picture that was erased. */
  forget(accountId: string, contentHash: string): void {
    const key = featureKeyOf(accountId, contentHash)
    this.#recent.delete(key)
    this.#unwritten.forget(key)
  }

  flush(): Promise<void> {
    return this.#unwritten.flush()
  }

  close(): Promise<void> {
    return this.#unwritten.close()
  }

  async #write(entries: readonly Unwritten[]): Promise<void> {
    const { store, clock } = this.#services
    // Features that exceed the account's limit are computed again when needed.
    if (await isAccountFull(store, entries)) return
    const rows = inOrder(entries.map(({ accountId, features }) => this.rowOf(accountId, features)))
    await store.write((db) => insertFeatures(db, rows, clock().toISOString()))
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
}

/** Size of an entry without its embedding. */
const bytesEach = 1000

function featureBytesOf({ embedding, builtinEmbedding }: Features): number {
  return bytesEach + embedding.byteLength + (builtinEmbedding?.byteLength ?? 0)
}

function featureKeyOf(accountId: string, contentHash: string): string {
  return `${accountId}/${contentHash}`
}

function bytesIn({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
