import { currentWork } from '../../work/current-work.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import { ownerOf } from '../../work/work-context.ts'
import { StoreUnavailableError, type WriteOptions } from '../store.ts'

// Whoever needs the store waits for the turn of its account: before `begin`, and on PostgreSQL before a statement
// outside a transaction gets a connection.
//
// Nobody waits for itself: a transaction has its turn before it has a connection or a lock. Inside, it may send
// statements outside of it, which have turns and connections of their own. These hold a turn only while they run, and
// wait for nothing meanwhile. There are more connections than transactions at once, so one is left for them.

/** How long work waits for its turn, in this process and others, before it is refused. */
export const turnWaitMsMax = 15_000
/** How long an account leaves half of the turns to others after the last time that one of them came. */
export const othersExpectedMs = 1000

export type Turns = ReturnType<typeof createTurns>

/** At most `max` turns at once. While others come, an account has at most half of them, but at least one. */
export function createTurns(max: number, now?: () => number) {
  const reserved = Math.ceil(max / 2)
  const slots = createSemaphore({ max, reserved, reservedForMs: othersExpectedMs, groupMax: 1, ...(now && { now }) })
  return {
    /**
     * Waits for a turn of whom the current code works for. Call the returned function at its end. Writes to the same
     * row run one at a time: the row's lock would do the same, but each waiting write would use a connection.
     */
    async take({ row, signal }: Pick<WriteOptions, 'row' | 'signal'> = {}, waitMsMax = turnWaitMsMax) {
      const owner = { priority: 'realtime', accountId: ownerOf(currentWork()) } as const
      const wanted = { group: row && JSON.stringify([row.accountId, row.id]) }
      const waiting = new AbortController()
      const late = setTimeout(() => waiting.abort(takesTooLong()), waitMsMax)
      const leave = () => waiting.abort(signal?.reason)
      if (signal?.aborted) leave()
      signal?.addEventListener('abort', leave)
      return slots.acquire({ ...owner, signal: waiting.signal }, wanted).finally(() => {
        clearTimeout(late)
        signal?.removeEventListener('abort', leave)
      })
    },
    /** Resolves when no turn is taken or awaited. */
    async drain(): Promise<void> {
      while (slots.running > 0 || slots.waitingOf('realtime') > 0) (await slots.acquire())()
    },
    /** Turns that are awaited, of all owners or of one. */
    waitingOf: (owner?: string) => slots.waitingOf('realtime', owner),
  }
}

function takesTooLong(): StoreUnavailableError {
  return new StoreUnavailableError('locked', 'the store is busy: the turn of this account took too long')
}
