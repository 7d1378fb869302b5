import { Fault } from '@palate/core/fault.ts'
import { asScore } from '@palate/core/taste/score.ts'
import type { Dimension, FrameError, FrameScore } from '@palate/core/taste/scoring-schema.ts'
import { WorkerLost } from '../ports.ts'
import { FrameFault, ScoringUnavailable, WorkerStopped } from './faults.ts'
import type { FrameReader, Picture, ReadOptions } from './frame-reader.ts'

/** Says a number, and on request why, about a picture along one dimension. */
export interface Judge {
  readonly dimension: Dimension
  score(picture: Picture): number
  explain(picture: Picture): { readonly confidence: number; readonly details: unknown }
}

export interface Frame {
  readonly id: string
  readonly url: string
}

/** A frame that was read, or why it could not be. */
export type Outcome = { readonly picture: Picture } | { readonly error: FrameError }

export async function readFrame(
  frames: FrameReader,
  accountId: string,
  url: string,
  options: ReadOptions,
): Promise<Outcome> {
  try {
    return { picture: await whileAvailable(frames.read(accountId, url, options)) }
  } catch (error) {
    if (error instanceof FrameFault) return { error: error.toJSON() }
    throw error
  }
}

/** Where the threads are full or the embedder does not answer, the caller may try again. */
export function whileAvailable<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof WorkerStopped) throw new WorkerLost()
    if (error instanceof ScoringUnavailable)
      throw new Fault('unavailable', 'scoring is overloaded or stopping; try again')
    throw error
  })
}

/** One frame's result, in the members that the contract names and in their order. */
export function resultOf(frame: Frame, outcome: Outcome, judges: readonly Judge[], explain: boolean): FrameScore {
  const names = judges.map(({ dimension }) => dimension.name)
  if ('error' in outcome) {
    return { frame_id: frame.id, ...Object.fromEntries(names.map((name) => [name, null])), error: outcome.error }
  }
  const { picture } = outcome
  const numbers = judges.map((judge) => [judge.dimension.name, asScore(judge.score(picture))])
  const result = { frame_id: frame.id, ...Object.fromEntries(numbers) }
  if (!explain) return result
  const reasons = judges.map((judge) => [judge.dimension.name, judge.explain(picture)] as const)
  return {
    ...result,
    confidence: Object.fromEntries(reasons.map(([name, { confidence }]) => [name, asScore(confidence)])),
    details: Object.fromEntries(reasons.map(([name, { details }]) => [name, details])),
  }
}

/** Works on the items side by side, a bounded number at once, and hands each result on as soon as it is there. */
export async function* inParallel<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item, index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const running = new Map<number, Promise<{ index: number; result: Result }>>()
  let next = 0
  const start = () => {
    const index = next
    const item = items[index] as Item
    next += 1
    const job = work(item, index).then((result) => ({ index, result }))
    // Once one has failed nobody waits for the others any more.
    job.catch(() => {})
    running.set(index, job)
  }
  while (next < items.length && running.size < atOnceMax) start()
  while (running.size > 0) {
    const { index, result } = await Promise.race(running.values())
    running.delete(index)
    if (next < items.length) start()
    yield result
  }
}
