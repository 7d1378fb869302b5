import type { Palate } from '@palate/client'
import type { JudgedFrame } from './judgement.ts'
import type { ShownPicture } from './session/round.ts'

/** Suggestions are chosen from this many of the newest frames. */
export const framesLookedAtMax = 5000
const framesPerPage = 1000

interface Known {
  readonly name?: string | undefined
  readonly thumbnail?: string | null | undefined
}

/** Names and thumbnails of suggested frames, read from the project's lists as far as needed. */
export class FrameDirectory {
  readonly #palate: Palate
  readonly #side: number
  readonly #library: Finder
  readonly #recent: Finder

  /** `side`: the longer side of the thumbnails. */
  constructor(palate: Palate, projectId: string, side = 256) {
    this.#palate = palate
    this.#side = side
    const query = { projectId, limit: framesPerPage }
    this.#library = finder(palate.frames.list(query))
    this.#recent = finder(palate.frames.recent(query))
  }

  async find({ id, url }: { readonly id: string; readonly url: string | null }): Promise<FoundFrame> {
    const isOfLibrary = url?.startsWith('frame:') === true
    const { name, thumbnail } = (await (isOfLibrary ? this.#library : this.#recent)(id)) ?? {}
    const load = async () => {
      if (isOfLibrary) return readBlob(await this.#palate.frames.thumbnail(id, { size: this.#side }))
      return thumbnail == null
        ? undefined
        : readBlob(await this.#palate.frames.thumbnailAt(thumbnail, { size: 'large' }))
    }
    return { id, url, name: name ?? id, caption: name ?? id, load }
  }

  /** A library frame or scored frame, by its id; undefined if there is none. */
  async findKnown(id: string): Promise<JudgedFrame | undefined> {
    const ofLibrary = await this.#library(id)
    if (ofLibrary) return { id, url: `frame:${id}`, name: ofLibrary.name ?? id }
    return (await this.#recent(id)) && { id, url: null, name: id }
  }
}

export type FoundFrame = JudgedFrame & ShownPicture

type Finder = (id: string) => Promise<Known | undefined>

/** Reads a list until the frame is found, and caches the frames that it passes. */
function finder(list: AsyncIterable<Known & { readonly id: string }>): Finder {
  const known = new Map<string, Known>()
  const walk = list[Symbol.asyncIterator]()
  return async (id) => {
    while (!known.has(id) && known.size < framesLookedAtMax) {
      const { value, done } = await walk.next()
      if (done) break
      const { name, thumbnail } = value
      // The newest of several with the same id is the first.
      if (!known.has(value.id)) known.set(value.id, { name, thumbnail })
    }
    return known.get(id)
  }
}

async function readBlob(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}
