import type { Measured } from '@palate/core/taste/attributes.ts'
import { LRUCache } from 'lru-cache'
import type { Services } from '../../services.ts'
import { type FeatureRow, findFeatures, inOrder, insertFeatures, type SeenFrame, upsertSeenFrames } from '../store.ts'
import type { Features } from './feature-extractor.ts'

/** What scoring keeps of a picture. */
export type Known = Pick<Features, 'embedding' | 'attributes'>

interface Unwritten {
  readonly accountId: string
  readonly contentHash: string
  readonly known: Known
}

/** An embedding has some five kilobytes. */
const picturesInMemoryMax = 2000
/** After this time the store is asked again: what it has swept must be stored anew when it is needed. */
const picturesInMemoryMs = 24 * 3600 * 1000
const flushEveryMs = 300
/** An insert holds up the event loop, and an embedding is large. */
const rowsPerInsertMax = 50

/**
 * The features of pictures, by the hash of their bytes: the latest in memory, all in the store, so that no picture is
 * embedded twice. Nothing is shared between accounts: whether another account knows a picture must not show.
 *
 * What scoring has seen is written a few times a second, off the path of a request. A crash can lose the last of it,
 * which is then computed again. What a profile learns from is written with its pin and not here.
 */
export class FeatureShelf {
  readonly #services: Services
  readonly #embedderId: string
  readonly #latest: LRUCache<string, Known>
  readonly #unwritten = new Map<string, Unwritten>()
  readonly #seen = new Map<string, SeenFrame>()
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor(services: Services, embedderId: string) {
    this.#services = services
    this.#embedderId = embedderId
    this.#latest = new LRUCache({
      max: picturesInMemoryMax,
      ttl: picturesInMemoryMs,
      perf: { now: () => services.clock().getTime() },
    })
    this.#timer = setInterval(() => this.flush().catch(this.#complain), flushEveryMs).unref()
  }

  async find(accountId: string, contentHash: string): Promise<Known | undefined> {
    const name = nameOf(accountId, contentHash)
    const latest = this.#latest.get(name) ?? this.#unwritten.get(name)?.known
    if (latest) return latest
    const row = await findFeatures(this.#services.store.read, accountId, contentHash, this.#embedderId)
    if (!row) return undefined
    const known = { embedding: floatsOf(row.embedding), attributes: JSON.parse(row.attributes) as Measured }
    this.#latest.set(name, known)
    return known
  }

  keep(accountId: string, contentHash: string, { embedding, attributes }: Known): void {
    const known = { embedding, attributes }
    const name = nameOf(accountId, contentHash)
    this.#latest.set(name, known)
    this.#unwritten.set(name, { accountId, contentHash, known })
  }

  /** Remembers which picture was scored under which id, for comparisons that name it later. */
  noteSeen(frame: SeenFrame): void {
    this.#seen.set(frameName(frame), frame)
  }

  /** The picture last seen under an id, where it is not in the store yet. */
  seenAs(accountId: string, projectId: string, frameId: string): string | undefined {
    return this.#seen.get(frameName({ accountId, projectId, frameId }))?.contentHash
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#flush())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** What comes meanwhile waits for the next time: else a busy service would write without a pause, row by row. */
  async #flush(): Promise<void> {
    const rows = [...this.#unwritten]
    const seen = [...this.#seen]
    for (let i = 0; i < Math.max(rows.length, seen.length); i += rowsPerInsertMax) {
      await this.#write(rows.slice(i, i + rowsPerInsertMax), seen.slice(i, i + rowsPerInsertMax))
    }
  }

  async #write(
    rows: readonly (readonly [string, Unwritten])[],
    seen: readonly (readonly [string, SeenFrame])[],
  ): Promise<void> {
    const now = this.#services.clock().toISOString()
    await this.#services.store.write(async (db) => {
      if (rows.length > 0) await insertFeatures(db, inOrder(rows.map(([, row]) => this.rowOf(row))), now)
      if (seen.length > 0)
        await upsertSeenFrames(
          db,
          seen.map(([, frame]) => frame),
          now,
        )
    })
    for (const [name, row] of rows) if (this.#unwritten.get(name) === row) this.#unwritten.delete(name)
    for (const [name, frame] of seen) if (this.#seen.get(name) === frame) this.#seen.delete(name)
  }

  rowOf({ accountId, contentHash, known }: Unwritten): FeatureRow {
    const { embedding, attributes } = known
    const bytes = new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength)
    return {
      accountId,
      contentHash,
      embedderId: this.#embedderId,
      embedding: bytes,
      attributes: JSON.stringify(attributes),
    }
  }

  readonly #complain = (error: unknown) => this.#services.log.error({ err: error }, 'features could not be stored')
}

function frameName({ accountId, projectId, frameId }: Omit<SeenFrame, 'contentHash'>): string {
  return JSON.stringify([accountId, projectId, frameId])
}

function nameOf(accountId: string, contentHash: string): string {
  return `${accountId}/${contentHash}`
}

/** A copy, because a driver's buffer may begin at any byte and floats may not. */
function floatsOf(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
