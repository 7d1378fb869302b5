import { isPalateError, PalateError } from '../error.ts'
import { pauseMs, retryPauseMs } from '../transport/retry.ts'

/** How often in a row a stream is reopened without receiving anything new. */
const attemptsMax = 10

export interface ResumedStream<Item> {
  /**
   * Opens the stream where the last one stopped. The first call is retried like any other request, and if it fails, so
   * does the stream. Later calls must not retry.
   */
  readonly begin: (isFirst: boolean) => Promise<AsyncIterable<Item>>
  /** Whether an item only says that the stream is open. It does not count as receiving something new. */
  readonly isGreeting: (item: Item) => boolean
  readonly isEnd: (item: Item) => boolean
  readonly signal?: AbortSignal | undefined
}

/** Reads a stream to its end. If the connection is lost, reopens the stream after the last item. */
export async function* resumed<Item>({ begin, isGreeting, isEnd, signal }: ResumedStream<Item>): AsyncGenerator<Item> {
  let stream: AsyncIterable<Item> | undefined = await begin(true)
  for (let failures = 0; ; ) {
    let failure = new PalateError('connection_failed', 'the stream was disconnected')
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
      failure = isPalateError(error) ? error : disconnected(error)
    }
    stream = undefined
    failures++
    if (failures >= attemptsMax) throw failure
    await pauseMs(retryPauseMs(failures - 1), signal)
  }
}

function disconnected(cause: unknown): PalateError {
  return new PalateError('connection_failed', 'the stream was disconnected', { cause })
}

/** A refusal or an unexpected response is final. A service that is down or starting may come back. */
function isFinal(error: unknown): boolean {
  return isPalateError(error) && error.status > 0 && error.status < 500 && error.status !== 429
}
