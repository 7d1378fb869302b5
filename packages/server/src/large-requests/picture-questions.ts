import { FrameFault, ScoringUnavailable } from '../scoring/faults.ts'
import type { ReadSource } from '../scoring/learning/training-sets/source-reader.ts'
import type { ReadPicture } from '../scoring/reading/frame-reader.ts'
import { createSemaphore } from '../work/semaphore.ts'
import type { FromThread, PictureReading } from './messages.ts'

/** Pictures requested from the main thread at a time. More would arrive there all at once. */
export const picturesAskedMax = 64

/** Has the main thread read pictures for the request thread. */
export function createPictureQuestions(post: (message: FromThread) => void) {
  const waiting = new Map<number, PromiseWithResolvers<ReadPicture>>()
  const slots = createSemaphore({ max: picturesAskedMax })
  let last = 0
  const ask: ReadSource = async ({ accountId, projectId }, source) => {
    const release = await slots.acquire({ priority: 'realtime', accountId })
    const question = Promise.withResolvers<ReadPicture>()
    last += 1
    waiting.set(last, question)
    post({ reading: last, of: { accountId, projectId }, source })
    return question.promise.finally(release)
  }
  return {
    ask,
    settle(id: number, result: PictureReading): void {
      const question = waiting.get(id)
      waiting.delete(id)
      if ('features' in result) question?.resolve(result.features)
      if ('fault' in result) question?.reject(new FrameFault(result.fault.code, result.fault.message, result.fault))
      if ('failure' in result) question?.reject(new ScoringUnavailable(result.failure))
    },
  }
}

/** The main thread's side. */
export async function answerPictureQuestion(reading: Promise<ReadPicture>): Promise<PictureReading> {
  try {
    return { features: await reading }
  } catch (error) {
    return error instanceof FrameFault ? { fault: error.toJSON() } : { failure: (error as Error).message }
  }
}
