import { createHash, randomBytes } from 'node:crypto'
import { formatId, type IdPrefix } from '@palate/core/ids.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'
import type { Store } from './store/store.ts'

/** What features share, passed as an argument. Time and chance come from here and nowhere else. */
export interface Services {
  readonly config: Config
  readonly store: Store
  readonly log: Logger
  readonly metrics: Metrics
  readonly clock: () => Date
  readonly newId: (prefix: IdPrefix) => string
}

/** Ids that sort by the time of their making, also within a millisecond and when the clock steps back. */
export function createIdSource(clock: () => Date): Services['newId'] {
  let lastMs = 0
  let counter = 0
  const nextBytes = createByteSource(8)
  return (prefix) => {
    const nowMs = clock().getTime()
    counter = nowMs > lastMs ? 0 : counter + 1
    lastMs = Math.max(lastMs, nowMs) + (counter > 0xfff ? 1 : 0)
    if (counter > 0xfff) counter = 0
    return formatId(prefix, lastMs, counter, nextBytes())
  }
}

/** So many random bytes a time. Every request takes an id, and the system is asked for hundreds at once. */
function createByteSource(count: number): () => Uint8Array {
  let pool = randomBytes(count * 512)
  let at = 0
  return () => {
    if (at === pool.length) {
      pool = randomBytes(pool.length)
      at = 0
    }
    at += count
    return pool.subarray(at - count, at)
  }
}

export function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
