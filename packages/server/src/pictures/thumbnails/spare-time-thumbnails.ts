import { mediumSide } from '../decoding/thumbnail-sides.ts'

/** Copies of pictures that wait for a medium thumbnail. Beyond this, pictures are left out. */
export const waitingPictureBytesMax = 32 * 1024 * 1024
/** How long no picture must have been read. A client that sends one frame after the other leaves shorter gaps. */
const quietMs = 500

export interface WaitingPicture {
  readonly accountId: string
  readonly contentHash: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Parts {
  readonly isIdle: () => boolean
  /** Does not reject. */
  readonly make: (picture: WaitingPicture, side: number) => Promise<unknown>
}

/**
 * Makes medium thumbnails of the pictures that were just read, one at a time and only when no picture is processed or was
 * just read, so that scores never wait for them. Pictures of a long batch that do not fit into memory are left out.
 */
export class SpareTimeThumbnails {
  readonly #parts: Parts
  readonly #waiting = new Map<string, WaitingPicture>()
  #bytes = 0
  #added = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAtWork = false
  #making: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A copy of a picture whose bytes are about to be transferred; undefined if there is no room for it. */
  copy(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
    return this.#bytes + bytes.byteLength > waitingPictureBytesMax ? undefined : bytes.slice()
  }

  add(picture: WaitingPicture): void {
    const key = keyOf(picture)
    const bytes = picture.bytes.byteLength
    if (this.#isClosed || this.#waiting.has(key) || this.#bytes + bytes > waitingPictureBytesMax) return
    this.#waiting.set(key, picture)
    this.#bytes += bytes
    this.#added += 1
    if (!this.#isAtWork) this.#schedule()
  }

  /** Makes no thumbnail of this picture any more. */
  async drop(picture: Omit<WaitingPicture, 'bytes'>): Promise<void> {
    const waiting = this.#waiting.get(keyOf(picture))
    this.#waiting.delete(keyOf(picture))
    this.#bytes -= waiting?.bytes.byteLength ?? 0
    await this.#making
  }

  /** Drops what waits, and waits for the one in the making. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#waiting.clear()
    await this.#making
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#work(), quietMs).unref()
  }

  async #work(): Promise<void> {
    this.#isAtWork = true
    const added = this.#added
    for (const [key, picture] of this.#waiting) {
      if (!this.#parts.isIdle() || this.#added > added) break
      this.#waiting.delete(key)
      this.#bytes -= picture.bytes.byteLength
      this.#making = this.#parts.make(picture, mediumSide)
      await this.#making
    }
    this.#isAtWork = false
    if (this.#waiting.size > 0 && !this.#isClosed) this.#schedule()
  }
}

function keyOf({ accountId, contentHash }: Omit<WaitingPicture, 'bytes'>): string {
  return `${accountId}/${contentHash}`
}
