import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import {
  type Frames,
  framesFor,
  type Suggested,
  type SuggestInput,
  suggest,
} from '@palate/core/taste/suggest/suggest.ts'
import { LRUCache } from 'lru-cache'
import type { Features } from '../features/features.ts'

/** Features to keep for the suggestions of an account, or a request for suggestions among kept frames. */
export type SuggestJob =
  | {
      readonly kind: 'keep'
      readonly accountId: string
      readonly pictures: readonly Features[]
      /** Whether no request waits for them. */
      readonly isAhead: boolean
    }
  | {
      readonly kind: 'suggest'
      readonly accountId: string
      /** Content hashes of the frames. */
      readonly frames: readonly string[]
      /** Whether to require the features of all frames, not only of those that are looked at. */
      readonly needsAll: boolean
      readonly input: Omit<SuggestInput, 'frames'>
    }

/** The suggestions, or the frames that are looked at and whose features are not kept. */
export type SuggestResult =
  | {
      readonly suggestions: readonly Suggested[]
      /** Other frames whose features are not kept. */
      readonly unread: readonly string[]
    }
  | { readonly missing: readonly string[] }

/** On the learning thread: enough for the frames of the largest project. Features that are dropped are sent again. */
export const candidateBytesInMemoryMax = 40 * 1024 * 1024

/** Runs on the learning thread and keeps the features of frames between requests, so that they are sent once. */
export function createSuggester(learner: Learner): (job: SuggestJob) => SuggestResult {
  const kept = new LRUCache<string, Features>({
    maxSize: candidateBytesInMemoryMax,
    sizeCalculation: ({ embedding }) => candidateBytes(embedding.length),
  })
  return (job) => {
    const pictureKeyOf = (contentHash: string) => `${job.accountId}/${contentHash}`
    if (job.kind === 'keep') {
      for (const picture of job.pictures) {
        kept.set(pictureKeyOf(picture.contentHash), picture)
        // The learner caches the projected picture, so that the first request need not project all of them.
        learner.frameOf(anyModel, picture)
      }
      return { missing: [] }
    }
    const found = job.frames.map((hash) => kept.get(pictureKeyOf(hash)))
    const unread = job.frames.filter((_, i) => !found[i])
    const lookedAt = framesFor(job.input.seed, job.frames.length)
    const missing = job.needsAll ? unread : lookedAt.flatMap((i) => (found[i] ? [] : (job.frames[i] ?? [])))
    if (missing.length > 0) return { missing }
    return { suggestions: suggest({ ...job.input, frames: framesOf(found, learner, job.input.model) }), unread }
  }
}

const anyModel = { dimension: 'aesthetics', wishes: [] }

function framesOf(found: readonly (Features | undefined)[], learner: Learner, model: LearnedModel): Frames {
  const made = new Map<number, ReturnType<Frames['at']>>()
  return {
    count: found.length,
    at(index) {
      const known = made.get(index)
      if (known) return known
      const picture = found[index]
      if (!picture) throw new RangeError(`there is no frame ${index}`)
      const frame = { taste: learner.frameOf(model, picture), attributes: picture.attributes }
      made.set(index, frame)
      return frame
    },
  }
}

/** The memory of a picture on the learning thread: its embedding, its attributes and its projection. */
export function candidateBytes(embeddingLength: number): number {
  return 4 * embeddingLength + 2000
}
