import { WriteBehindBuffer } from '../../platform/write-behind-buffer.ts'
import type { Services } from '../../services.ts'
import { isAccountFull } from '../../store/disk/account-bytes.ts'
import { findSeenFrame, type SeenFrame, upsertRecentFrames, upsertSeenFrames } from './seen-frame-store.ts'

/** Memory for frames while the store rejects writes. The oldest are dropped. */
export const unwrittenFrameBytesMax = 32 * 1024 * 1024
const flushEveryMs = 300
/** Size of a frame without its texts. */
const bytesEach = 500

/**
 * Which picture was scored under which frame id, for comparisons that refer to the frame, and the latest scores of each
 * project.
 */
export class SeenFrames {
  readonly #store: Services['store']
  readonly #unwritten: WriteBehindBuffer<SeenFrame>

  constructor({ store, log }: Pick<Services, 'store' | 'log'>) {
    this.#store = store
    this.#unwritten = new WriteBehindBuffer({
      everyMs: flushEveryMs,
      bytesMax: unwrittenFrameBytesMax,
      // The frame also contains the texts of its key.
      measure: ({ url, scores }, key) => bytesEach + 2 * (key.length + (url?.length ?? 0) + scores.length),
      write: (frames) => this.#write(frames),
      onError: (err) => log.error({ err }, 'scored frames could not be stored'),
    })
  }

  add(frame: SeenFrame): void {
    this.#unwritten.add(frameKeyOf(frame), frame)
  }

  /** The content hash of the picture last scored under a frame id. */
  async find(accountId: string, projectId: string, frameId: string): Promise<string | undefined> {
    const unwritten = this.#unwritten.find(frameKeyOf({ accountId, projectId, frameId }))
    return unwritten?.contentHash ?? (await findSeenFrame(this.#store.read, accountId, projectId, frameId))
  }

  flush(): Promise<void> {
    return this.#unwritten.flush()
  }

  close(): Promise<void> {
    return this.#unwritten.close()
  }

  /** A full account's frames can be named, and are not listed. */
  async #write(frames: readonly SeenFrame[]): Promise<void> {
    const isFull = await isAccountFull(this.#store, frames)
    await this.#store.write(async (db) => {
      await upsertSeenFrames(db, frames)
      if (!isFull) await upsertRecentFrames(db, frames)
    })
  }
}

function frameKeyOf({ accountId, projectId, frameId }: Pick<SeenFrame, 'accountId' | 'projectId' | 'frameId'>): string {
  return JSON.stringify([accountId, projectId, frameId])
}
