import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { attemptsMax, retryPauseMs } from '@palate/core/batches/retry.ts'
import { partNameOf } from '@palate/core/taste/frame-parts.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import { tracedJob } from '../../platform/tracing/tracing.ts'
import { type FrameScorer, type FrameToScore, WorkerLost } from '../../ports/scoring.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { resultJson } from '../../streaming/result-json.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import { createSemaphore, type Semaphore } from '../../work/semaphore.ts'
import type { WorkContext } from '../../work/work-context.ts'
import type { BatchKey } from '../storing/batch-store.ts'
import type { ClaimedFrame, Finished, Postponed } from '../storing/frame-store.ts'
import { type Frame, findPart, findPicture, listPartSizes, type PartSize } from '../storing/request-store.ts'

/** Stored size of the frames in progress. A data URL takes about twice as much while its picture is read. */
const frameBytesAtOnceMax = 32 * 1024 * 1024

/** A batch with frames in progress. */
interface Running {
  readonly key: BatchKey
  readonly abort: AbortController
  frames: number
}

interface Parts {
  readonly services: Pick<Services, 'store' | 'clock' | 'log' | 'tracer'>
  readonly onResult: (key: BatchKey, result: Finished | Postponed) => void
  /** Called when a frame of the account is no longer in progress. */
  readonly onFree: (accountId: string) => void
}

/**
 * Scores claimed frames. Reads only the parts of the submissions that contain them, sequentially and within the memory
 * budget. Frames that wait for memory stay leased.
 */
export class FrameRunner {
  readonly #parts: Parts
  readonly #budget: Semaphore
  readonly #running = new Map<string, Running>()
  /** By account: resolves when all frames claimed so far have started. */
  readonly #begun = new Map<string, Promise<void>>()
  #isStopping = false

