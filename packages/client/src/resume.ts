import { isPalateError, PalateError } from './error.ts'
import { pauseMs, retryPauseMs } from './retry.ts'

/** How often in a row a stream is begun again without anything coming in between. */
const attemptsMax = 10

/**
 * Follows a stream that breaks: begins it again, from what came last, until it has ended by itself.
 *
 * @param begin opens the stream from where the last one stopped
 */
export async function* resumed<Item>(
  begin: () => Promise<AsyncIterable<Item>>,
  isEnd: (item: Item) => boolean,
  signal?: AbortSignal,
): AsyncGenerator<Item> {
  for (let failures = 0; ; failures++) {
    if (failures > 0) await pauseMs(retryPauseMs(failures - 1), signal)
    try {
      for await (const item of await begin()) {
        failures = 0
        yield item
        if (isEnd(item)) return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (isFinal(error)) throw error
      if (failures + 1 < attemptsMax) continue
      throw isPalateError(error)
        ? error
        : new PalateError('connection_failed', 'the stream broke off', { cause: error })
    }
    if (failures + 1 >= attemptsMax) throw new PalateError('connection_failed', 'the stream keeps breaking off')
  }
}

/** A refusal is final; a service that is not there, or is starting, may come back. */
function isFinal(error: unknown): boolean {
  return isPalateError(error) && error.status >= 400 && error.status < 500 && error.status !== 429
}
