import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import {
  type Frames,
  framesFor,
  type Suggested,
  type SuggestInput,
  suggest,
} from '@palate/core/taste/suggest/suggest.ts'
import type { Features } from '../../pictures/features/features.ts'
import type { KeptPictures } from '../learning/kept-pictures.ts'

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
  | {
      readonly kind: 'score'
      readonly accountId: string
      /** Content hashes of the frames. */
      readonly frames: readonly string[]
      readonly model: LearnedModel
    }

/** The suggestions, the scores of the frames, or the frames that are looked at and whose features are not kept. */
export type SuggestResult =
  | {
      readonly suggestions: readonly Suggested[]
      /** Other frames whose features are not kept. */
      readonly unread: readonly string[]
    }
  | { readonly scores: readonly number[] }
  | { readonly missing: readonly string[] }

/** Runs on the learning thread, which keeps the features of frames between requests, so that they are sent once. */
export function createSuggester(learner: Learner, kept: KeptPictures): (job: SuggestJob) => SuggestResult {
  return (job) => {
    const { accountId } = job
    if (job.kind === 'keep') {
      for (const picture of job.pictures) {
        kept.keep(accountId, picture)
        // A request that waits for the features projects those that it uses.
        if (job.isAhead) learner.project(picture)
      }
      return { missing: [] }
    }
    const { frames: hashes } = job
    const isUnread = (hash: string) => !kept.has(accountId, hash)
    if (job.kind === 'score') {
      const pictures = hashes.flatMap((hash) => kept.find(accountId, hash) ?? [])
      if (pictures.length < hashes.length) return { missing: hashes.filter(isUnread) }
      return { scores: pictures.map((picture) => learner.predict(job.model, picture)) }
    }
    const { input } = job
    const lookedAt = framesFor(input, hashes.length).map((i) => hashes[i] as string)
    const missing = (job.needsAll ? hashes : lookedAt).filter(isUnread)
    if (missing.length > 0) return { missing }
    const pictureAt = (index: number) => {
      const picture = kept.find(accountId, hashes[index] as string)
      if (!picture) throw new RangeError(`there is no frame ${index}`)
      return picture
    }
    const frames = framesOf(hashes.length, pictureAt, learner, input.model)
    return { suggestions: suggest({ ...input, frames }), unread: hashes.filter(isUnread) }
  }
}

function framesOf(
  count: number,
  pictureAt: (index: number) => PictureFeatures,
  learner: Learner,
  model: LearnedModel,
): Frames {
  const made = new Map<number, ReturnType<Frames['at']>>()
  return {
    count,
    coordinatesAt: (index) => learner.coordinatesOf(model, pictureAt(index)),
    at(index) {
      const known = made.get(index)
      if (known) return known
      const picture = pictureAt(index)
      const frame = { taste: learner.frameOf(model, picture), attributes: picture.attributes }
      made.set(index, frame)
      return frame
    },
  }
}
