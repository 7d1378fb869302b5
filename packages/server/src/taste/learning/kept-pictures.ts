import type { FitInput, IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import { LRUCache } from 'lru-cache'

/** On each learning thread: enough for the frames of the largest project. Features that are dropped are sent again. */
export const keptBytesMax = 40 * 1024 * 1024

/**
 * Features that a learning thread keeps between jobs. Frames for suggestions are therefore sent once, and the learner
 * projects a picture once, because it caches projections by object.
 */
export class KeptPictures {
  readonly #kept = new LRUCache<string, IdentifiedPicture>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ embedding }) => keptBytesOf(embedding.length),
  })

  keep(accountId: string, picture: IdentifiedPicture): void {
    this.#kept.set(keyOf(accountId, picture.contentHash), picture)
  }

  has(accountId: string, contentHash: string): boolean {
    return this.#kept.has(keyOf(accountId, contentHash))
  }

  find(accountId: string, contentHash: string): IdentifiedPicture | undefined {
    return this.#kept.get(keyOf(accountId, contentHash))
  }

  /** The input with kept pictures instead of its copies of them. Keeps the others. */
  withKept(accountId: string, input: FitInput<IdentifiedPicture>): FitInput<IdentifiedPicture> {
    const keptOrNew = (picture: IdentifiedPicture) => {
      const known = this.find(accountId, picture.contentHash)
      if (!known) this.keep(accountId, picture)
      return known ?? picture
    }
    const { pictures, standIns } = input
    return { ...input, pictures: pictures.map(keptOrNew), ...(standIns && { standIns: standIns.map(keptOrNew) }) }
  }
}

function keyOf(accountId: string, contentHash: string): string {
  return `${accountId}/${contentHash}`
}

/** The memory of a picture: its embedding, its attributes and its projections. */
export function keptBytesOf(embeddingLength: number): number {
  return 4 * embeddingLength + 2000
}