  constructor(parts: Parts, bytesMax = frameBytesAtOnceMax) {
    this.#parts = parts
    this.#budget = createSemaphore({ max: bytesMax, mayOvertake: false })
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** The batches with frames in progress. */
  get batches(): readonly BatchKey[] {
    return [...this.#running.values()].map(({ key }) => key)
  }

  /** How many frames of an account are in progress. */
  countOf(accountId: string): number {
    let count = 0
    for (const { key, frames } of this.#running.values()) if (key.accountId === accountId) count += frames
    return count
  }

  /** Aborts the frames of a batch that have not reached a worker. */
  abort(batchId: string): void {
    this.#running.get(batchId)?.abort.abort(new Error('work on this batch was aborted'))
  }

  stop(): void {
    this.#isStopping = true
    for (const { key } of this.#running.values()) this.abort(key.batchId)
  }

  /** Starts scoring and returns immediately. Each frame gets one result, unless the process stops first. */
  start(key: BatchKey, scorer: FrameScorer, claimed: readonly ClaimedFrame[]): void {
    if (claimed.length === 0) return
    const running = this.#running.get(key.batchId) ?? { key, abort: new AbortController(), frames: 0 }
    running.frames += claimed.length
    this.#running.set(key.batchId, running)
    // In the order of the claims, so that their frames do not interleave in the queues of the hosts.
    const { accountId } = key
    const begun = (this.#begun.get(accountId) ?? Promise.resolve()).then(() =>
      backgroundWorkFor(accountId, () => this.#run(running, scorer, claimed)),
    )
    this.#begun.set(accountId, begun)
    void begun.then(() => this.#begun.get(accountId) === begun && this.#begun.delete(accountId))
  }

  async #run(running: Running, scorer: FrameScorer, claimed: readonly ClaimedFrame[]): Promise<void> {
    const { store, log } = this.#parts.services
    const { key } = running
    const left = new Set(claimed)
    try {
      const indexes = claimed.map(({ index }) => index)
      const parts = await listPartSizes(store.read, key, Math.min(...indexes), Math.max(...indexes))
      for (const { first, bytes, frames: wanted } of framesByPart(parts, claimed)) {
        const free = await this.#budget.acquire({ priority: 'batch', accountId: key.accountId }, { slots: bytes })
        if (running.abort.signal.aborted) {
          free()
          break
        }
        const frames = await findPart(store.read, key, first).catch((error) => {
          free()
          throw error
        })
        const scoring: Promise<void>[] = []
        for (const one of wanted) {
          left.delete(one)
          scoring.push(this.#score(running, scorer, one, frames[one.index - first]))
          // Pictures with cached features are scored synchronously, so let other work run in between.
          await yieldToEventLoop()
        }
        void Promise.all(scoring).then(free)
      }
    } catch (error) {
      if (!this.#isStopping) log.warn({ err: error, batchId: key.batchId }, 'frames of a batch could not be read')
    }
    for (const one of left) this.#finish(running, this.#afterFailure(running, one, '', new Error('not read')))
  }

  async #score(running: Running, scorer: FrameScorer, claimed: ClaimedFrame, frame: Frame | undefined): Promise<void> {
    const { clock, log, store, tracer } = this.#parts.services
    const { key, abort } = running
    const work: WorkContext = { priority: 'batch', accountId: key.accountId, signal: abort.signal }
    const score = () => (frame ? scorer.score(frameToScore(store.read, key, frame), work) : missing(claimed))
    const result = await tracedJob(tracer, 'batch frame', { 'palate.batch_id': key.batchId }, score)
      .then(async (score) => {
        const result = await resultJson(score, work)
        return afterResult(claimed, result, score.error, clock().getTime(), Math.random())
      })
      .catch((error) => {
        if (!abort.signal.aborted) {
          const place = claimed.index
          log.warn({ err: error, batchId: key.batchId, place }, 'a frame could not be scored')
        }
        return this.#afterFailure(running, claimed, frame?.id ?? '', error)
      })
    this.#finish(running, result)
  }

  #afterFailure({ abort }: Running, claimed: ClaimedFrame, frameId: string, error: unknown): Finished | Postponed {
    if (abort.signal.aborted) return { ...claimed, kind: 'returned', dueMs: 0 }
    return afterError(claimed, frameId, error, this.#parts.services.clock().getTime(), Math.random())
  }

  #finish(running: Running, result: Finished | Postponed): void {
    const { key } = running
    running.frames -= 1
    if (running.frames === 0) this.#running.delete(key.batchId)
    // A stop releases all leases together.
    if (!this.#isStopping || result.kind === 'finished') this.#parts.onResult(key, result)
    this.#parts.onFree(key.accountId)
  }
}

function frameToScore(db: Db, key: BatchKey, { id, url, picture }: Frame): FrameToScore {
  const name = partNameOf(url)
  if (!picture || name === undefined) return { id, url }
  return { id, url, picture: { ...picture, read: () => findPicture(db, key, name, picture.bytes) } }
}

async function missing({ index }: ClaimedFrame): Promise<never> {
  throw new Error(`the batch has no frame ${index}`)
}

interface PartFrames extends PartSize {
  readonly frames: readonly ClaimedFrame[]
}

/** The parts that contain the frames, in the order of the frames; each part once. */
function framesByPart(parts: readonly PartSize[], claimed: readonly ClaimedFrame[]): readonly PartFrames[] {
  const byPart = Map.groupBy(claimed, ({ index }) => parts.findLast(({ first }) => first <= index))
  return [...byPart].flatMap(([part, frames]) => (part ? { ...part, frames } : []))
}

const busyPauseMs = 1000
/** After this many crashed worker threads a picture counts as unreadable. */
export const workersLostMax = 3
const unreadable = {
  code: 'not_an_image',
  message: 'every worker that decoded this picture crashed',
  retryable: false,
}

/** Makes the result (JSON) of an attempt final, or postpones the frame to another attempt. */
function afterResult(
  frame: ClaimedFrame,
  result: string,
  error: FrameError | undefined,
  nowMs: number,
  chance: number,
): Finished | Postponed {
  const tried = { ...frame, attempts: frame.attempts + 1 }
  const isRetried = error?.retryable === true && tried.attempts < attemptsMax
  if (!isRetried) return { ...tried, kind: 'finished', hasFailed: error !== undefined, result }
  return { ...tried, kind: 'postponed', dueMs: nowMs + retryPauseMs(tried.attempts, chance) }
}

/**
 * Handles an attempt that threw. The service is at fault, so the attempt does not count. But a picture that keeps
 * crashing worker threads must not prevent its batch from ending.
 */
function afterError(
  frame: ClaimedFrame,
  frameId: string,
  error: unknown,
  nowMs: number,
  chance: number,
): Finished | Postponed {
  const workersLost = frame.workersLost + (error instanceof WorkerLost ? 1 : 0)
  if (workersLost >= workersLostMax) {
    return afterResult(frame, JSON.stringify({ frame_id: frameId, error: unreadable }), unreadable, nowMs, chance)
  }
  return { ...frame, kind: 'returned', workersLost, dueMs: nowMs + busyPauseMs }
}
