import { randomBytes } from 'node:crypto'
import { formatId, type IdPrefix, idTime } from '@palate/core/ids.ts'
import type { Services } from '../services.ts'

/** Creates ids that sort by creation time, even within a millisecond and when the clock goes back. */
export function createIdSource(clock: () => Date): Services['newId'] {
  let lastMs = 0
  let counter = 0
  let time = ''
  const nextDigits = createDigitSource(15)
  return (prefix) => {
    const nowMs = clock().getTime()
    const isLater = nowMs > lastMs
    counter = isLater ? 0 : counter + 1
    if (isLater || counter > 0xfff) {
      lastMs = isLater ? nowMs : lastMs + 1
      counter = 0
      time = idTime(lastMs)
    }
    return formatId(prefix, time, counter, nextDigits())
  }
}

/** The time in an id differs from the stored creation time by at most this much. */
const idTimeMsMax = 3_600_000

/** The ids of what was created at a time are from `first` on and before `last`. */
export function idsOf(prefix: IdPrefix, time: string): { readonly first: string; readonly last: string } {
  const idAt = (addedMs: number) => `${prefix}_${idTime(Math.max(0, Date.parse(time) + addedMs))}`
  return { first: idAt(-idTimeMsMax), last: idAt(idTimeMsMax) }
}

/** Random hex digits. Every request needs an id, so the bytes for 512 of them are generated at once. */
function createDigitSource(count: number): () => string {
  let digits = ''
  let at = 0
  return () => {
    if (at === digits.length) {
      digits = randomBytes(count * 256).toString('hex')
      at = 0
    }
    at += count
    return digits.slice(at - count, at)
  }
}
