import { fingerprint } from '@palate/core/generic/fingerprint.ts'
import { LRUCache } from 'lru-cache'
import { WriteBehindBuffer } from '../../platform/write-behind-buffer.ts'
import type { ErasedPicture } from '../../ports/erasures.ts'
import type { Services } from '../../services.ts'
import { isAccountFull } from '../../store/disk/account-bytes.ts'
import {
  findSeenFrame,
  renewRecentFrames,
  type SeenFrame,
  upsertRecentFrames,
  upsertUnlistedFrames,
} from './seen-frame-store.ts'

/** Memory for frames while the store rejects writes, twice. The oldest are dropped. */
export const unwrittenFrameBytesMax = 32 * 1024 * 1024
/** Memory for what the rows of stored frames contain. */
const storedFrameBytesMax = 16 * 1024 * 1024
const flushEveryMs = 300
/** How late the store learns that a frame was scored again with the same result. */
export const renewEveryMs = 60_000
/** After this time the row may have been deleted by another process, and is written anew. */
const storedMs = 10 * 60_000
/** Size of a frame without its texts. */
const bytesEach = 500
const bytesPerStoredFrame = 150
/** PostgreSQL writes many rows almost as quickly as one. SQLite blocks the event loop meanwhile. */
const framesPerWriteMax = { sqlite: 50, postgres: 500 } as const

/**
 * Which picture was scored under which frame id, for comparisons that refer to the frame, and the latest scores of each
 * project. A new result is stored at once. When the same result was only seen again, its time is stored once a minute: a
 * crash loses at most that.
 */
export class SeenFrames {
  readonly #store: Services['store']
  readonly #unwritten: WriteBehindBuffer<SeenFrame>
  readonly #seenAgain: WriteBehindBuffer<SeenFrame>
  /** What the rows of frames contain, as far as this process has written them. */
  readonly #stored = new LRUCache<string, string>({
    maxSize: storedFrameBytesMax,
    sizeCalculation: (_, key) => bytesPerStoredFrame + key.length,
    ttl: storedMs,
  })

  constructor({ store, log }: Pick<Services, 'store' | 'log'>) {
    this.#store = store
    const settings = {
      bytesMax: unwrittenFrameBytesMax,
      // The frame also contains the texts of its key.
      measure: ({ url, scores }: SeenFrame, key: string) =>
        bytesEach + 2 * (key.length + (url?.length ?? 0) + scores.length),
      onError: (err: unknown) => log.error({ err }, 'scored frames could not be stored'),
      entriesPerWriteMax: framesPerWriteMax[store.engine],
    }
    this.#unwritten = new WriteBehindBuffer({
      ...settings,
      everyMs: flushEveryMs,
      write: (frames) => this.#write(frames),
    })
    this.#seenAgain = new WriteBehindBuffer({
      ...settings,
      everyMs: renewEveryMs,
      write: (frames) => this.#renew(frames),
    })
  }

  add(frame: SeenFrame): void {
    const key = frameKeyOf(frame)
    const [buffer, other] =
      this.#stored.get(key) === resultOf(frame)
        ? [this.#seenAgain, this.#unwritten]
        : [this.#unwritten, this.#seenAgain]
    other.forget(key)
    buffer.add(key, frame)
  }

  /** The content hash of the picture last scored under a frame id. */
  async find(accountId: string, projectId: string, frameId: string): Promise<string | undefined> {
    const unwritten = this.#unwritten.find(frameKeyOf({ accountId, projectId, frameId }))
    return unwritten?.contentHash ?? (await findSeenFrame(this.#store.read, accountId, projectId, frameId))
  }

  /** Drops what is in memory of a picture that was erased. */
  forget({ accountId, contentHash, projects }: ErasedPicture): void {
    const isErased = (frame: SeenFrame) =>
      frame.accountId === accountId &&
      frame.contentHash === contentHash &&
      (projects === null || projects.includes(frame.projectId))
    this.#unwritten.forgetAll(isErased)
    this.#seenAgain.forgetAll(isErased)
    // It says nothing about pictures. If one is scored again, its frame is written anew.
    this.#stored.clear()
  }

  async flush(): Promise<void> {
    await Promise.all([this.#unwritten.flush(), this.#seenAgain.flush()])
  }

  async close(): Promise<void> {
    await Promise.all([this.#unwritten.close(), this.#seenAgain.close()])
  }

  /** A full account's frames can be named, and are not listed. */
  async #write(frames: readonly SeenFrame[]): Promise<void> {
    const [{ accountId }] = frames as readonly [SeenFrame]
    const isFull = await isAccountFull(this.#store, frames)
    const upsert = isFull ? upsertUnlistedFrames : upsertRecentFrames
    await this.#store.write((db) => upsert(db, accountId, frames))
    if (!isFull) for (const frame of frames) this.#stored.set(frameKeyOf(frame), resultOf(frame))
  }

  /** A row that another process has changed or deleted is written when its frame is scored again. */
  async #renew(frames: readonly SeenFrame[]): Promise<void> {
    const [{ accountId }] = frames as readonly [SeenFrame]
    const renewed = await this.#store.write((db) => renewRecentFrames(db, accountId, frames))
    const keys = renewed.map((row) => frameKeyOf({ accountId, projectId: row.project_id, frameId: row.frame_id }))
    const isRenewed = new Set(keys)
    for (const key of frames.map(frameKeyOf)) if (!isRenewed.has(key)) this.#stored.delete(key)
  }
}

function frameKeyOf({ accountId, projectId, frameId }: Pick<SeenFrame, 'accountId' | 'projectId' | 'frameId'>): string {
  return JSON.stringify([accountId, projectId, frameId])
}

function resultOf({ contentHash, url, profileId, scores }: SeenFrame): string {
  return fingerprint(JSON.stringify([contentHash, url, profileId, scores]))
}
