import { isPalateError, PalateError } from '../error.ts'
import { pauseMs, retryPauseMs } from '../transport/retry.ts'

/** How often in a row a stream is begun again without news from it. */
const attemptsMax = 10

export interface ResumedStream<Item> {
  /**
   * Opens the stream from where the last one stopped. The first time is like any other call: if it fails, so does the stream.
   * Later times are attempts of their own.
   */
  readonly begin: (isFirst: boolean) => Promise<AsyncIterable<Item>>
  /** Whether an item only says that the stream is open. A stream that always breaks off after it is given up. */
  readonly isGreeting: (item: Item) => boolean
  readonly isEnd: (item: Item) => boolean
  readonly signal?: AbortSignal | undefined
}

/** Follows a stream that breaks: begins it again, from what came last, until it has ended by itself. */
export async function* resumed<Item>({ begin, isGreeting, isEnd, signal }: ResumedStream<Item>): AsyncGenerator<Item> {
  let stream: AsyncIterable<Item> | undefined = await begin(true)
  for (let failures = 0; ; ) {
    let failure = new PalateError('connection_failed', 'the stream keeps breaking off')
    try {
      stream ??= await begin(false)
      for await (const item of stream) {
        if (!isGreeting(item)) failures = 0
        yield item
        if (isEnd(item)) return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (isFinal(error)) throw error
      failure = isPalateError(error) ? error : brokenOff(error)
    }
    stream = undefined
    failures++
    if (failures >= attemptsMax) throw failure
    await pauseMs(retryPauseMs(failures - 1), signal)
  }
}

function brokenOff(cause: unknown): PalateError {
  return new PalateError('connection_failed', 'the stream broke off', { cause })
}

/** A refusal or an answer that makes no sense is final; a service that is not there, or is starting, may come back. */
function isFinal(error: unknown): boolean {
  return isPalateError(error) && error.status > 0 && error.status < 500 && error.status !== 429
}
