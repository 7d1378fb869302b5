import { FrameFault, ScoringUnavailable } from '../scoring/faults.ts'
import type { Features } from '../scoring/features/features.ts'
import type { ReadSource } from '../scoring/learning/source-reader.ts'
import type { FromThread, PictureReading } from './messages.ts'

/** Lets the main thread read pictures for the request thread. */
export function createPictureQuestions(post: (message: FromThread) => void) {
  const waiting = new Map<number, PromiseWithResolvers<Features>>()
  let last = 0
  const ask: ReadSource = ({ accountId, projectId }, source) => {
    const question = Promise.withResolvers<Features>()
    last += 1
    waiting.set(last, question)
    post({ reading: last, of: { accountId, projectId }, source })
    return question.promise
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
export async function answerPictureQuestion(reading: Promise<Features>): Promise<PictureReading> {
  try {
    return { features: await reading }
  } catch (error) {
    return error instanceof FrameFault ? { fault: error.toJSON() } : { failure: (error as Error).message }
  }
}
